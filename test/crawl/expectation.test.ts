import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkCrawlOptions } from '#src/crawl/crawl-options.js';
import { crawl } from '#src/crawl/crawler.js';
import { type Expectation, readyExpectation } from '#src/crawl/expectation.js';
import { Expectations } from '#src/crawl/expectations.js';
import { type Found, judgeExpectation } from '#src/crawl/judge-expectation.js';
import { buildReport } from '#src/report/build-report.js';
import { crawled, endOf, ofType, optionsFor, taken } from '../support/crawl-site.js';
import { serve } from '../support/http-server.js';

const page = { title: 'The shop', text: 'A lamp costs € 12.00 today.', statusCode: 200 };
const judged = async (expectation: Omit<Expectation, 'url'>, found: object | undefined = {}, more: object = {}) =>
  judgeExpectation(
    await readyExpectation({ url: '/**', ...expectation }),
    { ...page, ...more },
    found as Found | undefined,
  );

describe('an expectation', () => {
  it.each<[Omit<Expectation, 'url'>, object, string[]]>([
    [{ title: 'shop' }, {}, []],
    [{ title: 'garden' }, {}, ['title: garden / The shop']],
    [{ text: ['lamp', 're:€ \\d'] }, {}, []],
    [{ text: ['lamp', 'chair'] }, {}, ['text: chair / (not on the page)']],
    [{ absentText: 'lamp' }, {}, ['text: without lamp / (on the page)']],
    [{ minWords: 3 }, {}, []],
    [{ minWords: 30 }, {}, ['words: at least 30 / 6']],
    [{ selector: '.price' }, { selector: 1 }, []],
    [{ selector: '.price' }, { selector: 0 }, ['.price: at least 1 / 0']],
    [{ selector: '.price', minItems: 3 }, { selector: 2 }, ['.price: at least 3 / 2']],
    [{ selector: '.price', maxItems: 1 }, { selector: 2 }, ['.price: at most 1 / 2']],
    [{ selector: '.price', maxItems: 1 }, {}, []],
    [{ absent: '.error' }, { absent: 1 }, ['.error: none / 1']],
    [{ rows: 'li', fields: { name: 'b' } }, { rows: [] }, ['li: at least one row / 0']],
    [{ rows: 'li', fields: { name: 'b' } }, { rows: [{ name: 'x' }] }, []],
  ])('%j, of a page with %j', async (expectation, found, faults) => {
    const result = await judged(expectation, found);
    expect((result.faults ?? []).map(({ what, expected, actual }) => `${what}: ${expected} / ${actual}`)).toEqual(
      faults,
    );
    expect(result.ok).toBe(faults.length === 0);
  });

  it.each<[Omit<Expectation, 'url'>, number, string[]]>([
    [{}, 399, []],
    [{ title: 'garden' }, 404, ['status: below 400 / 404']],
    [{ status: 404 }, 404, []],
    [{ status: [404, 410], title: 'garden' }, 410, ['title: garden / The shop']],
    [{ status: [404, 410], title: 'garden' }, 200, ['status: 404 or 410 / 200']],
  ])('%j, of an answer with %i', async (expectation, statusCode, faults) => {
    const { faults: found = [] } = await judged(expectation, {}, { statusCode });
    expect(found.map(({ what, expected, actual }) => `${what}: ${expected} / ${actual}`)).toEqual(faults);
  });

  it('is not met where its regular expression tries for too long, and looks no longer', async () => {
    const text = `${'a'.repeat(50)}!`;
    const started = performance.now();
    for (const key of ['text', 'absentText']) {
      const { ok, faults } = await judged({ [key]: 're:^(a+)+$' }, {}, { text });
      expect(ok).toBe(false);
      expect(faults?.[0]?.actual).toContain('took longer');
    }
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(await judged({ text: 're:^a+!$' }, {}, { text })).toMatchObject({ ok: true });
  });

  it('says so where there is more on a page than is read of it', async () => {
    const { ok, faults } = await judgeExpectation(
      await readyExpectation({ url: '/**', rows: 'li', fields: { name: 'b' } }),
      page,
      undefined,
    );
    expect({ ok, faults }).toEqual({
      ok: false,
      faults: [{ what: 'rows', expected: 'as many as can be read of one page', actual: 'more' }],
    });
  });

  it('takes schemas that are functions, as ArkType’s', async () => {
    const schema = Object.assign(() => undefined, {
      '~standard': { version: 1 as const, validate: () => ({ issues: [{ message: 'a number' }] }) },
    });
    const contract = { url: '/**', fields: { name: 'b' }, schema };
    expect(checkCrawlOptions({ expect: [contract] })).toBeUndefined();
    expect(await judged({ fields: { name: 'b' }, schema }, { rows: { name: 'x' } })).toMatchObject({ ok: false });
  });

  it('is not met where its schema throws, asynchronously or not', async () => {
    for (const validate of [
      () => {
        throw new Error('a bug');
      },
      async () => {
        throw new Error('a bug');
      },
    ]) {
      const schema = { '~standard': { version: 1 as const, validate } };
      const { ok, faults } = await judged({ fields: { name: 'b' }, schema }, { rows: { name: 'x' } });
      expect({ ok, faults }).toEqual({
        ok: false,
        faults: [{ what: 'row 1', expected: 'a schema that can judge it (a bug)', actual: '{"name":"x"}' }],
      });
    }
  });

  it('checks rows by JSON Schema and by zod alike', async () => {
    const rows = [{ price: 12 }, { price: -1 }, {}];
    const fields = { price: { select: 'b', as: 'number' as const } };
    const schemas = [
      { type: 'object', properties: { price: { type: 'number', minimum: 0 } }, required: ['price'] },
      z.object({ price: z.number().min(0) }),
    ];
    for (const schema of schemas) {
      const { faults = [] } = await judged({ rows: 'li', fields, schema }, { rows });
      expect(faults.map(({ what, actual }) => `${what} ${actual}`)).toEqual(['row 2.price -1', 'row 3.price (none)']);
    }
  });

  it.each<Partial<Expectation>>([
    { selector: '..bad' },
    { minItems: 2 },
    { selector: 'p', minItems: 3, maxItems: 2 },
    { schema: {} },
    { schema: { type: 'nonsense' }, fields: { a: 'b' } },
    { url: 're:(' },
    { fields: JSON.parse('{"__proto__":"h1"}') },
    { title: 're:(' },
    { text: ['well', 're:['] },
    { absentText: 're:\\p{Nonsense}' },
    { status: 20 },
    { status: [] },
    { titel: 'x' } as Partial<Expectation>,
  ])('that is none is refused before anything is asked: %j', async (expectation) => {
    await using server = await serve((_, response) => void response.end());
    const expected = [{ url: '/**', ...expectation } as Expectation];
    await expect(crawled(server, { expect: expected })).rejects.toMatchObject({ code: 'INVALID_OPTION' });
    expect(server.hits).toEqual([]);
  });
});

