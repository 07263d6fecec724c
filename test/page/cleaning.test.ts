import { describe, expect, it } from 'vitest';
import { blocksOf } from '#src/page/cleaning/blocks.js';
import { cleanContent, cleanDocument } from '#src/page/cleaning/clean.js';
import { DroppedParts } from '#src/page/cleaning/dropped.js';
import type { Names } from '#src/page/cleaning/leading-lines.js';
import { contentAround } from '#src/page/cleaning/restored-content.js';
import { visibleText } from '#src/page/visible-text.js';
import { parseDocument } from '../support/dom.js';

const ONE = 'The harbour town woke slowly that morning, and the boats had been at sea for hours.';
const TWO = 'Nobody knew who had left the gate of the lower lock open, nor when it was done.';
const THREE = 'By noon the water stood so low that children walked to the island and back.';
const FOUR = 'The lock keeper was asked, and said that he had slept through it as through most things.';
const FIVE = 'It took until the evening tide before the first of the boats could leave its berth again.';
const SIX = 'Since then the gate has had a bell, which rings whenever anybody so much as leans on it.';
const TEXT = [ONE, TWO, THREE, FOUR, FIVE, SIX];
const NAMES: Names = {
  title: 'low water',
  heading: '',
  author: 'ida berg',
  siteName: 'the port',
  isArticle: true,
  isDocument: false,
};

function paragraphs(...texts: string[]): string {
  return texts.map((text) => `<p>${text}</p>`).join('');
}

function bodyOf(html: string): Element {
  return parseDocument(`<body>${html}</body>`).body;
}

/** The lines of a content after cleaning. */
function cleaned(html: string, names: Partial<Names> = {}): string[] {
  const body = bodyOf(html);
  cleanContent(body, { ...NAMES, ...names }, new DroppedParts());
  return visibleText(body).split('\n');
}

/** The lines of a page without what its markup names as its surroundings. */
function unnamed(html: string): string[] {
  const body = bodyOf(html);
  cleanDocument(body, new DroppedParts());
  return visibleText(body).split('\n');
}

describe('the lines of a content', () => {
  it('are paragraphs, headings, what stands loose between them and between breaks', () => {
    const blocks = blocksOf(bodyOf(`<h2>Head</h2>loose <b>words</b><p>a<br>b</p><a href="/x"><div>card</div></a>`));
    expect(blocks.map(({ text, level }) => [text, level])).toEqual([
      ['Head', 2],
      ['loose words', 0],
      ['a', 0],
      ['b', 0],
      ['card', 0],
    ]);
    expect(blocks.at(-1)?.linkWords).toBe(1);
  });
});

describe('what stands before an article', () => {
  it.each([
    ['where the page is in its site', '<p><a href="/">Home</a> / <a href="/news">News</a></p>'],
    ['who wrote it', '<p>By Ida Berg</p>'],
    ['who wrote it, by name alone', '<p>Ida Berg</p>'],
    ['who wrote it, in German', '<p>Von Ida Berg</p>'],
    ['when', '<p>12 March 2024, 10:30</p>'],
    ['when, in French', '<p>Publié le 3 février 2024 à 9h</p>'],
    ['how long it takes', '<p>5 min read</p>'],
    ['a way past the menu', '<p><a href="#main">Skip to content</a></p>'],
    ['its title', '<h1>Low water</h1>'],
  ])('is left out: %s', (_what, html) => {
    expect(cleaned(html + paragraphs(...TEXT))).toEqual(TEXT);
  });

  it('stays where no text follows', () => {
    expect(cleaned('<p><a href="/a">One</a></p><p><a href="/b">Two</a></p>')).toEqual(['One', 'Two']);
  });
});

