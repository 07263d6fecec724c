import type { ServerResponse } from 'node:http';
import { expect } from '@playwright/test';
import { isPagewardError } from '#src/base/errors.js';
import { WORDS } from '../../support/browser-rig.js';
import * as hostile from '../../support/hostile-answers.js';
import { expectFate, test } from '../../support/load-rig.js';

interface HostileAnswer {
  readonly does: string;
  readonly send: (response: ServerResponse) => unknown;
  /** How a read ends that gives no page, of plain HTTP and of the browser. */
  readonly codes: readonly string[];
  /** It fills a renderer until that is ended. */
  readonly fills?: boolean;
}

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n';

const ANSWERS: readonly HostileAnswer[] = [
  {
    does: 'sends a body without end, as fast as it is taken',
    send: (response) => hostile.sendWithoutEnd(response, 'text/html'),
    codes: ['BROWSER_CRASHED', 'CONNECTION_LOST', 'TIMEOUT'],
    fills: true,
  },
  {
    does: 'sends a chunk for every byte, without end',
    send: hostile.sendTinyChunks,
    codes: ['CONNECTION_LOST', 'TIMEOUT'],
  },
  { does: 'sends headers without end', send: hostile.sendHeadersWithoutEnd, codes: ['CONNECTION_LOST'] },
  {
    does: 'announces an answer without end',
    send: hostile.sendHintsWithoutEnd,
    codes: ['CONNECTION_LOST', 'TIMEOUT'],
  },
  {
    does: 'sends a page, and trailers without end',
    send: (response) => hostile.sendTrailersWithoutEnd(response, WORDS),
    codes: ['CONNECTION_LOST', 'TIMEOUT'],
  },
  {
    does: 'sends its head a byte at a time',
    send: (response) => hostile.drip(response, HEAD, 'x-more: slow'),
    codes: ['TIMEOUT'],
  },
  {
    does: 'sends its body a byte at a time',
    send: (response) => hostile.drip(response, `${HEAD}\r\n${WORDS}`, 'slow '),
    codes: [],
  },
  { does: 'accepts and says nothing', send: () => undefined, codes: ['TIMEOUT'] },
];

for (const { does, send, codes } of ANSWERS) {
  for (const kind of ['http', 'browser'] as const) {
    test(`a server that ${does} does no harm to the ${kind} reader`, async ({ load }) => {
      await load.serve((_, response) => void send(response));
      expectFate(await load.survive(await load.open(kind), 'http://site.test/', { timeoutMs: 3_000 }), codes);
    });
  }
}

const RESOURCES = '<img src="/1"><script async src="/2"></script><iframe src="/3"></iframe>';

for (const { does, send, fills = false } of ANSWERS) {
  test(`a page whose picture, script and frame come from a server that ${does} is read`, async ({ load }) => {
    await load.serve((request, response) => {
      if (request.url !== '/') return void send(response);
      response.setHeader('content-type', 'text/html').end(`${WORDS}${RESOURCES}`);
    });
    const fate = await load.survive(await load.open('browser'), 'http://site.test/', { timeoutMs: 8_000 });
    expectFate(fate, fills ? ['BROWSER_CRASHED', 'TIMEOUT'] : []);
    if (!isPagewardError(fate)) expect(fate.text).toContain('plenty of words');
  });
}

/** No chain is followed to its end: of 10 000 hops the first few are enough. */
const HOPS = 10_000;
const next = (url = ''): string => `/${Number(/\d+/.exec(url)?.[0] ?? 0) + 1}`;

test(`${HOPS} redirects are given up after ten, by either reader`, async ({ load }) => {
  await load.serve((request, response) => void response.writeHead(302, { location: next(request.url) }).end());
  for (const kind of ['http', 'browser'] as const) {
    const fate = await load.survive(await load.open(kind), 'http://site.test/0');
    expect(fate).toMatchObject({ code: 'REDIRECT_LOOP' });
  }
});

for (const [way, move] of [
  ['a refresh', (to: string) => `<meta http-equiv=refresh content="0;url=${to}">`],
  ['a script', (to: string) => `<script>location.replace('${to}')</script>`],
  ['a script after it has loaded', (to: string) => `<script>onload = () => { location.href = '${to}' }</script>`],
  ['a frame that moves on', (to: string) => `<iframe src="${to}"></iframe>`],
] as const) {
  test(`${HOPS} documents, each leading to the next by ${way}, end in the one that was there in time`, async ({
    load,
  }) => {
    await load.serve(({ url }, response) => {
      const isEnd = url === `/${HOPS}`;
      response.setHeader('content-type', 'text/html').end(`${WORDS}${isEnd ? '' : move(next(url))}`);
    });
    const fate = await load.survive(await load.open('browser'), 'http://site.test/0');
    expectFate(fate, []);
    expect(fate).toMatchObject({ text: expect.stringContaining('plenty of words') });
  });
}
