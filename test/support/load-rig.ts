import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from '@playwright/test';
import { isPagewardError, type PagewardError } from '#src/base/errors.js';
import type { Page } from '#src/page/page.js';
import { HttpReader } from '#src/reader/http-reader.js';
import type { PageReader } from '#src/reader/reader.js';
import { test as base, labGuard, WORDS } from './browser-rig.js';
import { TEST_CERTIFICATE } from './guard-certificate.js';
import { PUBLIC } from './guard-lab.js';
import { MemoryWatch } from './memory-watch.js';

/** What becomes of a read under attack: part of a page, or an error that says what to do. */
export type Fate = Page | PagewardError;

type Hostile = (request: IncomingMessage, response: ServerResponse) => void;

export interface LoadRig {
  /** A reader of each kind that has read before. The browser's reads one page at a time: the next read waits for its end. */
  open(kind: 'http' | 'browser'): Promise<PageReader>;
  /** Answers `http(s)://site.test/…`. `/plain` is a plain page, of whoever answers. */
  serve(hostile: Hostile): Promise<void>;
  /**
   * Reads `url`; fails unless the read ends in time, memory stays where it was and the same reader reads the next page.
   * It ends in time when it is no later than `timeoutMs` and what a busy machine may take to notice.
   */
  survive(reader: PageReader, url: string, options?: { timeoutMs?: number }): Promise<Fate>;
}

const TIMEOUT_MS = 3_000;
const NOTICE_MS = 3_000;
const PLAIN = 'http://site.test/plain';

export const test = base.extend<{ load: LoadRig }>({
  load: async ({ rig }, use) => {
    const { lab } = rig;
    const opened: HttpReader[] = [];
    let hostile: Hostile = (_, response) => void response.end();
    const handler: Hostile = (request, response) => {
      const isPlain = new URL(request.url ?? '', PLAIN).pathname === '/plain';
      if (isPlain) response.setHeader('content-type', 'text/html').end(WORDS);
      else hostile(request, response);
    };
    lab.names.set('site.test', [PUBLIC]);
    lab.route(PUBLIC, 80, await lab.serve(handler));
    lab.route(PUBLIC, 443, await lab.serveTls(TEST_CERTIFICATE, handler));

    await use({
      open: async (kind) => {
        const options = { guard: labGuard(lab), cacheTtlMs: 0, retries: 0, insecureTls: true };
        const http = kind === 'http' ? new HttpReader(options) : undefined;
        if (http) opened.push(http);
        const { retries: _, ...rest } = options;
        const reader = http ?? rig.openReader({ ...rest, concurrency: 1 });
        expect((await reader.read(PLAIN)).text).toContain('plenty of words');
        return reader;
      },
      serve: async (next) => {
        hostile = next;
      },
      survive: async (reader, url, { timeoutMs = TIMEOUT_MS } = {}) => {
        const memory = new MemoryWatch();
        const startedAt = performance.now();
        const fate = await reader.read(url, { timeoutMs }).catch((error: unknown) => error);
        expect(performance.now() - startedAt).toBeLessThan(timeoutMs + NOTICE_MS);
        expect((await reader.read(PLAIN)).text).toContain('plenty of words');
        await memory.expectFlat();
        if (fate instanceof Error && !isPagewardError(fate)) throw fate;
        return fate as Fate;
      },
    });
    await Promise.all(opened.map((reader) => reader.close()));
  },
});

/** A page that says what it lacks, or an error with one of `codes`. */
export function expectFate(fate: Fate, codes: readonly string[]): void {
  if (isPagewardError(fate)) {
    expect(codes).toContain(fate.code);
    return;
  }
  const { text, sizeCapped, readiness, warnings } = fate;
  expect(text.length).toBeGreaterThan(0);
  if (sizeCapped || readiness?.reason === 'deadline') expect(warnings).not.toEqual([]);
}
