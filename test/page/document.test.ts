import { describe, expect, it } from 'vitest';
import { baseUrlOf, resolveWebUrl } from '#src/page/base-url.js';
import { extractDocument } from '#src/page/extraction.js';
import { collectLinks } from '#src/page/links.js';
import { parseDocument } from '../support/dom.js';

const PAGE = 'https://e.com/dir/doc?q=1';

function documentOf(html: string): Document {
  return parseDocument(html);
}

describe('the base of a document', () => {
  it.each([
    ['its own URL', '', PAGE],
    ['a base relative to it', '<base href="cdn/assets/">', 'https://e.com/dir/cdn/assets/'],
    ['the first base with a target', '<base target="_top"><base href="/a/"><base href="/b/">', 'https://e.com/a/'],
    ['its own URL when the base is no web address', '<base href="javascript:x()">', PAGE],
  ])('is %s', (_name, html, base) => {
    expect(baseUrlOf(documentOf(html), PAGE)).toBe(base);
  });

  it.each([
    [' /a b ', 'https://e.com/a%20b'],
    ['//cdn.org/x', 'https://cdn.org/x'],
    ['?p=2', 'https://e.com/dir/doc?p=2'],
    ['http://[', undefined],
    ['mailto:a@b.c', undefined],
    ['#a', undefined],
  ])('resolves %j', (raw, url) => {
    expect(resolveWebUrl(raw, PAGE)).toBe(url);
  });

  it('resolves nothing relative without a base', () => {
    expect(resolveWebUrl('/a', undefined)).toBeUndefined();
  });
});

describe('the links of a page', () => {
  it.each([
    ['its text', '<a href="/" aria-label="Home page">Home</a>', 'Home'],
    ['what those who cannot see are told', '<a href="/" aria-label=" Home  page "><svg></svg></a>', 'Home page'],
    ['what its picture shows', '<a href="/"><img alt=""><img alt="Logo"></a>', 'Logo'],
    ['its title', '<a href="/" title="Go"><i></i></a>', 'Go'],
    ['nothing', '<a href="/" aria-label=" "><i></i></a>', ''],
  ])('are named by %s', (_by, html, text) => {
    expect(collectLinks(documentOf(html), PAGE)).toEqual([{ url: 'https://e.com/', text }]);
  });

  it('are absolute, once each, with the first text that says anything and their rel', () => {
    const html =
      '<a href="/a"><img></a><a href="/a" rel="NoFollow">A  a</a><a href="/a">B</a><a href="#x">x</a><area href="/m" alt="Map">';
    expect(collectLinks(documentOf(html), PAGE)).toEqual([
      { url: 'https://e.com/a', text: 'A a', rel: 'nofollow' },
      { url: 'https://e.com/m', text: 'Map' },
    ]);
  });

  it('keep their fragment', () => {
    expect(collectLinks(documentOf('<a href="/a#b">x</a>'), PAGE)).toEqual([{ url: 'https://e.com/a#b', text: 'x' }]);
  });
});

describe('the ladder of extraction', () => {
  const prose =
    '<p>The harbour town woke slowly that morning, and the fishermen had already been at sea for hours, when the visitors came.</p>'.repeat(
      6,
    );
  const menu = '<nav><ul><li><a href="/1">Home</a><li><a href="/2">News of the day</a></ul></nav>';
  const read = (html: string) => extractDocument(documentOf(html), { url: PAGE, content: 'main' });

  it('takes an article without the navigation', () => {
    const { extraction, markdown } = read(`${menu}<article><h1>Morning</h1>${prose}</article>`);
    expect(extraction.rung).toBe('readability');
    expect(extraction.coverage).toBeGreaterThan(0.8);
    expect(markdown).toContain('The harbour town');
    expect(markdown).not.toContain('News of the day');
  });

  it('takes the main element of a page of cards, of which Readability keeps one', () => {
    const card = (i: number) =>
      `<div class="card"><a href="/g${i}"><h3>Guide ${i}</h3></a><span>Sail trim, part ${i}</span></div>`;
    const { extraction, markdown } = read(
      `${menu}<main><h1>Guides</h1>${Array.from({ length: 30 }, (_, i) => card(i)).join('')}</main>`,
    );
    expect(['readability', 'container']).toContain(extraction.rung);
    for (const i of [0, 15, 29]) expect(markdown).toContain(`[Guide ${i}](https://e.com/g${i})`);
    expect(markdown).not.toContain('News of the day');
  });

  it('takes everything visible on request', () => {
    const { extraction, markdown } = read(`${menu}<article>${prose}</article>`);
    expect(extraction.rung).toBe('readability');
    const full = extractDocument(documentOf(`${menu}<article>${prose}</article>`), { url: PAGE, content: 'full' });
    expect(full.extraction).toEqual({ rung: 'full', coverage: 1 });
    expect(full.markdown).toContain('News of the day');
    expect(full.markdown.length).toBeGreaterThan(markdown.length);
  });

  it('keeps a short page whole', () => {
    expect(read('<main><h1>Closed today</h1><p>Call 555 0100.</p></main>').markdown).toContain('Call 555 0100.');
  });

  it('keeps a page that is one form', () => {
    expect(read(`<form action="/">${prose}</form>`).markdown).toContain('The harbour town');
  });

  it('keeps a page that is one image', () => {
    expect(read('<img src="/i.png" alt="I">').markdown).toBe('![I](https://e.com/i.png)');
  });

  it('says so when a page shows nothing', () => {
    expect(read('<div id="root"></div><script src="/app.js"></script>').extraction).toEqual({
      rung: 'none',
      coverage: 0,
    });
  });

  it('gives the text of what the Markdown holds', () => {
    const { text } = read(`<article><h1>M</h1>${prose}<pre>a\n  b</pre><ul><li>one<li>two</ul></article>`);
    expect(text).toContain('a\n  b\none\ntwo');
    expect(text).not.toContain('- one');
  });
});
