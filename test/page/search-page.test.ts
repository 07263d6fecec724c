import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSearchPage } from '#src/page/search-page.js';
import { searchTarget } from '#src/page/search-target.js';
import { parseDocument } from '../support/dom.js';
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
  wrapped,
} from '../support/search-pages.js';

const read = (html: string) => readSearchPage(parseDocument(html));
const urlsOf = (html: string) => read(html).rows.map(({ url }) => url);

describe('a page of results', () => {
  it('gives its rows in order, wrapped links decoded', () => {
    const rows = hits(10).map((hit) => ({ ...hit, wrapped: true }));
    const page = read(resultsPage({ rows }));
    expect(page.outcome).toBe('results');
    expect(page.rows).toEqual(hits(10));
  });

  it('gives rows with direct links, and does not take the instant answer for one', () => {
    expect(read(resultsPage({ rows: hits(10), above: INSTANT_ANSWER })).rows).toEqual(hits(10));
  });

  it('gives direct and wrapped links of one page, and a target that is there in both forms once', () => {
    const [first, second] = hits(2);
    const again = { ...first, title: 'Again', wrapped: true } as const;
    expect(read(resultsPage({ rows: [first ?? AD_HIT, again as typeof AD_HIT, second ?? AD_HIT] })).rows).toEqual(
      hits(2),
    );
  });

  it('leaves advertisements out', () => {
    const html = resultsPage({ rows: [AD_HIT, ...hits(10)] });
    expect(html).toContain('y.js');
    expect(read(html).rows).toEqual(hits(10));
  });

  it('leaves an advertisement out that is not marked as one, by where it leads', () => {
    const html = resultsPage({ rows: [AD_HIT, ...hits(1)] })
      .replace('result--ad result--ad--small', 'web-result')
      .replace('<button class="badge--ad">Ad</button>', '');
    expect(html).toContain('y.js');
    expect(read(html).rows).toEqual(hits(1));
  });

  it('leaves a row out that is marked as an advertisement by its class alone, wherever it leads', () => {
    const html = resultsPage({ rows: hits(2) }).replace('web-result', 'result--ad');
    expect(read(html).rows).toEqual(hits(1, 2));
    const lite = litePage(hits(2).map(liteHit)).replace('<tr><td valign', '<tr class="result-sponsored"><td valign');
    expect(read(lite).rows).toEqual(hits(1, 2));
  });

  it('leaves a row out that bears the badge of an advertisement and leads elsewhere', () => {
    const [hit] = hits(1);
    const html = resultsPage({ rows: hits(2) }).replace('</h2>', '<button class="badge--ad">Ad</button></h2>');
    expect(urlsOf(html)).not.toContain(hit?.url);
    expect(urlsOf(html)).toHaveLength(1);
  });

  it.each([
    ['class first', '<a class="result__a" rel="nofollow" href="https://a.example/">T</a>'],
    ['href first', '<a href="https://a.example/" class="result__a">T</a>'],
    ['more classes, single quotes', "<a class='js-x result__a y' href='https://a.example/'>T</a>"],
  ])('knows a link by its class, whatever the order of its attributes: %s', (_, link) => {
    expect(urlsOf(`<div class="result web-result">${link}</div>`)).toEqual(['https://a.example/']);
  });

  it.each(['a', 'div', 'span', 'td'])('reads a snippet in a %s', (snippetTag) => {
    const rows = [{ ...AD_HIT, isAd: false, snippet: 'High   <b>water</b>\n at noon', snippetTag }];
    // A cell is none outside of a table.
    const html =
      snippetTag === 'td'
        ? litePage([liteHit({ ...rows[0], url: 'https://a.example/' } as never, 1)])
        : resultsPage({ rows });
    expect(read(html).rows[0]?.snippet).toBe('High water at noon');
  });

  it('gives a row without a snippet an empty one, and not that of the next', () => {
    const [first, second] = hits(2);
    const bare = { title: first?.title ?? '', url: first?.url ?? '' };
    const page = read(resultsPage({ rows: [bare, second ?? AD_HIT] }));
    expect(page.rows.map(({ snippet }) => snippet)).toEqual(['', 'Water at 2 feet']);
  });

  it('decodes an entity once', () => {
    const rows = [{ title: 'Ebb &amp;ndash; flow &#x27;n&#x27; more', url: 'https://a.example/' }];
    expect(read(resultsPage({ rows })).rows[0]?.title).toBe("Ebb &ndash; flow 'n' more");
  });

  it('gives the date of a row, and leaves it out of the snippet', () => {
    const [hit = AD_HIT] = hits(1);
    const dated = { ...hit, date: '2025-06-23T00:00:00.0000000' };
    expect(read(resultsPage({ rows: [dated] })).rows).toEqual([{ ...hit, publishedTime: '2025-06-23' }]);
    const odd = read(resultsPage({ rows: [{ ...hit, date: '2025-99-99T00:00:00' }] }));
    expect(odd.rows).toEqual([hit]);
  });

  it('drops rows whose link makes no sense, or that have no title', () => {
    const row = (link: string) => `<div class="result web-result">${link}</div>`;
    const html = resultsPage({
      rows: [
        row('<a class="result__a" href="//duckduckgo.com/l/?uddg=%ZZbad&amp;rut=1">Broken</a>'),
        row('<a class="result__a" href="//duckduckgo.com/l/?rut=1">Without target</a>'),
        row('<a class="result__a" href="mailto:a@b.example">Mail</a>'),
        row('<a class="result__a">Nowhere</a>'),
        row('<a class="result__a" href="https://b.example/"> <b> </b></a>'),
        ...hits(1),
      ],
    });
    expect(read(html).rows).toEqual(hits(1));
    expect(read(html.replaceAll('site-1.example', '[')).outcome).toBe('unknown');
  });

  it('is one also when the query has the words of a challenge in it', () => {
    const query = 'anomaly.js challenge-form error-lite@duckduckgo.com No results.';
    const page = read(resultsPage({ query, rows: [{ title: query, url: 'https://a.example/', snippet: query }] }));
    expect(page).toMatchObject({ outcome: 'results', rows: [{ url: 'https://a.example/' }] });
  });
});

