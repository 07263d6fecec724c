import { describe, expect, it } from 'vitest';
import type { ContentOptions } from '#src/page/content-options.js';
import { extractDocument } from '#src/page/extraction.js';
import { lightenMarkup } from '#src/page/lighten.js';
import { parseDocument } from '../support/dom.js';

function extractionOf(html: string, options: ContentOptions) {
  const url = 'https://e.com/';
  return extractDocument(parseDocument(lightenMarkup(html)), { ...options, url });
}

const markdownOf = (html: string, options: ContentOptions) => extractionOf(html, options).markdown;

const SHOP = `<title>Shop</title><meta name="description" content="All of it">
  <nav><a href="/nav">Menu</a></nav>
  <main><h1>Lamp</h1><p class="price">12 <b>euro</b></p><p class="ad">Buy <img src="/ad.png" alt="Ad"></p>
  <div class="box"><p class="price">inner</p></div></main>`;

describe('include', () => {
  it('keeps only what matches, in document order, whatever the order of the selectors', () => {
    expect(markdownOf(SHOP, { include: ['.price', 'h1'] })).toBe('# Lamp\n\n12 **euro**\n\ninner');
  });

  it('takes an element within another match once', () => {
    expect(markdownOf(SHOP, { include: ['.box', '.price', '.box .price', 'main b'] })).toBe('12 **euro**\n\ninner');
  });

  it('says so, and how much of the page that was', () => {
    const { extraction, warnings, text } = extractionOf('<p>one two three</p><p id="b">four</p>', { include: ['#b'] });
    expect(extraction).toEqual({ rung: 'selector', coverage: 0.25 });
    expect(text).toBe('four');
    expect(warnings).toEqual([]);
  });

  it('selects text, images and links, and leaves title and metadata those of the document', () => {
    const page = extractionOf(SHOP, { include: ['nav', '.ad'] });
    expect(page).toMatchObject({
      title: 'Shop',
      metadata: { description: 'All of it' },
      links: [{ url: 'https://e.com/nav', text: 'Menu' }],
      images: [{ url: 'https://e.com/ad.png', alt: 'Ad' }],
    });
    expect(extractionOf(SHOP, { include: ['h1'] })).toMatchObject({ links: [], images: [] });
  });

  it.each([
    [
      'a row in its table',
      '<table><tr><th>A<th>B<tr class="x"><td>1<td>2</table>',
      '|  |  |\n| --- | --- |\n| 1 | 2 |',
    ],
    ['an item in its list', '<ul><li>a<li class="x">b</ul>', '- b'],
    ['code in its block', '<pre><code class="x">a\n  b</code></pre>', '```\na\n  b\n```'],
    [
      'inline elements apart',
      '<p>see <a class="x" href="/1">one</a>, <i class="x">two</i></p>',
      '[one](https://e.com/1)\n\n*two*',
    ],
    ['an image', '<p>a<img class="x" src="/i.png" alt="I">', '![I](https://e.com/i.png)'],
    ['a film', '<p>a<video class="x" src="/v.mp4"></video>', '[Video](https://e.com/v.mp4)'],
    ['the body', '<body class="x"><p>a<p>b', 'a\n\nb'],
    [
      'what a declarative shadow root holds',
      '<x-a><template shadowrootmode="open"><p class="x">in</p></template></x-a><p>out',
      'in',
    ],
  ])('keeps %s', (_name, html, markdown) => {
    expect(markdownOf(html, { include: ['.x'] })).toBe(markdown);
  });

  it.each([
    ['nothing', '<p>a'],
    ['nothing but what is hidden', '<p>a<div hidden><p class="x">b</div>'],
    ['nothing but what is empty', '<p>a<p class="x"> '],
    ['nothing but what is not of the page', '<title class="x">T</title><p>a'],
  ])('that matches %s falls back to the whole ladder, with a warning', (_name, html) => {
    const { markdown, extraction, warnings } = extractionOf(html, { include: ['.x'] });
    expect(markdown).toBe('a');
    expect(extraction.rung).not.toBe('selector');
    expect(warnings[0]).toContain('include');
  });

  it('keeps shown text of a match and leaves out what is hidden in it', () => {
    expect(markdownOf('<div class="x">a<p hidden>b</p><p>c</div>', { include: ['.x'] })).toBe('a\n\nc');
  });
});

describe('exclude', () => {
  it('leaves out what matches, also from images and links, and from what include matches', () => {
    const page = extractionOf(SHOP, { exclude: ['.ad', 'nav', '.missing'], content: 'full' });
    expect(page.markdown).toBe('# Lamp\n\n12 **euro**\n\ninner');
    expect(page).toMatchObject({ images: [], links: [], warnings: [] });
    expect(markdownOf(SHOP, { include: ['main'], exclude: ['h1', '.ad', '.box'] })).toBe('12 **euro**');
  });

  it('that leaves nothing gives nothing, and not the markup', () => {
    for (const selector of ['p', 'body', 'html']) {
      const { markdown, extraction, warnings } = extractionOf('<p>a', { exclude: [selector] });
      expect(markdown).toBe('');
      expect(extraction).toEqual({ rung: 'selector', coverage: 0 });
      expect(warnings).toEqual([expect.stringContaining('exclude')]);
    }
  });
});

describe('a selector that the DOM does not know', () => {
  it.each(['div p:nonsense', 'p::nonsense'])('%j is named in the error', (selector) => {
    for (const option of ['include', 'exclude'] as const) {
      expect(() => extractionOf('<div><p>a</div>', { [option]: ['p', selector] })).toThrow(
        expect.objectContaining({ code: 'INVALID_OPTION', details: { option, selector } }),
      );
    }
  });
});
