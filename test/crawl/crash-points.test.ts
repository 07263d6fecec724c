import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { crawl } from '#src/crawl/crawler.js';
import { memorySite } from '../support/memory-site.js';

const PROGRAM = path.resolve(import.meta.dirname, '../support/crash-program.js');
const SITE = 90;
const PAGES = 60;
/** At all steps it takes minutes; PAGEWARD_ALL_CRASHES=1 does. */
const EVERY = process.env['PAGEWARD_ALL_CRASHES'] ? 1 : 23;
const AT_ONCE = 3;

interface Row {
  readonly seq: number;
  readonly url: string;
  readonly file: string;
  readonly text: string;
}

/** Runs the program until it ends or dies. */
function crashingCrawl(
  folder: string,
  step: number,
  ...more: string[]
): Promise<{ signal: string | null; steps: number }> {
  const args = [PROGRAM, folder, String(step), String(SITE), String(PAGES), ...more];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.on('data', (chunk) => (printed += chunk));
  return new Promise((resolve) => child.on('close', (_, signal) => resolve({ signal, steps: Number(printed) })));
}

async function lines<T>(folder: string, name: string): Promise<T[]> {
  const text = await readFile(path.join(folder, name), 'utf8');
  expect(text === '' || text.endsWith('\n')).toBe(true);
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

/** Every page is there once: in the rows, in the files, with its links; and not one more than asked for. */
async function expectWhole(folder: string): Promise<void> {
  const rows = await lines<Row>(folder, 'pages.jsonl');
  expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: PAGES }, (_, index) => index + 1));
  expect(new Set(rows.map(({ url }) => url)).size).toBe(PAGES);
  expect((await readdir(path.join(folder, 'pages'))).sort()).toEqual(rows.map(({ file }) => file).sort());
  for (const { file, text, url } of rows) {
    const content = await readFile(path.join(folder, 'pages', file), 'utf8');
    expect(content).toContain(`url: "${url}"`);
    expect(content.endsWith(`\n---\n\n${text}`)).toBe(true);
  }
  const linked = await lines<{ from: string; to: string }>(folder, 'links.jsonl');
  expect(new Set(linked.map(({ from }) => from))).toEqual(new Set(rows.map(({ url }) => url)));
  expect(new Set(linked.map(({ from, to }) => `${from} ${to}`)).size).toBe(linked.length);
}

async function resumed(folder: string) {
  const site = memorySite(SITE);
  const options = { out: folder, resume: true, maxPages: PAGES, concurrency: 4 } as const;
  const events = [];
  for await (const event of crawl(site.seed, { ...options, reader: site.reader, robots: 'ignore', sitemap: 'skip' })) {
    events.push(event);
  }
  return { events, read: site.read };
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pageward-crash-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('a crawl that is killed', () => {
  it('finishes with every page once, whichever write it died at', async () => {
    let steps = 0;
    await inFolder(async (folder) => {
      ({ steps } = await crashingCrawl(folder, 0));
      await expectWhole(folder);
    });
    expect(steps).toBeGreaterThan(150);
    const first = 1 + (Date.now() % EVERY);
    const points = Array.from({ length: Math.ceil(steps / EVERY) }, (_, index) => first + index * EVERY);
    let died = 0;
    const work = async (): Promise<void> => {
      for (let point = points.pop(); point !== undefined; point = points.pop()) {
        const step = point;
        await inFolder(async (folder) => {
          if ((await crashingCrawl(folder, step)).signal === 'SIGKILL') died += 1;
          const journal = await readFile(path.join(folder, 'journal.jsonl'), 'utf8').catch(() => '');
          // Killed before there was a journal, there is nothing to go on with.
          if (!journal.includes('\n')) return;
          await resumed(folder);
          await expectWhole(folder);
        });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    // How many steps there are depends on what ends together.
    expect(died).toBeGreaterThan((steps / EVERY) * 0.6);
  }, 600_000);

  it('reads no page again that counts, and may be killed while it resumes', async () => {
    await inFolder(async (folder) => {
      for (const step of [60, 50, 40]) await crashingCrawl(folder, step, ...(step === 60 ? [] : ['resume']));
      const before = (await readFile(path.join(folder, 'journal.jsonl'), 'utf8')).match(/"kept":/g)?.length ?? 0;
      expect(before).toBeGreaterThan(5);
      const { events, read } = await resumed(folder);
      expect(read.length).toBe(PAGES - before);
      expect(events.filter(({ type }) => type === 'page')).toHaveLength(PAGES - before);
      expect(events.at(-1)).toMatchObject({ type: 'done', reason: 'max-pages', totals: { pages: PAGES } });
      await expectWhole(folder);
    });
  }, 60_000);
});
