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
  readonly after: Holdings;
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

test.skip(process.platform !== 'linux', 'counts what Linux tells');

for (const [kind, whose] of [
  ['http', 'the http reader'],
  ['browser', 'the browser reader'],
  ['session', 'the browser reader in sessions'],
  ['auto', 'the auto reader'],
] as const) {
  test(`200 reads in a row and 200 eight at once leave ${whose} where it was`, async () => {
    test.setTimeout(240_000);
    await using server = await servePages();
    const { before, after, closed, fates } = await runProgram(kind, server.host);
    expect(fates).toMatchObject({ '/plain 200': 44, '/redirect 200': 44, '/never TIMEOUT': 44, '/abort enough': 44 });
    expect(fates).toMatchObject({ '/refused REFUSED_ADDRESS': 44, '/error 500': 44, '/paper.pdf 200': 44 });
    const counted = ({ heldBytes: _, ...rest }: Holdings) => rest;
    expect(counted(after)).toEqual(counted(before));
    expect(after.heldBytes - before.heldBytes).toBeLessThan(8e6);
    expect(closed.processes).toEqual([]);
    expect(closed.sockets).toBeLessThanOrEqual(before.sockets);
  });
}
