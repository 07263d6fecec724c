import { describe, expect, it } from 'vitest';
import { collectLinks } from '#src/page/links.js';
import { markupLinks } from '#src/page/markup-links.js';
import { documentParser } from '#src/reader/document-parser.js';

const URL_OF_PAGE = 'https://example.com/dir/page';
const urls = (html: string) => markupLinks(html, URL_OF_PAGE).links.map(({ url }) => url);

describe('the links of a markup', () => {
  it.each([
    ['anchors and image maps', '<a href="a">a</a><map><area href="/b"></map>', ['/dir/a', '/b']],
    ['each once', '<a href="/a"></a><a href="/a"></a><a href="/a?b"></a>', ['/a', '/a?b']],
    ['in whatever quotes and case', `<A HREF=/a>a</A><a href='/b'>b</a><a\nhref = "/c"`, ['/a', '/b', '/c']],
    ['with references', '<a href="/?a=1&amp;b=2&copy=3&#38;d=4">', ['/?a=1&b=2&copy=3&d=4']],
    ['relative to a base, the first of two', '<base href="/base/"><base href="/other/"><a href="a">', ['/base/a']],
    [
      'not in comments, scripts, texts',
      '<!-- <a href="/a"> --><script>"<a href=/b>"</script><textarea><a href="/c"></textarea>',
      [],
    ],
    [
      'not of other schemes, nor within the page',
      '<a href="mailto:a@b.example"><a href="#x"><a href="javascript:x()"><a href="">',
      [],
    ],
    [
      'of the head',
      '<link rel="canonical" href="/c"><link rel="NEXT" href="/n"><link rel=alternate hreflang=de href="/de">',
      ['/c', '/n', '/de'],
    ],
    [
      'not of feeds and style sheets',
      '<link rel="alternate" type="application/rss+xml" href="/feed"><link rel="alternate stylesheet" href="/s"><link rel="icon" href="/i">',
      [],
    ],
    ['of a refresh', '<meta http-equiv="Refresh" content="0; url=/moved">', ['/moved']],
    ['without scripts', '<noscript><a href="/plain"></a></noscript>', ['/plain']],
  ])('are found: %s', (_name, html, paths) => {
    expect(urls(html)).toEqual(paths.map((path) => `https://example.com${path}`));
  });

  it('have their relation, and the page what it asks of crawlers', () => {
    const html =
      '<meta name=robots content="noindex"><meta name=examplebot content="nofollow"><a href="/a" rel="NoFollow UGC"></a>';
    expect(markupLinks(html, URL_OF_PAGE)).toEqual({
      links: [{ url: 'https://example.com/a', rel: 'nofollow ugc' }],
      robots: ['noindex', 'examplebot: nofollow'],
    });
  });

  it('are those that a tree has', async () => {
    const html = `<main>${Array.from({ length: 50 }, (_, at) => `<p>x <a href="/p${at}?q=${at}&amp;r">${at}</a> <b>y`).join('')}</main>`;
    const document = (await documentParser('light'))(html);
    expect(urls(html)).toEqual(collectLinks(document, URL_OF_PAGE).map(({ url }) => url));
  });

  it('are found in time that grows with the markup', () => {
    const broken = `<a href="${'<a href='.repeat(200_000)}`;
    expect(urls(broken).length).toBeLessThanOrEqual(1);
  });
});
