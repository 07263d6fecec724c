import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Expectation, judgeExpectation, readyExpectation } from '#src/crawl/expectation.js';
import { buildReport } from '#src/report/build-report.js';
import { crawled, endOf, ofType } from '../support/crawl-site.js';
import { serve } from '../support/http-server.js';

const page = { title: 'The shop', text: 'A lamp costs € 12.00 today.' };
const judged = (expectation: Omit<Expectation, 'url'>, found = {}) =>
  judgeExpectation(readyExpectation({ url: '/**', ...expectation }), page, found);

describe('an expectation', () => {
  it.each<[Omit<Expectation, 'url'>, object, string[]]>([
    [{ title: 'shop' }, {}, []],
    [{ title: 'garden' }, {}, ['title: garden / The shop']],
    [{ text: ['lamp', 're:€ \\d'] }, {}, []],
    [{ text: ['lamp', 'chair'] }, {}, ['text: chair / (not on the page)']],
    [{ absentText: 'lamp' }, {}, ['text: without lamp / (on the page)']],
    [{ minWords: 3 }, {}, []],
    [{ minWords: 30 }, {}, ['words: at least 30 / 6']],
    [{ selector: '.price' }, { selector: [{}] }, []],
    [{ selector: '.price' }, { selector: [] }, ['.price: at least 1 / 0']],
    [{ selector: '.price', minItems: 3 }, { selector: [{}, {}] }, ['.price: at least 3 / 2']],
    [{ selector: '.price', maxItems: 1 }, { selector: [{}, {}] }, ['.price: at most 1 / 2']],
    [{ selector: '.price', maxItems: 1 }, {}, []],
    [{ absent: '.error' }, { absent: [{}] }, ['.error: none / 1']],
    [{ rows: 'li', fields: { name: 'b' } }, { rows: [] }, ['li: at least one row / 0']],
    [{ rows: 'li', fields: { name: 'b' } }, { rows: [{ name: 'x' }] }, []],
  ])('%j, of a page with %j', async (expectation, found, faults) => {
    const result = await judged(expectation, found);
    expect((result.faults ?? []).map(({ what, expected, actual }) => `${what}: ${expected} / ${actual}`)).toEqual(
      faults,
    );
    expect(result.ok).toBe(faults.length === 0);
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
    { schema: {} },
    { schema: { type: 'nonsense' }, fields: { a: 'b' } },
    { url: 're:(' },
    { titel: 'x' } as Partial<Expectation>,
  ])('that is none is refused before anything is asked: %j', async (expectation) => {
    await using server = await serve((_, response) => void response.end());
    const expected = [{ url: '/**', ...expectation } as Expectation];
    await expect(crawled(server, { expect: expected })).rejects.toMatchObject({ code: 'INVALID_OPTION' });
    expect(server.hits).toEqual([]);
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
  const options = { robots: 'ignore', sitemap: 'skip', expect: expected } as const;

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
      { type: 'expectation', url: 'chairs', name: 'chairs', faults: [expect.objectContaining({ what: 'pages' })] },
    ]);
    expect(endOf(events).totals.expectations).toEqual({ failed: 1, unmatched: ['chairs'] });
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
    expect(endOf(events).totals.expectations).toEqual({ failed: 1, unmatched: ['chairs'] });
    const rows = (await readFile(path.join(folder, 'pages.jsonl'), 'utf8'))
      .trimEnd()
      .split('\n')
      .map((row) => JSON.parse(row));
    expect(rows.map(({ expectations = [] }) => expectations.length)).toEqual([0, 2, 2]);
    const { findings } = await buildReport(folder);
    expect(findings.filter(({ kind }) => kind === 'expectation').map(({ subject }) => subject)).toEqual([
      'chairs',
      'a price',
    ]);
    await rm(folder, { recursive: true });
  });
});
