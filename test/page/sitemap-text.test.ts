import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSitemapText } from '#src/page/sitemap-text.js';

const BASE = 'https://example.com/sitemap.xml';
const LIMITS = { maxEntries: 100, maxAlternates: 3 };
const read = (text: string) => readSitemapText(text, BASE, LIMITS);
const urls = (text: string) => read(text).entries.map(({ url }) => url);
const NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

describe('a sitemap', () => {
  it('names pages, with dates and languages', () => {
    const xml = `<?xml version="1.0" encoding="UTF-8"?>
      <urlset ${NS} xmlns:xhtml="http://www.w3.org/1999/xhtml">
        <url>
          <loc>
            https://example.com/a?x=1&amp;y=2
          </loc>
          <lastmod>2026-11-30</lastmod><changefreq>daily</changefreq><priority>0.5</priority>
          <xhtml:link rel="alternate" hreflang="de" href="https://example.com/de/a?x=1&amp;y=2"/>
          <xhtml:link rel="alternate" hreflang="x-default" href="https://example.com/a"/>
          <xhtml:link rel="alternate" media="only screen" href="https://m.example.com/a"/>
        </url>
        <url><loc>https://example.com/b</loc><lastmod>one day</lastmod></url>
        <url><lastmod>2026-11-30</lastmod></url>
        <url><loc>mailto:a@example.com</loc></url>
      </urlset>`;
    expect(read(xml)).toEqual({
      kind: 'urls',
      isCut: false,
      entries: [
        {
          url: 'https://example.com/a?x=1&y=2',
          lastModified: '2026-11-30',
          alternates: [
            { language: 'de', url: 'https://example.com/de/a?x=1&y=2' },
            { language: 'x-default', url: 'https://example.com/a' },
          ],
        },
        { url: 'https://example.com/b' },
      ],
    });
  });

  it('may be an index of others', () => {
    const xml = `<sitemapindex ${NS}><sitemap><loc>https://example.com/1.xml.gz</loc><lastmod>2026-01-01T00:00:00Z</lastmod>
      </sitemap><sitemap><loc>/2.xml</loc></sitemap></sitemapindex>`;
    expect(read(xml)).toEqual({
      kind: 'index',
      isCut: false,
      entries: [
        { url: 'https://example.com/1.xml.gz', isSitemap: true, lastModified: '2026-01-01T00:00:00Z' },
        { url: 'https://example.com/2.xml', isSitemap: true },
      ],
    });
  });

  it('may be RSS', () => {
    const xml = `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>News <b></title>
      <link>https://example.com/</link><atom:link rel="self" href="https://example.com/feed"/>
      <image><url>https://example.com/logo.png</url><link>https://example.com/</link></image>
      <item><title>A</title><image><url>https://example.com/a.png</url></image>
        <link>https://example.com/a</link><guid>https://example.com/?p=1</guid><pubDate>Mon, 30 Nov 2026 10:00:00 GMT</pubDate></item>
      <item><guid isPermaLink="true">https://example.com/b</guid></item>
      <item><guid isPermaLink="false">https://example.com/c</guid></item></channel></rss>`;
    expect(read(xml)).toMatchObject({
      kind: 'feed',
      entries: [
        { url: 'https://example.com/a', lastModified: 'Mon, 30 Nov 2026 10:00:00 GMT' },
        { url: 'https://example.com/b' },
      ],
    });
  });

  it('may be Atom, or RSS 1.0', () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><link href="/"/><link rel="self" href="/feed"/>
      <entry><link rel="edit" href="/edit"/><link rel="alternate" hreflang="en" href="/a"/><updated>2026-11-30T10:00:00Z</updated></entry>
      <entry><link href="/b"/></entry></feed>`;
    expect(read(atom)).toMatchObject({
      kind: 'feed',
      entries: [
        { url: 'https://example.com/a', lastModified: '2026-11-30T10:00:00Z' },
        { url: 'https://example.com/b' },
      ],
    });
    const rdf = `<rdf:RDF xmlns:rdf="x" xmlns="y"><channel><link>/</link></channel><item><link>/a</link></item></rdf:RDF>`;
    expect(urls(rdf)).toEqual(['https://example.com/a']);
  });

  it('may be a line for each URL', () => {
    expect(
      read('\ufeffhttps://example.com/a\r\n\r\n  https://example.com/b  \nnot a URL\nhttps://example.com/c d\n'),
    ).toEqual({
      kind: 'text',
      isCut: false,
      entries: [{ url: 'https://example.com/a' }, { url: 'https://example.com/b' }],
    });
  });

  it('is read without its last line when it is but a part', () => {
    const text = 'https://example.com/a\nhttps://example.com/bc';
    const part = readSitemapText(text, BASE, { ...LIMITS, isPart: true });
    expect([urls(text).length, part.entries.length]).toEqual([2, 1]);
  });

  it.each([
    ['in a namespace with a prefix', `<s:urlset xmlns:s="x"><s:url><s:loc>/a</s:loc></s:url></s:urlset>`, ['/a']],
    ['without a declaration or namespace', `<urlset><url><loc>/a</loc></url></urlset>`, ['/a']],
    ['in capitals', `<URLSET><URL><LOC>/a</LOC></URL></URLSET>`, ['/a']],
    ['in CDATA', `<urlset><url><loc><![CDATA[/a?x=1&y=2]]></loc></url></urlset>`, ['/a?x=1&y=2']],
    [
      'with a comment in it',
      `<urlset><!-- <url><loc>/no</loc></url> --><url><loc>/a<!-- x -->b</loc></url></urlset>`,
      ['/ab'],
    ],
    [
      'with signs that should be escaped',
      `<urlset><url><loc>/a?x=1&y=2&copy=3</loc></url></urlset>`,
      ['/a?x=1&y=2&copy=3'],
    ],
    ['with numeric references', `<urlset><url><loc>/a&#38;b&#x2f;c</loc></url></urlset>`, ['/a&b/c']],
    [
      'behind a warning of PHP',
      `<br />\n<b>Warning</b>: x\n<?xml version="1.0"?><urlset><url><loc>/a</loc></url></urlset>`,
      ['/a'],
    ],
    ['behind a long comment', `<!--${' words'.repeat(5_000)}--><urlset><url><loc>/a</loc></url></urlset>`, ['/a']],
    ['behind blank lines', `\n\n<?xml version="1.0"?>\n<urlset><url><loc>/a</loc></url></urlset>`, ['/a']],
    ['that is cut off', `<urlset><url><loc>/a</loc></url><url><loc>/b</loc><lastm`, ['/a', '/b']],
    ['that is cut off in a URL, which may be another', `<urlset><url><loc>/a</loc></url><url><loc>/bc`, ['/a']],
    ['whose tags do not match', `<urlset><url><loc>/a</url><url><loc>/b</loc><lastmod></url></urlset>`, ['/a', '/b']],
    ['whose entries do not end', `<urlset><url><loc>/a</loc><url><loc>/b</loc></urlset>`, ['/a', '/b']],
    [
      'with pictures, news and films',
      `<urlset xmlns:image="i"><url><image:image><image:loc>/i.png</image:loc></image:image><loc>/a</loc>
        <news:news><news:publication_date>2026-01-01</news:publication_date></news:news><video:video><video:player_loc>/v</video:player_loc></video:video></url></urlset>`,
      ['/a'],
    ],
    ['with names that objects have', `<urlset><url><constructor>/x</constructor><loc>/a</loc></url></urlset>`, ['/a']],
  ])('is read %s', (_name, text, paths) => {
    expect(urls(text)).toEqual(paths.map((path) => `https://example.com${path}`));
  });

  it.each([
    ['a page', '<!doctype html><html><body><urlset><url><loc>/a</loc></url></urlset>'],
    ['other XML', '<?xml version="1.0"?><error><loc>/a</loc></error>'],
    ['words', 'Not found'],
    ['nothing', ''],
  ])('is not %s', (_name, text) => {
    expect(read(text)).toEqual({ kind: 'none', entries: [], isCut: false });
  });

  it('is cut at its bounds', () => {
    const entries = (count: number) =>
      Array.from({ length: count }, (_, index) => `<url><loc>/${index}</loc></url>`).join('');
    expect(read(`<urlset>${entries(100)}</urlset>`)).toMatchObject({ isCut: false, entries: { length: 100 } });
    expect(read(`<urlset>${entries(101)}</urlset>`)).toMatchObject({ isCut: true, entries: { length: 100 } });
    expect(read('https://example.com/a\n'.repeat(101))).toMatchObject({ isCut: true, entries: { length: 100 } });
    const links = '<xhtml:link rel="alternate" hreflang="de" href="/de"/>'.repeat(5);
    expect(read(`<urlset><url><loc>/a</loc>${links}</url></urlset>`).entries[0]?.alternates).toHaveLength(3);
  });

  it('is read without throwing, whatever it is', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<urlset>',
        '<url>',
        '<loc>',
        '</loc>',
        '</url>',
        '<![CDATA[',
        ']]>',
        '<!--',
        '-->',
        '&amp;',
        '&',
        '<link href="',
      ),
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        for (const { url } of read(pieces.join('')).entries) expect(new URL(url).href).toBe(url);
      }),
    );
  });
});