describe('the form of the next page', () => {
  it('has all hidden fields as they are', () => {
    const fields = { ...nextFields(10, 12), df: 'w' };
    const { next } = read(resultsPage({ rows: hits(10), forms: [nextForm(fields)] }));
    expect(next).toEqual(fields);
  });

  it('is told from that of the previous page by where it leads, not by its words', () => {
    const forms = [nextForm(nextFields(0, 1), 'Zurück'), nextForm(nextFields(25, 26), 'Weiter')];
    expect(read(resultsPage({ rows: hits(15), forms })).next).toMatchObject({ s: '25', dc: '26' });
  });

  it('is not there when the page has none', () => {
    expect(read(resultsPage({ rows: hits(3) })).next).toBeUndefined();
  });
});

describe('a page without results', () => {
  it.each([
    ['the row that says so', resultsPage({ rows: [NO_RESULT_ROW] })],
    ['the row that leads to another engine', resultsPage({ rows: [EOF_ROW, NO_RESULT_ROW] })],
    ['the message of newer pages', resultsPage({ rows: [NOTHING_FOUND] })],
    ['the title of older pages', resultsPage({ rows: [{ title: 'No  results.', url: 'https://duckduckgo.com/x' }] })],
    ['the row that says so, under an advertisement', resultsPage({ rows: [AD_HIT, NO_RESULT_ROW] })],
    ['the words of the lite page', litePage(['<tr><td> No results. </td></tr>'])],
    ['the words of its last page', litePage(['<tr><td>No more results.</td></tr>'])],
  ])('says that there are none by %s', (_, html) => {
    expect(read(html)).toMatchObject({ outcome: 'none', rows: [] });
  });

  it('may be the last one, after results', () => {
    const page = read(resultsPage({ rows: [...hits(2), EOF_ROW, NO_RESULT_ROW] }));
    expect(page).toMatchObject({ outcome: 'results', rows: hits(2) });
  });

  it.each([
    ['a challenge', challengePage()],
    ['a challenge without its sentence', challengePage({ words: false })],
    ['the older notice', '<p>If this error persists, please let us know: error-lite@duckduckgo.com</p>'],
  ])('is a block when it is %s', (_, html) => {
    expect(read(html)).toMatchObject({ outcome: 'blocked', rows: [] });
  });

  it.each([
    ['empty', ''],
    ['without content', '<html><body></body></html>'],
    [
      'something else',
      '<h1>Welcome to the portal</h1><p>Sign in. No results. <a href="https://a.example/">Help</a></p>',
    ],
    ['advertisements and nothing else', resultsPage({ rows: [AD_HIT] })],
    [
      'rows that we cannot read, before the one that says that there are no more',
      resultsPage({ rows: [{ title: 'Tide', url: 'about:tide' }, NO_RESULT_ROW] }),
    ],
    ['of another layout', '<ol><li><a class="headline" href="https://a.example/">Tide</a></li></ol>'],
  ])('is unknown, and not a page without results, when it is %s', (_, html) => {
    expect(read(html).outcome).toBe('unknown');
  });
});

