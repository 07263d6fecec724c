import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openProgress, progressLine } from '#src/cli/progress.js';
import type { CrawlEvent, CrawlTotals } from '#src/crawl/crawl-event.js';

const totals: CrawlTotals = {
  pages: 20,
  failures: 0,
  skipped: {},
  traps: 0,
  bytes: 0,
  queued: 300,
  underWay: 4,
  concurrency: 4,
  rendered: 0,
  elapsedMs: 10_000,
  host: 'example.com',
};
const event: CrawlEvent = { type: 'notice', about: 'x', message: 'y' };

/** What a mode writes to a terminal of so many columns. */
function written(
  mode: 'auto' | 'bar' | 'plain' | 'json' | 'none',
  steps: (progress: ReturnType<typeof openProgress>) => void,
  isTTY = true,
) {
  const stderr = Object.assign(new PassThrough(), { isTTY, columns: 40 });
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const signal = new AbortController().signal;
  steps(openProgress({ stdin, stdout, stderr, signal }, { mode, maxPages: 100 }));
  return String(stderr.read() ?? '');
}

describe('the line of a crawl', () => {
  it('says what is done, queued and under way, how fast, and where', () => {
    const line = progressLine(totals, { perSecond: 2 });
    expect(line).toBe('20 pages · 300 queued · 4 under way · 2.0/s · example.com');
  });

  it('says how long it takes only where it is known how much is to come', () => {
    expect(progressLine(totals, { perSecond: 2, maxPages: 100 })).toContain('20/100 pages');
    expect(progressLine(totals, { perSecond: 2, maxPages: 100 })).toContain('40 s left');
    expect(progressLine(totals, { perSecond: 0.1, maxPages: 100 })).toContain('14 min left');
    expect(progressLine(totals, { perSecond: 2, maxPages: 10_000 })).not.toContain('left');
    expect(progressLine(totals, { perSecond: 0, maxPages: 100 })).not.toContain('left');
  });

  it('tells failures where there are any', () => {
    expect(progressLine({ ...totals, failures: 3 }, { perSecond: 2 })).toContain('3 failed');
  });

  it('fits the terminal, and cannot drive it', () => {
    const host = `\u001b[2J\r\n\u202e${'x'.repeat(100)}.example`;
    const line = progressLine({ ...totals, host }, { perSecond: 2, columns: 80 });
    expect(line.length).toBeLessThan(80);
    expect(line).not.toMatch(/[\p{Cc}\u202e]/u);
  });
});

describe('the progress of a crawl', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('is drawn over and over on a terminal, and out of the way of what else is told', () => {
    const text = written('bar', (progress) => {
      progress.show(totals);
      progress.note('https://e.example/\u001b[31m: gone', event);
      progress.close();
    });
    expect(text).toBe(
      `\r\u001b[K${progressLine(totals, { perSecond: 2, maxPages: 100, columns: 40 })}` +
        '\r\u001b[Kpageward: https://e.example/%1B[31m: gone\n\r\u001b[K',
    );
  });

  it('is a plain line every ten seconds where nobody looks on', () => {
    const text = written('plain', (progress) => {
      for (let elapsedMs = 1_000; elapsedMs <= 25_000; elapsedMs += 1_000) progress.show({ ...totals, elapsedMs });
    });
    expect(text.split('\n').slice(0, -1)).toHaveLength(2);
    expect(text).not.toContain('\r');
  });

  it('is chosen by whether there is a terminal, and whether this is CI', () => {
    vi.stubEnv('CI', '');
    vi.stubEnv('TERM', 'xterm');
    const show = (progress: ReturnType<typeof openProgress>) => progress.show(totals);
    expect(written('auto', show)).toContain('\r');
    expect(written('auto', show, false)).not.toContain('\r');
    vi.stubEnv('CI', 'true');
    expect(written('auto', show)).not.toContain('\r');
    vi.stubEnv('CI', '');
    vi.stubEnv('TERM', 'dumb');
    expect(written('auto', show)).not.toContain('\r');
  });

  it('is JSON, a line each, without the pages of failures', () => {
    const page = { url: 'https://e.example/', statusCode: 404, mediaType: 'text/html', text: 'gone' };
    const failure = {
      type: 'failure',
      url: page.url,
      depth: 0,
      code: 'HTTP_STATUS',
      message: 'm',
      retryable: false,
      page,
    } as const;
    const text = written('json', (progress) => {
      progress.show(totals);
      progress.note('x', failure);
    });
    const [first, second] = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(first).toEqual({ type: 'progress', totals });
    expect(second).toMatchObject({ type: 'failure', code: 'HTTP_STATUS' });
    expect(second.page).toBeUndefined();
  });

  it('can be nothing', () => {
    const all = (progress: ReturnType<typeof openProgress>) => {
      progress.show(totals);
      progress.note('x', event);
      progress.finish('x', event);
    };
    expect(written('none', all)).toBe('');
  });

  it('tells the rate of the last ten seconds', () => {
    const text = written('plain', (progress) => {
      for (let second = 1; second <= 60; second += 1) {
        // A hundred pages a second at first, one a second then.
        const pages = Math.min(second, 10) * 100 + Math.max(0, second - 10);
        progress.show({ ...totals, pages, elapsedMs: second * 1_000 });
      }
    });
    const rates = text
      .trimEnd()
      .split('\n')
      .map((line) => / ([\d.]+)\/s/.exec(line)?.[1]);
    expect(rates[0]).toBe('100.0');
    expect(rates.at(-1)).toBe('1.0');
  });
});
