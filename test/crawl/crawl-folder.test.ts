import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CrawlDisk } from '#src/crawl/crawl-disk.js';
import type { CrawlOptions } from '#src/crawl/crawl-options.js';
import { crawl, crawlOn } from '#src/crawl/crawler.js';
import { lockFolder } from '#src/crawl/folder-lock.js';
import { endOf, ofType, taken } from '../support/crawl-site.js';
import { memorySite } from '../support/memory-site.js';

let out = '';
beforeEach(async () => {
  out = await mkdtemp(path.join(tmpdir(), 'pageward-crawl-'));
});
afterEach(() => rm(out, { recursive: true }));

const crawlInto = (options: CrawlOptions, pages = 20) => {
  const site = memorySite(pages);
  return taken(crawl(site.seed, { robots: 'ignore', sitemap: 'skip', out, reader: site.reader, ...options }));
};
const jsonLines = async (name: string) =>
  (await readFile(path.join(out, name), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('the folder of a crawl', () => {
  it('has a file and a line for each page, the links, and how it ended', async () => {
    const events = await crawlInto({});
    const rows = await jsonLines('pages.jsonl');
    expect(rows).toHaveLength(20);
    expect(rows[0]).toMatchObject({
      seq: 1,
      url: 'https://site.example/',
      depth: 0,
      statusCode: 200,
      title: 'Page 0',
      links: 5,
    });
    expect(rows[0].text).toMatch(/^# Page 0\n/);
    for (const { file } of ofType(events, 'page')) {
      expect(await readFile(path.join(out, 'pages', file ?? ''), 'utf8')).toMatch(/^---\nurl: "https:/);
    }
    const links = await jsonLines('links.jsonl');
    expect(links).toContainEqual({ from: 'https://site.example/', to: 'https://site.example/page-1', text: 'Page 1' });
    expect(JSON.parse(await readFile(path.join(out, 'crawl.json'), 'utf8'))).toMatchObject({
      reason: 'complete',
      totals: { pages: 20 },
    });
    expect((await readdir(out)).sort()).toEqual([
      'changes.jsonl',
      'crawl.json',
      'expectations.jsonl',
      'failures.jsonl',
      'journal.jsonl',
      'links.jsonl',
      'pages',
      'pages.jsonl',
      'redirected.jsonl',
      'sitemap.jsonl',
    ]);
  });

  it('has its own facts of a page, whatever other fields a reader gives', async () => {
    const { seed, reader } = memorySite(1);
    const read = async (url: string) => ({
      ...(await reader.read(url)),
      seq: 'x',
      file: '../x',
      finalUrl: 5,
      hash: '',
    });
    const events = await taken(crawl(seed, { robots: 'ignore', sitemap: 'skip', out, reader: { read } }));
    const [row] = await jsonLines('pages.jsonl');
    const [{ hash, file } = {}] = ofType(events, 'page');
    expect(row).toMatchObject({ seq: 1, file, finalUrl: seed, hash });
  });

  it('has the pages as a list and as one text for models, if that is wanted', async () => {
    const site = memorySite(3);
    const reader = {
      read: async (url: string) => {
        const page = await site.reader.read(url);
        const metadata = { description: 'About\n- [evil](https://evil.example/)', siteName: 'Site' };
        return url.endsWith('2') ? { ...page, title: 'A [b](c)\n# Two', text: 'No heading', metadata } : page;
      },
    };
    await crawlInto({ reader, llmsTxt: true, llmsFull: true });
    const list = await readFile(path.join(out, 'llms.txt'), 'utf8');
    expect(list.split('\n').slice(0, 4)).toEqual(['# Page 0', '', '## Pages', '']);
    expect(list).toContain('- [Page 1](https://site.example/page-1)\n');
    expect(list).toContain(
      '- [A \\[b\\](c) # Two](https://site.example/page-2): About - [evil](https://evil.example/)\n',
    );
    const full = await readFile(path.join(out, 'llms-full.txt'), 'utf8');
    expect(full).toContain('Source: https://site.example/page-2\n\n# A [b](c) # Two\n\nNo heading\n\n---\n');
    expect(full.match(/^# Page 0$/gm)).toHaveLength(1);
    await expect(taken(crawl(site.seed, { reader, llmsTxt: true }))).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  });

  it('is not written over by a second crawl', async () => {
    await crawlInto({ maxPages: 3 });
    await expect(crawlInto({})).rejects.toMatchObject({
      code: 'JOURNAL_EXISTS',
      hint: expect.stringMatching(/resume/),
    });
    expect(await jsonLines('pages.jsonl')).toHaveLength(3);
  });

  it.each(['pages/notes.md', 'pages.jsonl', 'links.jsonl', 'journal.jsonl'])(
    'with %s of somebody else is refused, and the file is as it was',
    async (name) => {
      await mkdir(path.join(out, 'pages'));
      await writeFile(path.join(out, name), 'not of a crawl\n');
      await expect(crawlInto({ maxPages: 3 })).rejects.toMatchObject({ code: 'JOURNAL_EXISTS' });
      expect(await readFile(path.join(out, name), 'utf8')).toBe('not of a crawl\n');
    },
  );

  it('is begun anew where a crash has left half of the first record', async () => {
    await crawlInto({ maxPages: 1 });
    const [start = ''] = (await readFile(path.join(out, 'journal.jsonl'), 'utf8')).split('\n');
    await rm(out, { recursive: true });
    await mkdir(out);
    await writeFile(path.join(out, 'journal.jsonl'), start.slice(0, 40));
    expect(endOf(await crawlInto({ maxPages: 3 })).totals.pages).toBe(3);
  });

  it.each(['pages', 'links'])(
    'is not resumed when its %s.jsonl was cut, and nothing is made up for it',
    async (name) => {
      await crawlInto({ maxPages: 5 });
      const file = path.join(out, `${name}.jsonl`);
      await truncate(file, 20);
      await expect(crawlInto({ resume: true })).rejects.toMatchObject({ code: 'JOURNAL_CORRUPT' });
      expect((await readFile(file)).length).toBe(20);
    },
  );

  it('without a crawl has none to resume, and nothing is made in it', async () => {
    await expect(crawlInto({ resume: true })).rejects.toMatchObject({ code: 'JOURNAL_MISSING' });
    expect(await readdir(out)).toEqual([]);
  });

  it.each<[string, CrawlOptions]>([
    ['scope was "host", is "domain"', { scope: 'domain' }],
    ['maxDepth was null, is 3', { maxDepth: 3 }],
    ['include was [], is ["/docs/**"]', { include: ['/docs/**'] }],
  ])('is gone on with by the options that it was begun with alone: %s', async (difference, options) => {
    await crawlInto({ maxPages: 3 });
    const resumed = crawlInto({ resume: true, ...options });
    await expect(resumed).rejects.toMatchObject({ code: 'JOURNAL_DIFFERS', details: { differing: [difference] } });
  });

  it('is gone on with to another limit and at another pace', async () => {
    await crawlInto({ maxPages: 7 });
    const events = await crawlInto({ resume: true, maxPages: 12, concurrency: 2 });
    expect(ofType(events, 'page').map(({ seq }) => seq)).toEqual([8, 9, 10, 11, 12]);
    expect(endOf(events)).toMatchObject({ reason: 'max-pages', totals: { pages: 12 } });
    expect(endOf(await crawlInto({ resume: true, maxPages: 12 }))).toMatchObject({ totals: { pages: 12 } });
    expect(endOf(await crawlInto({ resume: true }))).toMatchObject({ reason: 'complete', totals: { pages: 20 } });
    expect(new Set((await jsonLines('pages.jsonl')).map(({ url }) => url)).size).toBe(20);
  });

  it('has the files of pages made anew that a power failure took, and those taken away that do not count', async () => {
    const [first, second] = ofType(await crawlInto({ maxPages: 5 }), 'page').map(({ file }) =>
      path.join(out, 'pages', file ?? ''),
    );
    const before = await readFile(first ?? '', 'utf8');
    await truncate(first ?? '', 0);
    await rm(second ?? '');
    await writeFile(path.join(out, 'pages', 'stray.md'), 'of a page that was not recorded');
    await crawlInto({ resume: true, maxPages: 5 });
    expect(await readFile(first ?? '', 'utf8')).toBe(before);
    expect(await readdir(path.join(out, 'pages'))).toHaveLength(5);
  });

  it('whose disk is full ends the crawl, and can be gone on with', async () => {
    let writes = 0;
    const disk = new CrawlDisk(({ kind }) => {
      if (kind === 'write' && ++writes > 20) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    });
    const site = memorySite(20);
    const options = { robots: 'ignore', sitemap: 'skip', out, reader: site.reader } as const;
    await expect(taken(crawlOn({ disk }, site.seed, options))).rejects.toMatchObject({ code: 'JOURNAL_FAILED' });
    expect(endOf(await crawlInto({ resume: true }))).toMatchObject({ reason: 'complete', totals: { pages: 20 } });
    expect(new Set((await jsonLines('pages.jsonl')).map(({ url }) => url)).size).toBe(20);
  });

  it.skipIf(process.platform !== 'linux')('says that a folder cannot be made where none can be', async () => {
    const site = memorySite(1);
    const options = { reader: site.reader, robots: 'ignore', sitemap: 'skip', out: '/proc/none/site' } as const;
    await expect(taken(crawl(site.seed, options))).rejects.toMatchObject({ code: 'JOURNAL_FAILED' });
  });

  it('whose journal cannot be read says so', async () => {
    await mkdir(path.join(out, 'journal.jsonl'));
    await expect(crawlInto({})).rejects.toMatchObject({ code: 'JOURNAL_FAILED' });
    expect(await readdir(out)).not.toContain('crawl.lock');
  });

  it('keeps failures, and does not try again what will not pass', async () => {
    const site = memorySite(3);
    const reader = {
      read: async (url: string) => ({
        ...(await site.reader.read(url)),
        ...(url.endsWith('1') && { statusCode: 404 }),
      }),
    };
    await crawlInto({ reader });
    expect(await jsonLines('failures.jsonl')).toMatchObject([
      { url: 'https://site.example/page-1', code: 'HTTP_STATUS', status: 404 },
    ]);
    site.read.length = 0;
    expect(endOf(await crawlInto({ reader, resume: true })).totals).toMatchObject({ pages: 2, failures: 1 });
    expect(site.read).toEqual([]);
  });

  it('is one crawl’s at a time', async () => {
    const loop = crawl(memorySite(20).seed, { robots: 'ignore', sitemap: 'skip', out, reader: memorySite(20).reader });
    await loop.next();
    await expect(crawlInto({ resume: true })).rejects.toMatchObject({ code: 'JOURNAL_LOCKED', retryable: true });
    await loop.return();
    expect(endOf(await crawlInto({ resume: true }))).toMatchObject({ totals: { pages: 20 } });
  });
});

describe('the lock of a folder', () => {
  const file = () => path.join(out, 'crawl.lock');
  const lockOf = async (pid: number, started?: string) => {
    const { hostname } = await import('node:os');
    await writeFile(file(), JSON.stringify({ pid, host: hostname(), ...(started === undefined ? {} : { started }) }));
  };

  it('that cannot be made says so', async () => {
    await expect(lockFolder(path.join(out, 'none', 'crawl.lock'))).rejects.toMatchObject({ code: 'JOURNAL_FAILED' });
  });

  it('whose process has ended is taken over', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'close');
    await lockOf(child.pid ?? 0);
    await (await lockFolder(file())).release();
    expect(await readdir(out)).toEqual([]);
  });

  it('whose process has ended is taken over though its number lives on', async () => {
    await lockOf(process.pid, 'another start');
    await (await lockFolder(file())).release();
  });

  it('of a process on another machine is respected: nobody can tell', async () => {
    await writeFile(file(), JSON.stringify({ pid: 1, host: 'elsewhere' }));
    await expect(lockFolder(file())).rejects.toMatchObject({ code: 'JOURNAL_LOCKED' });
  });

  it('is got by one of many who find a dead one', async () => {
    await lockOf(2 ** 22 + 1);
    const held = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(file())));
    expect(held.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
