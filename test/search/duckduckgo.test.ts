import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AutoReader } from '#src/reader/auto-reader.js';
import { HttpReader, type HttpReaderOptions } from '#src/reader/http-reader.js';
import { type DuckDuckGoOptions, duckDuckGo } from '#src/search/duckduckgo.js';
import { labGuard } from '../support/guard-lab.js';
import { LeapingClock, SearchEngine } from '../support/search-engine.js';
import {
  challengePage,
  hits,
  liteHit,
  litePage,
  NO_RESULT_ROW,
  nextFields,
  nextForm,
  resultsPage,
  TOKEN,
} from '../support/search-pages.js';

let engine: SearchEngine;
const open: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  engine = await new SearchEngine().start();
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((resource) => resource.close()));
  await engine.lab.close();
});

/** DuckDuckGo over plain HTTP, as the stand-in plays it. */
function backend(options: DuckDuckGoOptions = {}, readerOptions: HttpReaderOptions = {}) {
  const guard = labGuard(engine.lab);
  const reader = new HttpReader({ guard, insecureTls: true, ...readerOptions });
  open.push(reader);
  return duckDuckGo({ reader, pace: { clock: new LeapingClock() }, ...options });
}

const CHALLENGE = { status: 202, body: challengePage() };
const LITE = litePage(hits(2).map(liteHit));

describe('a search by DuckDuckGo', () => {
  it('posts the form of the html endpoint, under one name that browsers have', async () => {
    engine.html(resultsPage({ rows: hits(10) }));
    const search = backend();
    expect(await search.search('  tide tables ')).toEqual(hits(5));
    const [asked] = engine.asked;
    expect(asked).toMatchObject({ host: 'html.duckduckgo.com', method: 'POST', path: '/html/' });
    expect(asked?.form).toEqual({ q: 'tide tables', b: '', kl: 'wt-wt', df: '' });
    expect(asked?.headers).toMatchObject({
      'content-type': 'application/x-www-form-urlencoded',
      referer: 'https://html.duckduckgo.com/',
      'user-agent': expect.stringMatching(/^Mozilla\/5\.0 .*Firefox\/\d+/),
      'accept-language': expect.any(String),
    });
    await search.search('ebb');
    expect(engine.asked[1]?.headers['user-agent']).toBe(asked?.headers['user-agent']);
  });

  it('sends region, time range and strictness', async () => {
    engine.html(resultsPage({ rows: hits(1) }));
    await backend({ region: 'de-de', safe: 'strict' }).search('tides', { timeRange: 'w' });
    await backend({ safe: 'moderate' }).search('tides', { timeRange: 'y' });
    await backend({ safe: 'off', userAgent: 'Tides/1' }).search('tides');
    expect(engine.asked.map(({ form: { kl, df, kp } }) => [kl, df, kp])).toEqual([
      ['de-de', 'w', '1'],
      ['wt-wt', 'y', '-1'],
      ['wt-wt', '', '-2'],
    ]);
    expect(engine.asked[2]?.headers['user-agent']).toBe('Tides/1');
  });

  it('gives as many results as are asked for, 1 to 20', async () => {
    engine.html(resultsPage({ rows: hits(30) }));
    const search = backend();
    const counts = await Promise.all(
      [undefined, 3, 0, 100].map(async (maxResults) => (await search.search('tides', { maxResults })).length),
    );
    expect(counts).toEqual([5, 3, 1, 20]);
  });

  it('takes more from the next page, which is asked for with all fields of its form', async () => {
    engine.html(
      resultsPage({ rows: hits(10), forms: [nextForm(nextFields(10, 12))] }),
      resultsPage({ rows: hits(15, 10), forms: [nextForm(nextFields(0, 1)), nextForm(nextFields(25, 27))] }),
    );
    expect(await backend().search('tides', { maxResults: 15 })).toEqual(hits(15));
    expect(engine.asked).toHaveLength(2);
    expect(engine.asked[1]?.form).toEqual({ ...nextFields(10, 12), vqd: TOKEN });
    expect(engine.asked[1]?.form).not.toHaveProperty('b');
  });

  it('is content with what there is when no form leads further', async () => {
    engine.html(resultsPage({ rows: hits(10), forms: [nextForm(nextFields(0, 1))] }));
    expect(await backend().search('tides', { maxResults: 20 })).toHaveLength(10);
    expect(engine.asked).toHaveLength(1);
  });

  it('asks for three pages at most', async () => {
    engine.html(({ form }) => {
      const at = Number(form['s'] ?? 0);
      return resultsPage({ rows: hits(2, at), forms: [nextForm(nextFields(at + 2, at + 3))] });
    });
    expect(await backend().search('tides', { maxResults: 20 })).toHaveLength(6);
    expect(engine.asked).toHaveLength(3);
  });

  it('keeps what the first page had when the next one cannot be had', async () => {
    engine.html(resultsPage({ rows: hits(10), forms: [nextForm(nextFields(10, 11))] }), CHALLENGE);
    expect(await backend().search('tides', { maxResults: 20 })).toEqual(hits(10));
    expect(engine.hosts).toEqual(['html', 'html']);
  });

  it('gives an empty list when there truly is nothing, and asks nobody else', async () => {
    engine.html(resultsPage({ rows: [NO_RESULT_ROW] })).lite(LITE);
    expect(await backend().search('tides')).toEqual([]);
    expect(engine.hosts).toEqual(['html']);
  });

  it('reads results in the charset of the answer', async () => {
    const body = Buffer.from(
      resultsPage({ rows: [{ title: 'Ebbe f\u00fcr K\u00fcsten', url: 'https://a.example/' }] }),
      'latin1',
    );
    const headers = { 'content-type': 'text/html; charset=iso-8859-1' };
    engine.html({ headers, body });
    expect(await backend().search('ebbe')).toMatchObject([{ title: 'Ebbe für Küsten' }]);
  });
});

