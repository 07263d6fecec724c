import { describe, expect, it } from 'vitest';
import { productTokenOf } from '#src/crawl/product-token.js';
import { robotsTagsOf } from '#src/crawl/robots-tags.js';
import { HttpReader } from '#src/reader/http-reader.js';
import { routes, serve } from '../support/http-server.js';

const NOW = Date.parse('2026-12-01T00:00:00Z');
const tags = (robots: string[], token = 'pageward') => robotsTagsOf({ metadata: { robots } }, token, NOW);

describe('robots tags', () => {
  it.each([
    [['noindex'], true, false],
    [['nofollow'], false, true],
    [['none'], true, true],
    [['NoIndex , NOFOLLOW'], true, true],
    [['index, follow'], false, false],
    [['all'], false, false],
    [['noarchive, max-snippet:-1'], false, false],
    [['noindexing'], false, false],
    [['index', 'noindex'], true, false],
    [['pageward: noindex'], true, false],
    [['PageWard:noindex,nofollow'], true, true],
    [['otherbot: noindex, nofollow'], false, false],
    [['otherbot: noindex, pageward: nofollow'], false, true],
    [['noindex, otherbot: nofollow'], true, false],
    [['nofollow', 'pageward: noindex'], true, true],
    [['max-snippet: 5, noindex'], true, false],
    [['unavailable_after: 25 Jun 2010 15:00:00 PST'], true, false],
    [['unavailable_after: Friday, 25-Jun-10 15:00:00 GMT, nofollow'], true, true],
    [['unavailable_after: Fri, 25 Jun 2010 15:00:00 GMT'], true, false],
    [['unavailable_after: 2010-06-25T15:00:00Z'], true, false],
    [['unavailable_after: 2030-06-25'], false, false],
    [['unavailable_after: one day'], false, false],
    [['otherbot: unavailable_after: 2010-06-25'], false, false],
    [['pageward: unavailable_after: 2010-06-25'], true, false],
    [[''], false, false],
  ])('%j: noindex %s, nofollow %s', (robots, noindex, nofollow) => {
    expect(tags(robots)).toEqual({ noindex, nofollow });
  });

  it('ask nothing of whom a page without any is for', () => {
    expect(robotsTagsOf({}, 'pageward', NOW)).toEqual({ noindex: false, nofollow: false });
  });

  it('are found in the elements of a page and the headers of its answer, and of any kind of answer', async () => {
    const head = '<meta name="Robots" content="noindex"><meta name="robots" content=" max-snippet:-1 ">';
    const named = '<meta name="pageward" content="nofollow"><meta name="rating" content="all">';
    await using server = await serve(
      routes({
        '/page': {
          headers: { 'x-robots-tag': ['otherbot: none', 'pageward: noarchive'] },
          body: `${head}${named}<p>Words`,
        },
        '/plain': `<p>Words`,
        '/text': { headers: { 'content-type': 'text/plain', 'x-robots-tag': 'noindex' }, body: 'words' },
      }),
    );
    await using reader = new HttpReader({ allowPrivate: [server.host] });
    const robotsOf = async (path: string) => (await reader.read(server.origin + path)).metadata?.robots;
    expect(await robotsOf('/page')).toEqual([
      'noindex',
      'max-snippet:-1',
      'pageward: nofollow',
      'otherbot: none, pageward: noarchive',
    ]);
    expect(await robotsOf('/plain')).toBeUndefined();
    expect(await robotsOf('/text')).toEqual(['noindex']);
    expect(robotsTagsOf(await reader.read(`${server.origin}/page`), 'pageward', NOW)).toEqual({
      noindex: true,
      nofollow: true,
    });
  });
});

describe('the name that a user agent goes by', () => {
  it.each([
    ['Mozilla/5.0 (compatible; pageward/0.1.0; +https://example.com)', 'pageward'],
    ['ExampleBot/2.1 (+https://example.com/bot)', 'ExampleBot'],
    ['my-bot', 'my-bot'],
    ['Mozilla/5.0 (X11; Linux x86_64) ExampleBot/1', 'ExampleBot'],
    ['Mozilla/5.0 (X11)', 'pageward'],
    ['', 'pageward'],
  ])('%j: %s', (userAgent, token) => {
    expect(productTokenOf(userAgent)).toBe(token);
  });
});
