import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test as base } from '@playwright/test';
import { BrowserReader, type BrowserReaderOptions } from '#src/reader/browser-reader.js';
import { Lab, type LabServer, labGuard, OTHER_PUBLIC, PUBLIC } from './guard-lab.js';
import { type Answer, routes } from './http-server.js';

export { labGuard } from './guard-lab.js';

type Pages = Parameters<typeof routes>[0];

/** What a browser test works with: a lab in which `site.test` and `other.test` are public, and readers guarded by it. */
export interface BrowserRig {
  readonly lab: Lab;
  /** Serves pages as `http://site.test/` (or another public name) to whoever comes through the guard. */
  serve(
    pages: Pages | Parameters<Lab['serve']>[0],
    name?: 'site.test' | 'other.test',
    onUpgrade?: Parameters<Lab['serve']>[1],
  ): Promise<LabServer>;
  /** A server inside, which nothing may reach. */
  canary(): Promise<LabServer>;
  openReader(options?: BrowserReaderOptions): BrowserReader;
  /** A reader whose browser is running: how long starting one takes is the machine's business, not a deadline's. */
  warmReader(options?: BrowserReaderOptions): Promise<BrowserReader>;
}

const ADDRESSES = { 'site.test': PUBLIC, 'other.test': OTHER_PUBLIC } as const;

export const test = base.extend<{ rig: BrowserRig }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted off the pattern.
  rig: async ({}, use) => {
    const lab = new Lab();
    const readers: BrowserReader[] = [];
    const rig: BrowserRig = {
      lab,
      serve: async (pages, name = 'site.test', onUpgrade) => {
        const server = await lab.serve(typeof pages === 'function' ? pages : routes(pages), onUpgrade);
        lab.names.set(name, [ADDRESSES[name]]);
        lab.route(ADDRESSES[name], 80, server);
        return server;
      },
      canary: () => lab.serve((_, response) => response.end('the canary sings')),
      openReader: (options = {}) => {
        // A guard shows what it is worth by all that a page may ask for.
        const reader = new BrowserReader({ guard: labGuard(lab), cacheTtlMs: 0, resources: 'all', ...options });
        readers.push(reader);
        return reader;
      },
      warmReader: async (options) => {
        await rig.serve({ '/': html(WORDS) }, 'other.test');
        const reader = rig.openReader(options);
        await reader.load({ url: 'http://other.test/' });
        return reader;
      },
    };
    await use(rig);
    await Promise.all(readers.map((reader) => reader.close()));
    await lab.close();
  },
});

export function html(body: string, head = ''): Answer {
  return { body: `<!doctype html><html><head><title>A page</title>${head}</head><body>${body}</body></html>` };
}

/** More words than a page needs to count as one. */
export const WORDS = `<p>${'plenty of words to read here '.repeat(12)}</p>`;

/** Warnings about the page, without those about the machine: not every one has a sandbox to offer. */
export function pageWarnings(warnings: readonly string[] = []): string[] {
  return warnings.filter((warning) => !/its own sandbox|jail/.test(warning));
}

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** Every browser process that descends from `ancestor`, dead ones that nobody has collected left out. */
export function browserProcesses(ancestor = process.pid): ProcessEntry[] {
  return descendants(ancestor).filter(({ command }) => /chrom|headless[-_]shell|msedge/i.test(command));
}

/** Every process that descends from `ancestor`. */
export function descendants(ancestor = process.pid): ProcessEntry[] {
  const entries = existsSync('/proc/self/stat') ? processesFromProc() : processesFromPs();
  const found: ProcessEntry[] = [];
  const wanted = new Set([ancestor]);
  for (let grown = true; grown; ) {
    grown = false;
    for (const entry of entries) {
      if (wanted.has(entry.pid) || !wanted.has(entry.parent)) continue;
      wanted.add(entry.pid);
      grown = true;
      found.push(entry);
    }
  }
  return found;
}

/** Slim systems have no `ps`. */
function processesFromProc(): ProcessEntry[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      // The name in parentheses may hold anything, spaces and parentheses included.
      const [state = '', parent = ''] = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent), command }];
    } catch {
      return [];
    }
  });
}

function processesFromPs(): ProcessEntry[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8', maxBuffer: 1e8 }).split('\n');
  return lines.flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line);
    if (match === null || match[3]?.startsWith('Z')) return [];
    return [{ pid: Number(match[1]), parent: Number(match[2]), command: match[4] ?? '' }];
  });
}