describe('a query', () => {
  it('of more than 499 characters is rejected before anything is sent', async () => {
    engine.html(resultsPage({ rows: hits(1) }));
    await expect(backend().search('x'.repeat(500))).rejects.toMatchObject({ code: 'INVALID_QUERY' });
    expect(engine.asked).toEqual([]);
    expect(await backend().search('x'.repeat(499))).toHaveLength(1);
  });

  it.each(['', '  \n'])('of nothing (%j) is rejected', async (query) => {
    await expect(backend().search(query)).rejects.toMatchObject({ code: 'INVALID_QUERY' });
  });

  it.each([
    ['!w tides', '"!w" tides'],
    ['tides !g', 'tides "!g"'],
    ['! tides', '"!" tides'],
    ['\\tides', '"\\tides"'],
    ['"hear !g now" wow!', '"hear !g now" wow!'],
    ['!"', '"!"'],
    ['a!=b', 'a!=b'],
  ])('%j is sent as %j: its words are no commands', async (query, sent) => {
    engine.html(resultsPage({ rows: hits(1) }));
    await backend().search(query);
    expect(engine.asked[0]?.form['q']).toBe(sent);
  });

  it('that is sent on to another site has no answer', async () => {
    engine.lab.names.set('elsewhere.example', ['93.184.216.34']);
    engine.html({ status: 303, headers: { location: 'https://elsewhere.example/search?q=tides' } });
    await expect(backend({ endpoints: ['https://html.duckduckgo.com/html/'] }).search('tides')).rejects.toMatchObject({
      code: 'SEARCH_UNREADABLE',
      message: expect.stringContaining('elsewhere.example'),
    });
  });
});