describe('what stands in the midst of an article', () => {
  it.each([
    ['a line that leads elsewhere', '<p><strong>READ MORE: <a href="/x">Ten quays</a></strong></p>'],
    ['the same in Spanish', '<p>Lea también: <a href="/x">Diez muelles</a></p>'],
    ['a headline that is a link', '<p><a href="/x">Ten best quays in the country</a></p>'],
    ['an invitation', '<p>Sign up for our newsletter</p>'],
    ['a word over an advertisement', '<p>Advertisement</p>'],
    ['a line that was said before', `<p>${ONE}</p>`],
    ['whose picture it is', '<p>Photo: Ida Berg</p>'],
    ['which of the pictures it is', '<p>3 / 12</p>'],
  ])('is left out: %s', (_what, html) => {
    expect(cleaned(paragraphs(ONE, TWO) + html + paragraphs(THREE, FOUR, FIVE, SIX))).toEqual(TEXT);
  });

  it.each([
    [
      'links that a line announces',
      '<p>The three quays are:</p>',
      '<p><a href="/x">Quay of the old customs house</a></p>',
    ],
    ['an address that is written out', '', '<p><a href="https://e.com/x">https://e.com/a/long/address/here</a></p>'],
    ['a quotation', '', '<blockquote><p>Sign up for our newsletter</p></blockquote>'],
  ])('stays: %s', (_what, before, html) => {
    const lines = cleaned(paragraphs(ONE) + before + html + paragraphs(TWO, THREE));
    expect(lines).toHaveLength(before === '' ? 4 : 5);
  });

  it('stays in a document, where a list of links is what there is to tell', () => {
    const html = `${paragraphs(ONE)}<ul><li><a href="/x">How a lock is opened</a></li></ul>${paragraphs(TWO)}`;
    expect(cleaned(html, { isArticle: false })).toHaveLength(3);
    expect(cleaned(html)).toHaveLength(2);
  });
});

describe('what stands after an article', () => {
  it.each([
    [
      'links to more',
      '<h3>More from the port</h3><ul><li><a href="/1">Tides</a></li><li><a href="/2">Locks</a></li></ul>',
    ],
    ['its tags', '<p>Tags: <a href="/t/a">water</a>, <a href="/t/b">locks</a></p>'],
    ['who wrote it', '<p>Ida Berg is a reporter who has lived at the port for twenty years.</p>'],
    ['who else worked on it', '<p>Olaf Lind contributed to this report.</p>'],
    ['whose rights it is under', '<p>© 2024 The Port. All rights reserved.</p>'],
    ['who is to be followed', '<p>Follow <a href="/f">the port</a> wherever you read, every day of the week.</p>'],
    ['the same in Japanese', '<h3>関連記事</h3><ul><li><a href="/1">潮</a></li><li><a href="/2">港</a></li></ul>'],
  ])('is left out: %s', (_what, html) => {
    expect(cleaned(paragraphs(...TEXT) + html)).toEqual(TEXT);
  });

  it('stays where days are what it tells', () => {
    const days = ['June 9 - Palm Beach', 'June 10 - Tampa', 'June 14 - Atlanta'];
    expect(cleaned(paragraphs(...TEXT, ...days))).toEqual([...TEXT, ...days]);
  });

  it('stays where it would cost the text', () => {
    const bio = 'Ida Berg had never been to sea when she bought the boat, and it showed in all that she did.';
    expect(cleaned(paragraphs(bio, `Ida Berg ${TWO}`, `Ida Berg ${THREE}`))).toHaveLength(3);
  });
});

describe('a table of contents', () => {
  const SECTIONS = `<h2 id="a">Tides</h2>${paragraphs(ONE)}<h2 id="b">Locks</h2>${paragraphs(TWO)}<h2 id="c">Boats</h2>${paragraphs(THREE)}`;
  const LIST = '<ul><li><a href="#a">Tides</a></li><li><a href="#b">Locks</a></li><li><a href="#c">Boats</a></li></ul>';

  it('is left out with the head over it', () => {
    expect(cleaned(`<p>Contents</p>${LIST}${SECTIONS}`)[0]).toBe('Tides');
    expect(cleaned(`<p>Contents</p>${LIST}${SECTIONS}`)).toHaveLength(6);
  });

  it('stays where a sentence announces it', () => {
    expect(cleaned(`<p>There are three things to know:</p>${LIST}${SECTIONS}`)).toHaveLength(10);
  });
});

