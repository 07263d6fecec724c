import { describe, expect, it } from 'vitest';
import { extractDocument } from '#src/page/extraction.js';
import { parseDocument } from '../support/dom.js';

const PROSE =
  '<p>The harbour town woke slowly that morning, and the fishermen had already been at sea for hours, when the visitors came.</p>'.repeat(
    6,
  );

function read(html: string): string {
  return extractDocument(parseDocument(html), { url: 'https://e.com/a/b' }).markdown;
}

function headings(html: string): string[] {
  return read(html)
    .split('\n')
    .filter((line) => line.startsWith('#'));
}

/** A page that has a day is one that tells. */
const DAY = '<meta property="article:published_time" content="2024-05-01">';

describe("a page's own heading", () => {
  it.each([
    ['beside the block that holds the text', `<title>Port</title><main><h1>Flags</h1><div>${PROSE}</div></main>`],
    [
      'in a hero above the main element',
      `<title>Port</title><div class="hero"><h1>Flags</h1></div><main>${PROSE}</main>`,
    ],
  ])('%s stands at the top, once', (_where, html) => {
    expect(headings(html)).toEqual(['# Flags']);
    expect(read(html)).toMatch(/^# Flags\n/);
  });

  it.each([
    ['alone', `<title>Flags</title><article><h1>Flags</h1>${PROSE}</article>`],
    ['with the name of the site', `<title>Flags | Port</title><main><h1>Flags</h1>${PROSE}</main>`],
    [
      'in a header with a byline',
      `<title>Flags - Port</title><article><header><h1>Flags</h1><p>By A. Writer</p></header><div>${PROSE}</div></article>`,
    ],
    [
      'beside that of the site',
      `<title>Flags | Port</title><header><h1>Port</h1></header><main><h1>Flags</h1><div>${PROSE}</div></main>`,
    ],
  ])('that the title says %s is not said again by an article', (_how, html) => {
    expect(extractDocument(parseDocument(DAY + html), { url: 'https://e.com/a/b' }).title).toBe('Flags');
    expect(headings(DAY + html)).toEqual([]);
    expect(read(DAY + html)).toMatch(/^The harbour/);
  });

  it('is part of everything that the page shows', () => {
    const html = `${DAY}<title>Flags</title><article><h1>Flags</h1>${PROSE}</article>`;
    const { markdown } = extractDocument(parseDocument(html), { url: 'https://e.com/a/b', content: 'full' });
    expect(markdown).toMatch(/^# Flags\n/);
  });

  it.each([
    ['the name of the site', `<meta property="og:site_name" content="Port"><h1>Port</h1><main>${PROSE}</main>`],
    ['a logo', `<h1 id="logo">Port</h1><main>${PROSE}</main>`],
    ['what leads to the start', `<h1><a href="/">Port</a></h1><main>${PROSE}</main>`],
    ['the heading of a sidebar', `<main>${PROSE}</main><aside><h1>Elsewhere</h1></aside>`],
    ['a heading below the text', `<main><div>${PROSE}</div></main><div><h1>Subscribe</h1><p>Now.</p></div>`],
  ])('is not %s', (_what, html) => {
    expect(headings(`<title>A morning</title>${html}`)).toEqual([]);
  });

  it('is the heading that the title says, where the page has no top heading', () => {
    expect(headings(`${DAY}<title>Flags - Port</title><main><h2>Flags</h2><div>${PROSE}</div></main>`)).toEqual([]);
  });

  it('keeps the emphasis in it', () => {
    expect(read(`<title>Port</title><article><h1>The <em>flags</em></h1>${PROSE}</article>`)).toMatch(
      /^# The \*flags\*\n/,
    );
  });

  it('is not put into the plain text, which stands beside the title, unless it says something else', () => {
    const textOf = (heading: string): string => {
      const html = `${DAY}<title>Flags at sea - Port</title><main><h1>${heading}</h1><div>${PROSE}</div></main>`;
      return extractDocument(parseDocument(html), { url: 'https://e.com/a/b' }).text;
    };
    expect(textOf('Flags at sea')).toMatch(/^The harbour/);
    expect(textOf('Colours and their uses')).toMatch(/^Colours and their uses\n/);
  });
});

describe('a heading that is a button', () => {
  it.each([
    ['in the heading', '<h2><button>Question</button></h2>'],
    ['around the heading', '<button><h2>Question</h2></button>'],
    ['that is a summary', '<details open><summary><h2>Question</h2></summary></details>'],
  ])('%s stays a heading, with its panel under it', (_where, heading) => {
    const html = `<title>T</title><main><h1>Help</h1>${heading}${PROSE}</main>`;
    expect(read(html)).toMatch(/^# Help\n\n## Question\n\nThe harbour/);
  });
});