describe('an endpoint that does not answer the search', () => {
  it.each([
    ['a challenge under 202', CHALLENGE],
    ['a challenge under 200', challengePage()],
    ['a challenge without its sentence', challengePage({ words: false })],
    ['a challenge under 400', { status: 400, body: challengePage() }],
    ['202 and no page that we know', { status: 202, body: '<p>One moment.' }],
    ['403', { status: 403, body: resultsPage({ rows: hits(1) }) }],
    ['418', { status: 418 }],
    ['429', { status: 429 }],
  ])('is blocked by %s', async (_, answer) => {
    engine.html(answer).lite(answer);
    await expect(backend().search('tides')).rejects.toMatchObject({
      code: 'SEARCH_BLOCKED',
      retryable: true,
      hint: 'Search again in 60 s, or by another backend.',
      details: { retryAfterMs: 60_000 },
    });
    expect(engine.hosts).toEqual(['html', 'lite']);
  });

  it.each([
    ['an empty body', ''],
    ['an empty page', '<html><body></body></html>'],
    ['another layout', '<ol><li><a class="headline" href="https://a.example/">Tide</a></li></ol>'],
  ])('cannot be read with %s', async (_, body) => {
    engine.html(body).lite(body);
    await expect(backend().search('tides')).rejects.toMatchObject({ code: 'SEARCH_UNREADABLE', retryable: false });
    expect(engine.hosts).toEqual(['html', 'lite']);
  });

  it.each([500, 503, 404])('has failed with %i', async (status) => {
    engine.html({ status, body: '<p>Something went wrong.' }).lite({ status });
    await expect(backend().search('tides')).rejects.toMatchObject({
      code: 'HTTP_STATUS',
      details: { statusCode: status },
    });
    expect(engine.hosts).toEqual(['html', 'lite']);
  });

  it.each([
    ['a block', CHALLENGE],
    ['an unknown page', '<p>Hello.'],
    ['a failure', { status: 503 }],
  ])('is followed by the lite one, once, after %s', async (_, answer) => {
    engine.html(answer).lite(LITE);
    expect(await backend().search('tides')).toEqual(hits(2));
    expect(engine.asked.map(({ host, path }) => host + path)).toEqual([
      'html.duckduckgo.com/html/',
      'lite.duckduckgo.com/lite/',
    ]);
    expect(engine.asked[1]?.form).toEqual(engine.asked[0]?.form);
    expect(engine.asked[1]?.headers.referer).toBe('https://lite.duckduckgo.com/');
  });

  it('gives results that come with 202 all the same', async () => {
    engine.html({ status: 202, body: resultsPage({ rows: hits(1) }) });
    expect(await backend().search('tides')).toEqual(hits(1));
  });

  it('is not followed by the lite one where the guard or the network is the matter', async () => {
    engine.html(resultsPage({ rows: hits(1) })).lite(LITE);
    const guarded = backend({
      reader: new HttpReader({ allowDomains: ['example.com'], resolver: engine.lab.resolver }),
    });
    await expect(guarded.search('tides')).rejects.toMatchObject({ code: 'REFUSED_DOMAIN' });
    engine.lab.names.delete('html.duckduckgo.com');
    await expect(backend().search('tides')).rejects.toMatchObject({ code: 'DNS_FAILED' });
    expect(engine.asked).toEqual([]);
  });

  it('does not hold a search beyond its deadline', async () => {
    engine.html(() => new Promise(() => undefined));
    await expect(backend({ timeoutMs: 50 }).search('tides')).rejects.toMatchObject({ code: 'TIMEOUT' });
  });
});

describe('the backend', () => {
  it('asks over plain HTTP, under the name of a browser, where a reader may do either', async () => {
    engine.html(resultsPage({ rows: hits(1) }));
    const reader = new AutoReader({ guard: labGuard(engine.lab), insecureTls: true });
    open.push(reader);
    expect(await backend({ reader }).search('tides')).toEqual(hits(1));
    expect(engine.asked[0]?.headers['user-agent']).toContain('Firefox');
  });

  it('closes the reader that it made, and not one that it was given', async () => {
    engine.html(resultsPage({ rows: hits(1) }));
    const reader = new HttpReader({ guard: labGuard(engine.lab), insecureTls: true });
    open.push(reader);
    const pace = { clock: new LeapingClock() };
    await duckDuckGo({ loader: reader, pace }).close();
    expect(await duckDuckGo({ loader: reader, pace }).search('tides')).toHaveLength(1);
    const own = duckDuckGo({ guard: labGuard(engine.lab), pace });
    await own.close();
    await expect(own.search('tides')).rejects.toMatchObject({ code: 'CLOSED' });
  });

  it.each<[string, unknown]>([
    ['region', { region: 'english' }],
    ['safe', { safe: 'on' }],
    ['reader', { reader: { read: () => undefined } }],
    ['loader', { reader: new HttpReader(), loader: new HttpReader() }],
    ['guard', { reader: new HttpReader(), guard: { check: () => undefined } }],
    ['endpoints.0', { endpoints: ['ftp://a.example/'] }],
    ['pace.spacing', { pace: { spacing: 1 } }],
    ['timeoutMs', { timeoutMs: 0 }],
  ])('refuses a bad option: %s', (option, options) => {
    expect(() => duckDuckGo(options as DuckDuckGoOptions)).toThrow(
      expect.objectContaining({ code: 'INVALID_OPTION', details: { option } }),
    );
  });

  it('refuses options of a search that it does not have', async () => {
    await expect(backend().search('tides', { timeRange: 'h' as 'd' })).rejects.toMatchObject({
      code: 'INVALID_OPTION',
    });
    await expect(backend().search('tides', { count: 3 } as object)).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  });
});