describe('a page that was cut off', () => {
  const cuts = (html: string) => Array.from({ length: Math.ceil(html.length / 97) }, (_, at) => html.slice(0, at * 97));
  const outcomesOf = (html: string) => new Set(cuts(html).map((cut) => read(cut).outcome));

  it('of results is not one without any, nor a block', () => {
    const html = resultsPage({ rows: [AD_HIT, ...hits(2)], above: INSTANT_ANSWER });
    expect(outcomesOf(html)).toEqual(new Set(['unknown', 'results']));
  });

  it('of a challenge is not one without results', () => {
    expect(outcomesOf(challengePage())).toEqual(new Set(['unknown', 'blocked']));
  });
});

describe('the lite page', () => {
  it('pairs links, snippets and dates by order of appearance, sponsored rows left out', () => {
    const [first = AD_HIT, second = AD_HIT, third = AD_HIT] = hits(3);
    const rows = [
      AD_HIT,
      { title: first.title, url: first.url },
      { ...second, date: '2026-01-02T00:00:00.0000000' },
      third,
    ];
    const page = read(litePage(rows.map(liteHit), nextForm(nextFields(10, 12))));
    expect(page.rows).toEqual([
      { title: first.title, url: first.url, snippet: '' },
      { ...second, publishedTime: '2026-01-02' },
      third,
    ]);
    expect(page.next).toEqual(nextFields(10, 12));
  });
});

describe('the target of a result', () => {
  it.each([
    ['https://a.example/x?y=1', 'https://a.example/x?y=1'],
    ['/l/?uddg=https%3A%2F%2Fkaval.example%2F&rut=abc', 'https://kaval.example/'],
    ['//duckduckgo.com/l/?uddg=https%3A%2F%2Fa.example%2Fb%2Dc', 'https://a.example/b-c'],
    ['https://duckduckgo.com/l/?rut=1&uddg=https%3A%2F%2Fa.example%2Fa%2520b', 'https://a.example/a%20b'],
    [
      'https://html.duckduckgo.com/l/?uddg=http%3A%2F%2Fa.example%2F%3Fq%3Dx%26y%3Dz%2B1',
      'http://a.example/?q=x&y=z+1',
    ],
    [
      'https://notduckduckgo.com/l/?uddg=https%3A%2F%2Fb.example%2F',
      'https://notduckduckgo.com/l/?uddg=https%3A%2F%2Fb.example%2F',
    ],
    ['http://www.google.com/maps', 'http://www.google.com/maps'],
  ])('of %s is %s', (href, url) => {
    expect(searchTarget(href)).toEqual({ url });
  });

  it.each([
    wrapped('https://duckduckgo.com/y.js?ad_domain=a.example').replaceAll('&amp;', '&'),
    'https://duckduckgo.com/y.js?ad_domain=a.example',
    'https://help.duckduckgo.com/',
    '/settings',
  ])('of %s is the engine’s own', (href) => {
    expect(searchTarget(href)).toEqual({ dropped: 'own' });
  });

  it('is never the engine itself, nor anything but the web, whatever the link', () => {
    const links = fc.oneof(
      fc.webUrl({ withQueryParameters: true }),
      fc.tuple(fc.constantFrom('/l/?uddg=', '//duckduckgo.com/l/?x=1&uddg='), fc.string()).map(([way, to]) => way + to),
      fc.webUrl().map((url) => `/l/?uddg=${encodeURIComponent(url)}`),
      fc.string(),
    );
    fc.assert(
      fc.property(links, (href) => {
        const target = searchTarget(href);
        if ('dropped' in target) return;
        const { protocol, hostname } = new URL(target.url);
        expect(protocol).toMatch(/^https?:$/);
        expect(`.${hostname}`).not.toMatch(/\.duckduckgo\.com$/);
      }),
    );
  });

  it('is another engine after the last result', () => {
    expect(searchTarget('http://www.google.com/search?hl=en&q=tides')).toEqual({ dropped: 'end' });
  });

  it.each([
    null,
    'https://[',
    'javascript:alert(1)',
    'ftp://a.example/',
    '/l/?uddg=',
    '/l/?uddg=%2Frelative',
    '/l/?uddg=javascript%3Aalert(1)',
    '/l/?uddg=https%3A%2F%2Fa.example%2F%E0%A4%A',
  ])('of %s is none', (href) => {
    expect(searchTarget(href)).toEqual({ dropped: 'broken' });
  });
});