describe('what a page says again', () => {
  it.each([
    [
      'a sentence, wherever it stands',
      `<div>${paragraphs(ONE, TWO)}</div>${paragraphs(THREE, FOUR, ONE)}`,
      [ONE, TWO, THREE, FOUR],
    ],
    [
      'a text for each width of the window, however much of the page it is',
      `<div>${paragraphs(...TEXT)}</div><div>${paragraphs(...TEXT)}</div>`,
      TEXT,
    ],
    [
      'a name that is a heading, too',
      `${paragraphs('Tar and rope')}<h2>Tar and rope</h2>${paragraphs(ONE)}`,
      ['Tar and rope', ONE],
    ],
  ])('is said once: %s', (_what, html, expected) => {
    expect(cleaned(html, { isArticle: false })).toEqual(expected);
  });

  it('keeps the heading of the two', () => {
    const body = bodyOf(`${paragraphs('Tar and rope')}<h2>Tar and rope</h2>${paragraphs(ONE)}`);
    cleanContent(body, { ...NAMES, isArticle: false }, new DroppedParts());
    expect(body.querySelector('h2')?.textContent).toBe('Tar and rope');
  });

  it.each([
    ['a price', ['Rope', '$20.00', 'Tar', '$20.00']],
    ['a maker among many', ['Acme Works', 'Rope', 'Acme Works', 'Tar', 'Acme Works', 'Oakum']],
    ['what is said of each of many', [1, 2, 3, 4].flatMap((lot) => [`Lot ${lot}`, ONE])],
  ])('stays where it is told of several things: %s', (_what, lines) => {
    expect(cleaned(paragraphs(...lines, TWO), { isArticle: false })).toEqual([...lines, TWO]);
  });

  it('stays as an item of a list: two plans may have the same', () => {
    const plan = (name: string) => `<h2>${name}</h2><ul><li>${THREE}</li></ul>`;
    expect(cleaned(plan('Small') + plan('Large'), { isArticle: false })).toEqual(['Small', THREE, 'Large', THREE]);
  });

  it('stays in documentation, which says the same of each of its functions', () => {
    expect(cleaned(paragraphs(ONE, TWO, ONE), { isArticle: false, isDocument: true })).toEqual([ONE, TWO, ONE]);
  });
});

describe('what the markup names', () => {
  it.each([
    ['a share bar', '<div class="share-buttons"><a href="/s">Post</a></div>'],
    ['a byline', '<div class="article__byline">Ida Berg, Tuesday</div>'],
    ['related stories', '<section class="RelatedStories"><h3>Elsewhere</h3><p>A tide like no other</p></section>'],
    ['comments', '<div id="comments"><p>First!</p></div>'],
    ['a box about the author', '<div class="author-bio">She lives at the port.</div>'],
    ['what lawyers want to be said', `<div class="c-disclaimer"><p>${ONE} That is not certain.</p></div>`],
    ['what is not printed', '<div class="noprint">Jump to search</div>'],
  ])('is left out: %s', (_what, html) => {
    expect(unnamed(`<main>${paragraphs(...TEXT)}${html}</main>`)).toEqual(TEXT);
  });

  it.each([
    ['holds the text', `<div class="share post-meta related">${paragraphs(...TEXT)}</div>`],
    [
      'is called after its heading',
      `<section id="related"><h2>Related</h2>${paragraphs(ONE)}</section>${paragraphs(TWO)}`,
    ],
    ['has a name with such letters in it', `<div id="b48ad1">${ONE}</div>${paragraphs(...TEXT)}`],
  ])('stays where it %s', (_where, html) => {
    expect(unnamed(html).join(' ')).toContain(ONE);
  });
});