describe('expectations', () => {
  it('say which key of which is wrong', async () => {
    const unfit = (more: object) => readyExpectation({ name: 'prices', url: '/**', ...more });
    await expect(unfit({ text: 're:(' })).rejects.toThrow(/^expect: prices: text: re:\( is no regular expression: /);
    await expect(unfit({ selector: '..x' })).rejects.toThrow(/^expect: prices: selector/);
    await expect(unfit({ fields: {}, schema: { propertis: {} } })).rejects.toThrow(
      /^expect: prices: schema: .*propertis/,
    );
  });

  it('have names of their own, given or not', async () => {
    const text = 'x';
    await expect(Expectations.of([])).rejects.toThrow('no expectation in it');
    await expect(Expectations.of([{ url: '/a', text }, { url: '/a' }])).rejects.toThrow('two are called /a');
    await expect(Expectations.of([{ url: '/a' }, { name: '/a', url: '/b' }])).rejects.toThrow('two are called /a');
    await expect(Expectations.of([{ url: '/a' }, { name: 'other', url: '/a' }])).resolves.toBeDefined();
  });
});

describe('a crawl with expectations', () => {
  const shop = (price: string) =>
    `<title>Lamp</title><main><h1>Lamp</h1><p>A lamp for every room of the house.</p><b class="price">${price}</b></main>`;
  const start = `<title>Start</title><main><p>All of our lamps.</p><a href="/lamps/1">One</a> <a href="/lamps/2">Two</a></main>`;
  const serveShop = () =>
    serve(({ url }, response) => {
      const html =
        url === '/' ? start : url === '/lamps/1' ? shop('€ 12.00') : url === '/lamps/2' ? shop('') : undefined;
      if (html === undefined) return void response.writeHead(404).end();
      response.setHeader('content-type', 'text/html').end(html);
    });
  const expected: Expectation[] = [
    {
      name: 'a price',
      url: '/lamps/*',
      rows: 'main',
      fields: { price: { select: '.price', as: 'number' } },
      schema: { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] },
    },
    { name: 'a heading', url: 're:/lamps/\\d', selector: 'h1' },
    { name: 'chairs', url: '/chairs/*', selector: 'h1' },
    { name: 'tables', url: '/tables/*', selector: 'h1', optional: true },
  ];
  const options = { robots: 'ignore', sitemap: 'skip', retries: 0, expect: expected } as const;
  const totals = { failed: 1, failedPages: 1, expectedFailures: 0, unmatched: [{ name: 'chairs', url: '/chairs/*' }] };

  it('tells pages that are not as expected, and patterns that no page is like', async () => {
    await using server = await serveShop();
    const events = await crawled(server, options);
    expect(ofType(events, 'expectation')).toEqual([
      {
        type: 'expectation',
        url: `${server.origin}/lamps/2`,
        name: 'a price',
        faults: [{ what: expect.stringMatching(/^row 1/), expected: expect.any(String), actual: expect.any(String) }],
      },
      { type: 'expectation', url: '/chairs/*', name: 'chairs', faults: [expect.objectContaining({ what: 'pages' })] },
    ]);
    expect(endOf(events).totals.expectations).toEqual(totals);
    // What was only asked for the contract is no page's.
    expect(ofType(events, 'page').every(({ page }) => page.data === undefined)).toBe(true);
  });

  it('keeps what came of it, over resumed runs and in the report', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'pageward-expect-'));
    await using server = await serveShop();
    const first = await crawled(server, { ...options, out: folder, maxPages: 2, concurrency: 1 });
    // Of a crawl that is not whole nobody knows what is missing.
    expect(ofType(first, 'expectation').map(({ name }) => name)).not.toContain('chairs');
    const events = await crawled(server, { ...options, out: folder, resume: true });
    expect(endOf(events).totals.expectations).toEqual(totals);
    const rows = (await readFile(path.join(folder, 'expectations.jsonl'), 'utf8'))
      .trimEnd()
      .split('\n')
      .map((row) => JSON.parse(row));
    expect(rows.map(({ url, name, ok }) => `${new URL(url).pathname} ${name} ${ok}`)).toEqual([
      '/lamps/1 a price true',
      '/lamps/1 a heading true',
      '/lamps/2 a price false',
      '/lamps/2 a heading true',
    ]);
    expect(await readFile(path.join(folder, 'pages.jsonl'), 'utf8')).not.toContain('a heading');
    const { findings } = await buildReport(folder);
    expect(findings.filter(({ kind }) => kind === 'expectation').map(({ subject }) => subject)).toEqual([
      'chairs',
      'a price',
    ]);
    await rm(folder, { recursive: true });
  });

  it('holds to them what could not be read, and what is answered as it should be not against the site', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'pageward-expect-'));
    let isDown = true;
    await using server = await serve(({ url }, response) => {
      if (url === '/old') return void response.writeHead(410).end('<h1>Gone for good</h1>');
      if (url === '/lost') return void response.writeHead(404).end('<h1>Lost</h1>');
      if (url === '/down' && isDown) return void response.destroy();
      response.setHeader('content-type', 'text/html').end(`<title>${url}</title><main><h1>${url}</h1></main>`);
    });
    const contracts: Expectation[] = [
      { name: 'is gone', url: '/old', status: [404, 410], selector: 'h1' },
      { name: 'is there', url: '/lost' },
      { name: 'is up', url: '/down', selector: 'h1' },
    ];
    const seeds = ['/', '/old', '/lost', '/down'].map((at) => `${server.origin}${at}`);
    const run = (more: object) =>
      taken(crawl(seeds, optionsFor(server, { ...options, expect: contracts, out: folder, ...more })));
    const events = await run({});
    expect(
      ofType(events, 'expectation').map(({ name, faults: [fault] }) => `${name}: ${fault?.what} ${fault?.actual}`),
    ).toEqual(
      expect.arrayContaining(['is there: status 404', expect.stringMatching(/^is up: page CONNECTION_LOST: /)]),
    );
    expect(endOf(events).totals).toMatchObject({
      failures: 3,
      expectations: { failed: 2, failedPages: 2, expectedFailures: 1, unmatched: [] },
    });
    const kinds = async () => (await buildReport(folder)).findings.filter(({ severity }) => severity === 'error');
    expect((await kinds()).map(({ kind, url }) => `${kind} ${new URL(url).pathname}`)).toEqual([
      'broken-link /down',
      'broken-link /lost',
      'expectation /down',
      'expectation /lost',
    ]);

    isDown = false;
    const again = await run({ resume: true });
    expect(endOf(again).totals.expectations).toMatchObject({ failed: 1, expectedFailures: 1, unmatched: [] });
    expect((await kinds()).map(({ kind, url }) => `${kind} ${new URL(url).pathname}`)).toEqual([
      'broken-link /lost',
      'expectation /lost',
    ]);
    await rm(folder, { recursive: true });
  });

  it('counts what is shown exactly, however much, and for several at once', async () => {
    const items = (count: number) => '<li>x</li>'.repeat(count);
    await using server = await serve((_, response) => {
      const html = `<title>Many</title><main><ul>${items(12_000)}</ul><ul hidden>${items(5)}</ul></main>`;
      response.setHeader('content-type', 'text/html').end(html);
    });
    const contracts: Expectation[] = [
      { name: 'enough', url: '/**', selector: 'li', minItems: 12_000, maxItems: 12_000 },
      { name: 'too many', url: '/**', selector: 'main li', maxItems: 11_999 },
      { name: 'rows', url: '/**', rows: 'li', fields: { text: 'b' } },
    ];
    const events = await crawled(server, { ...options, expect: contracts.slice(0, 2) });
    expect(ofType(events, 'expectation').map(({ name, faults }) => [name, faults])).toEqual([
      ['too many', [{ what: 'main li', expected: 'at most 11999', actual: '12000' }]],
    ]);
    const cut = await crawled(server, { ...options, expect: contracts });
    expect(ofType(cut, 'expectation').map(({ name, faults: [fault] }) => `${name}: ${fault?.what}`)).toEqual([
      'enough: rows',
      'too many: rows',
      'rows: rows',
    ]);
  });

  it('looks at the document of a page that an earlier crawl has, and that has not changed', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'pageward-expect-'));
    await using server = await serve(({ headers }, response) => {
      response.setHeader('etag', '"1"');
      if (headers['if-none-match'] === '"1"') return void response.writeHead(304).end();
      response.setHeader('content-type', 'text/html').end('<title>Same</title><main><h1>Same</h1></main>');
    });
    const { expect: _, ...plain } = options;
    await crawled(server, { ...plain, out: path.join(folder, 'one') });
    const contract = { name: 'a heading', url: '/**', selector: 'h1' };
    const events = await crawled(server, {
      ...{ ...plain, expect: [contract], since: path.join(folder, 'one'), out: path.join(folder, 'two') },
    });
    expect(ofType(events, 'expectation')).toEqual([]);
    expect(endOf(events).totals).toMatchObject({ changes: { same: 1 }, expectations: { failed: 0, unmatched: [] } });
    await rm(folder, { recursive: true });
  });
});
