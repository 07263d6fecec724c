import { test as base, expect } from '@playwright/test';
import { BrowserReader } from '#src/reader/browser-reader.js';
import { HttpReader } from '#src/reader/http-reader.js';
import { duckDuckGo } from '#src/search/duckduckgo.js';
import { webSearch } from '#src/tools/web-search.js';
import { labGuard, PUBLIC } from '../support/guard-lab.js';
import { type Answer, routes, serve } from '../support/http-server.js';
import { runCli } from '../support/run-cli.js';
import { LeapingClock, SearchEngine } from '../support/search-engine.js';
import {
  AD_HIT,
  challengePage,
  EOF_ROW,
  hits,
  INSTANT_ANSWER,
  liteHit,
  litePage,
  NO_RESULT_ROW,
  NOTHING_FOUND,
  nextFields,
  nextForm,
  resultsPage,
} from '../support/search-pages.js';

/** DuckDuckGo in a real browser, as the stand-in plays it. */
const test = base.extend<{ engine: SearchEngine; reader: BrowserReader }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted off the pattern.
  engine: async ({}, use) => {
    const engine = await new SearchEngine().start();
    await use(engine);
    await engine.lab.close();
  },
  reader: async ({ engine }, use) => {
    const reader = new BrowserReader({ guard: labGuard(engine.lab), insecureTls: true });
    await use(reader);
    await reader.close();
  },
});

const DATED = { ...hits(1)[0], title: 'Dated', url: 'https://dated.example/', date: '2025-06-23T00:00:00.0000000' };
const CHALLENGE = { status: 202, body: challengePage() };
const pace = () => ({ clock: new LeapingClock() });

test('searches as over plain HTTP, with the form posted by the browser', async ({ engine, reader }) => {
  engine.html(
    resultsPage({ rows: [AD_HIT, DATED, ...hits(9).map((hit) => ({ ...hit, wrapped: true }))], above: INSTANT_ANSWER }),
  );
  const results = await duckDuckGo({ reader, region: 'uk-en', pace: pace() }).search('!w tide & "ebb"', {
    maxResults: 3,
    timeRange: 'w',
  });
  expect(results).toEqual([
    { title: 'Dated', url: 'https://dated.example/', snippet: 'Water at 1 feet', publishedTime: '2025-06-23' },
    ...hits(2),
  ]);
  const [asked] = engine.asked;
  expect(asked).toMatchObject({ method: 'POST', host: 'html.duckduckgo.com', path: '/html/' });
  expect(asked?.form).toEqual({ q: '"!w" tide & "ebb"', b: '', kl: 'uk-en', df: 'w' });
  expect(asked?.headers).toMatchObject({
    'content-type': 'application/x-www-form-urlencoded',
    referer: 'https://html.duckduckgo.com/',
  });
  // The browser says what it is, in this header as in the others.
  expect(asked?.headers['user-agent']).toMatch(/Chrome\/\d/);
});

test('goes on to the next page with all fields of its form', async ({ engine, reader }) => {
  engine.html(
    resultsPage({ rows: hits(10), forms: [nextForm(nextFields(10, 12))] }),
    resultsPage({ rows: [...hits(15, 10), EOF_ROW], forms: [nextForm(nextFields(0, 1), 'Previous')] }),
  );
  const results = await duckDuckGo({ reader, pace: pace() }).search('tides', { maxResults: 20 });
  expect(results).toEqual(hits(20));
  expect(engine.asked.map(({ form }) => form)).toEqual([
    { q: 'tides', b: '', kl: 'wt-wt', df: '' },
    nextFields(10, 12),
  ]);
});

test('falls back to the lite endpoint after a challenge, and is blocked by a second one', async ({
  engine,
  reader,
}) => {
  const search = duckDuckGo({ reader, pace: pace() });
  engine.html(CHALLENGE).lite(litePage([AD_HIT, ...hits(2)].map(liteHit)), CHALLENGE);
  expect(await search.search('tides')).toEqual(hits(2));
  await expect(search.search('tides')).rejects.toMatchObject({ code: 'SEARCH_BLOCKED' });
  expect(engine.hosts).toEqual(['html', 'lite', 'lite']);
});

