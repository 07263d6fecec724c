import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { WORDS } from '../../support/browser-rig.js';
import { serve } from '../../support/http-server.js';

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const PAPER = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj
trailer<</Root 1 0 R>>`;

interface Holdings {
  readonly sockets: number;
  readonly descriptors: number;
  readonly processes: readonly string[];
  readonly listeners: number;
  readonly resources: Readonly<Record<string, number>>;
  readonly heldBytes: number;
}

interface Report {
  readonly before: Holdings;
  /** Every hundred reads. */
  readonly after: readonly Holdings[];
  readonly closed: Holdings;
  readonly fates: Readonly<Record<string, number>>;
}

/** Ten kinds of page, in turn: an app, a refusal, a redirect, errors, a PDF, a feed, a time-out, an abort. */
function servePages(): ReturnType<typeof serve> {
  return serve((request, response) => {
    switch (request.url) {
      case '/spa':
        return response.setHeader('content-type', 'text/html').end(`<div id="root"></div><script>
          fetch('/data').then((answer) => answer.text()).then((text) => { root.innerHTML = text })</script>`);
      case '/refused':
        return response.writeHead(302, { location: 'http://127.0.0.2:8080/' }).end();
      case '/redirect':
        return response.writeHead(302, { location: '/plain' }).end();
      case '/error':
        return response.writeHead(500, { 'content-type': 'text/html' }).end(WORDS);
      case '/gone':
        return request.socket.destroy();
      case '/paper.pdf':
        return response.setHeader('content-type', 'application/pdf').end(PAPER);
      case '/feed':
        return response
          .setHeader('content-type', 'application/rss+xml')
          .end('<rss version="2.0"><channel><title>News</title><item><title>One</title></item></channel></rss>');
      case '/never':
      case '/abort':
        return undefined;
      default:
        return response.setHeader('content-type', 'text/html').end(WORDS);
    }
  });
}

async function runProgram(kind: string, host: string): Promise<Report> {
  const child = spawn(process.execPath, ['--expose-gc', here('../../support/steady-state-program.js'), kind, host], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said, [status]] = await Promise.all([child.stdout.toArray(), once(child, 'exit')]);
  expect(status).toBe(0);
  return JSON.parse(said.join('')) as Report;
}

const RENDERER = '--type=renderer';
/** What a tab that is kept open holds, at most: a listener of the guard, and of a lane the connections that stay open. */
const HELD_BY = { spare: 1, lane: 4 };
const KEPT = {
  http: { tabs: 0, each: 0 },
  // One tab stands ready, or two where reads ran together last.
  browser: { tabs: 2, each: HELD_BY.spare },
  auto: { tabs: 2, each: HELD_BY.spare },
  // A lane for each of the four reads that a reader lets run together.
  session: { tabs: 4, each: HELD_BY.lane },
} as const;
/** Bytes by which what is held may differ without growing: compiled code, and when it is that lanes are renewed. */
const UNSTEADY_BYTES = 4e6;

/** Nothing is there more often than before, but for what tabs hold that have come since. */
function expectNoMore(after: Holdings, before: Holdings, { tabs, each }: { tabs: number; each: number }): void {
  const numbers = ({ processes, resources, heldBytes: _, ...rest }: Holdings): Record<string, number> => {
    const counts: Record<string, number> = { ...rest, ...resources };
    for (const kind of processes) counts[kind] = (counts[kind] ?? 0) + 1;
    return counts;
  };
  const [held, had] = [numbers(after), numbers(before)];
  const come = Math.max(0, tabs - (had[RENDERER] ?? 0));
  const more = Object.entries(held).filter(([name, count]) => count > (had[name] ?? 0) + come * each);
  expect(more, JSON.stringify({ before, after })).toEqual([]);
  expect(held[RENDERER] ?? 0).toBeLessThanOrEqual(tabs);
  expect(after.listeners).toBe(before.listeners);
}

/** The highest of the second half is no higher than that of the first. */
function expectLevel(heldBytes: readonly number[]): void {
  const half = heldBytes.length / 2;
  const [first, second] = [Math.max(...heldBytes.slice(0, half)), Math.max(...heldBytes.slice(half))];
  expect(second - first, heldBytes.join()).toBeLessThan(UNSTEADY_BYTES);
}

test.skip(process.platform !== 'linux', 'counts what Linux tells');

for (const [kind, whose] of [
  ['http', 'the http reader'],
  ['browser', 'the browser reader'],
  ['session', 'the browser reader in sessions'],
  ['auto', 'the auto reader'],
] as const) {
  const reads = kind === 'session' ? 800 : 400;
  test(`200 reads in a row and ${reads} eight at once leave ${whose} where it was`, async () => {
    test.setTimeout(360_000);
    await using server = await servePages();
    const { before, after, closed, fates } = await runProgram(kind, server.host);
    const each = (40 + 200 + reads) / 10;
    expect(fates).toMatchObject({ '/plain 200': each, '/redirect 200': each, '/never TIMEOUT': each });
    expect(fates).toMatchObject({ '/abort enough': each, '/refused REFUSED_ADDRESS': each, '/error 500': each });
    expect(fates).toMatchObject({ '/paper.pdf 200': each });
    const last = after.at(-1) ?? before;
    expectNoMore(last, before, KEPT[kind]);
    expectLevel(after.map(({ heldBytes }) => heldBytes));
    // What lanes hold goes with them.
    expect(closed.heldBytes - before.heldBytes).toBeLessThan(UNSTEADY_BYTES);
    expect(closed.processes).toEqual([]);
    expect(closed.sockets).toBeLessThanOrEqual(before.sockets);
  });
}