describe('the caption of a picture', () => {
  it('becomes the title of the picture, with its credit', () => {
    const body = bodyOf(
      `<figure><img src="/a.png" alt="A quay"><figcaption>The quay at dawn. <span>Photo: Ida Berg</span></figcaption></figure>${paragraphs(...TEXT)}`,
    );
    cleanDocument(body, new DroppedParts());
    expect(body.querySelector('img')?.getAttribute('title')).toBe('The quay at dawn. Photo: Ida Berg');
    expect(visibleText(body).split('\n')).toEqual(TEXT);
  });

  it.each([
    ['of a table', `<figure><table><tr><td>1</td></tr></table><figcaption>Tides</figcaption></figure>`],
    ['of code', '<figure><pre>open()</pre><figcaption>Tides</figcaption></figure>'],
  ])('stays where it is that %s', (_what, html) => {
    expect(unnamed(html + paragraphs(...TEXT))).toContain('Tides');
  });

  it('stays on a page that consists of pictures', () => {
    const figure = '<figure><img src="/a.png" alt=""><figcaption>The quay at dawn, with boats.</figcaption></figure>';
    expect(unnamed(figure.repeat(3))).toHaveLength(3);
  });
});

describe('what Readability loses', () => {
  /** The content around what was kept of a page. */
  function restored(html: string, kept: string): string[] {
    const place = contentAround(bodyOf(html), bodyOf(kept));
    return place === undefined ? [] : visibleText(place.take()).split('\n');
  }

  it('is restored between what it keeps: a table, a heading', () => {
    const table = '<table><tr><th>Lock</th></tr><tr><td>Lower</td></tr></table>';
    const html = `<div>${paragraphs(ONE)}<h2>Locks</h2>${table}${paragraphs(TWO)}</div>`;
    expect(restored(html, paragraphs(ONE, TWO))).toEqual([ONE, 'Locks', 'Lock', 'Lower', TWO]);
  });

  it('is restored in sections of the same make beside those that it keeps', () => {
    const section = (text: string) => `<section class="s">${paragraphs(text)}</section>`;
    const page = bodyOf(`<main>${TEXT.map(section).join('')}</main>`);
    const place = contentAround(page, bodyOf(paragraphs(TWO)), page.querySelector('main') ?? undefined);
    expect(place && visibleText(place.take()).split('\n')).toEqual(TEXT);
  });

  it('is restored as the paragraphs of a panel between those that it keeps, and not as a single one', () => {
    const panel = (...texts: string[]) => `<div class="panel"><div class="inner">${paragraphs(...texts)}</div></div>`;
    const restored = (texts: string[]) => {
      const body = bodyOf(`<div class="text">${paragraphs(ONE, TWO)}${panel(...texts)}${paragraphs(FIVE, SIX)}</div>`);
      const place = contentAround(body, bodyOf(paragraphs(ONE, TWO, FIVE, SIX)));
      return place && visibleText(place.take()).split('\n');
    };
    const long = `${THREE} ${THREE}`;
    expect(restored([long, FOUR])).toEqual([ONE, TWO, long, FOUR, FIVE, SIX]);
    expect(restored([long])).toEqual([ONE, TWO, FIVE, SIX]);
  });

  it('is restored as a list that a line announces, whatever it links to', () => {
    const list = '<div class="list"><ul><li><a href="/1">Lower lock</a></li></ul></div>';
    const intro = 'There are several locks, and each of them leads somewhere:';
    const html = `<div>${paragraphs(intro)}${list}${paragraphs(ONE)}</div>`;
    expect(restored(html, paragraphs(intro, ONE))).toEqual([intro, 'Lower lock', ONE]);
  });

  it('stays lost where it is links in a box of its own', () => {
    const box = '<aside><p>More</p><a href="/1"><img src="/1.png" alt=""> Ten quays to see</a></aside>';
    const body = bodyOf(`<div>${paragraphs(ONE)}${box}${paragraphs(TWO)}</div>`);
    const content = contentAround(body, bodyOf(paragraphs(ONE, TWO)))?.take();
    expect(content && visibleText(content).split('\n')).toEqual([ONE, TWO]);
    expect(content?.querySelector('img')).toBeNull();
  });
});

describe('the account of what was left out', () => {
  it('has each part under its heading, and the rest together', () => {
    const dropped = new DroppedParts();
    dropped.note(3);
    dropped.add(bodyOf('<h3>More to read</h3><p>one two</p>'));
    dropped.note(4, 'More to read');
    expect(dropped.list()).toEqual([{ heading: 'More to read', words: 9 }, { words: 3 }]);
  });
});