test('tells none, unknown and failed apart', async ({ engine, reader }) => {
  const search = duckDuckGo({ reader, pace: pace(), endpoints: ['https://html.duckduckgo.com/html/'] });
  engine.lab.names.set('elsewhere.example', [PUBLIC]);
  const sentOn = { status: 303, headers: { location: 'https://elsewhere.example/' } };
  const failed = { status: 503, body: 'down' };
  engine.html(resultsPage({ rows: [NO_RESULT_ROW] }), '', '<p>Hello.', sentOn, failed, { status: 429 });
  expect(await search.search('tides')).toEqual([]);
  const unreadable = Array.from({ length: 3 }, () => 'SEARCH_UNREADABLE');
  for (const code of [...unreadable, 'HTTP_STATUS', 'SEARCH_BLOCKED']) {
    await expect(search.search('tides')).rejects.toMatchObject({ code });
  }
});

test('answers as over plain HTTP, whatever the page', async ({ engine, reader }) => {
  const plain = new HttpReader({ guard: labGuard(engine.lab), insecureTls: true });
  const odd =
    '<div class="result web-result"><a class="result__a" href="//duckduckgo.com/l/?uddg=%ZZ">Broken</a></div>';
  const pages: (string | Answer)[] = [
    resultsPage({ rows: [AD_HIT, DATED, odd, ...hits(3)], above: INSTANT_ANSWER }),
    resultsPage({ rows: hits(2).map((hit) => ({ ...hit, snippetTag: 'div' })) }),
    resultsPage({ rows: [...hits(2), EOF_ROW, NO_RESULT_ROW] }),
    resultsPage({ query: 'anomaly.js challenge-form', rows: hits(1) }),
    resultsPage({ rows: [EOF_ROW, NO_RESULT_ROW] }),
    resultsPage({ rows: [NOTHING_FOUND] }),
    resultsPage({ rows: [AD_HIT] }),
    resultsPage({ rows: [odd] }),
    litePage([AD_HIT, DATED, ...hits(3)].map(liteHit)),
    litePage(['<tr><td>No results.</td></tr>']),
    challengePage(),
    challengePage({ words: false }),
    CHALLENGE,
    { status: 403, body: '<p>No.' },
    { status: 500 },
    { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' },
    '',
  ];
  const outcomeOf = async (over: HttpReader | BrowserReader, page: string | Answer): Promise<unknown> => {
    engine.html(page);
    const search = duckDuckGo({ reader: over, pace: pace(), endpoints: ['https://html.duckduckgo.com/html/'] });
    return search.search('tides').catch(({ code, message }: Error & { code: string }) => ({ code, message }));
  };
  const seen = new Set<string>();
  for (const [number, page] of pages.entries()) {
    const expected = await outcomeOf(plain, page);
    expect(await outcomeOf(reader, page), `page ${number}`).toEqual(expected);
    seen.add(Array.isArray(expected) ? `list of ${Math.min(expected.length, 1)}` : (expected as { code: string }).code);
  }
  expect([...seen].sort()).toEqual(['HTTP_STATUS', 'SEARCH_BLOCKED', 'SEARCH_UNREADABLE', 'list of 0', 'list of 1']);
  await plain.close();
});

test('pageward search asks in a browser with --reader browser', async () => {
  const engine = await serve(routes({ '/html/': resultsPage({ rows: hits(2) }) }));
  const to = ['--search-endpoint', `${engine.origin}/html/`, '--allow-private', engine.host];
  const { code, stdout } = await runCli(['search', 'tides', '--reader', 'browser', ...to]);
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('2. Tide 2\n') });
  expect(engine.hits).toEqual(['POST /html/']);
  await engine.close();
});

test('shows a model the same as over plain HTTP', async ({ engine, reader }) => {
  engine.html(resultsPage({ rows: hits(1) }));
  const { text } = await webSearch(duckDuckGo({ reader, pace: pace() })).run({ query: 'tides' });
  expect(text).toContain('1. Tide 1\nhttps://site-1.example/page\nWater at 1 feet');
});

test('ends with its caller and leaves no request behind', async ({ engine, reader }) => {
  engine.html(() => new Promise(() => undefined));
  const stop = new AbortController();
  const asked = duckDuckGo({ reader, pace: pace() }).search('tides', { signal: stop.signal });
  await expect.poll(() => engine.asked.length).toBe(1);
  stop.abort(new Error('enough'));
  await expect(asked).rejects.toThrow('enough');
  await expect.poll(() => engine.inFlight).toBe(0);
});
