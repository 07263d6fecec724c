import { describe, expect, it } from 'vitest';
import { extractDocument } from '#src/page/extraction.js';
import type { Extraction } from '#src/page/page.js';
import { parseDocument } from '../support/dom.js';

const MENU = '<nav><ul><li><a href="/">Home</a><li><a href="/boats">Boats</a></ul></nav>';
const FOOT = '<footer><p>Harbour Works, Quay 4. All rights reserved.</p></footer>';
const SENTENCE =
  'The rope is made of hemp, and three men of the yard have pulled at it for a whole day without breaking it.';

function read(html: string, head = ''): Extraction {
  return extractDocument(parseDocument(`<head>${head}</head><body>${html}</body>`), { url: 'https://e.com/a/b' });
}

function times(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => make(index)).join('');
}

function jsonLd(value: object): string {
  return `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
}

function post(index: number): string {
  return `<div class="post" id="p${index}">
    <div class="profile"><div><a href="/users/${index}">Sailor${index}</a></div><div>Able seaman</div><div>Messages: 9${index}</div></div>
    <div class="body"><time>May ${index + 1}, 2024</time><p>Reply number ${index}: ${SENTENCE}</p></div>
    <div class="signature">Fair winds to all of you</div></div>`;
}

const THREAD = `${MENU}<main><h1>Which rope holds?</h1>${times(4, post)}
  <div class="reply"><h3>Write a reply</h3><p>You must log in before you can answer in this thread of ours, as everybody must.</p></div></main>${FOOT}`;

function ware(index: number): string {
  return `<li class="card"><a href="/w/${index}"><h3>Rope of ${index} metres</h3></a><p>$${index}.50</p><a href="/cart?add=${index}">Put into the basket</a></li>`;
}

const GOODS = `${MENU}<main><h1>Ropes</h1>
  <div class="filters"><h3>Colour</h3><label>White</label><label>Tarred</label></div>
  <ul>${times(8, ware)}</ul></main>${FOOT}`;

const NEWS = `${MENU}<main><h1>News of the harbour</h1>${times(12, (index) => `<div class="teaser"><h2><a href="/n/${index}">Ship ${index} has come in</a></h2><p>It carries load ${index}.</p></div>`)}</main>${FOOT}`;

const LANDING = `${MENU}<div><section><h1>We make ropes</h1><p>Strong ones.</p></section>
  <section><h2>For yachts</h2><p>Light, and white as sails.</p></section>
  <section><h2>For docks</h2><p>Heavy, tarred by hand.</p></section>
  <section class="newsletter"><h2>Our letter</h2><p>Give us your address.</p></section></div>${FOOT}`;

describe('the kind of a page', () => {
  it.each([
    ['article', `${MENU}<main><h1>The rope</h1>${times(6, () => `<p>${SENTENCE} ${SENTENCE}</p>`)}</main>`, ''],
    ['documentation', `<main><h1>rope()</h1>${times(4, () => `<p>Call it:</p><pre>rope(1)</pre>`)}</main>`, ''],
    [
      'documentation',
      `${MENU}<main class="docs-content"><h1>Splicing</h1>${times(9, (index) => `<h2>Strand ${index}</h2><p>Lay it.</p>`)}</main>`,
      '',
    ],
    ['forum', THREAD, ''],
    ['product', `<main><h1>Rope</h1><p>White.</p></main>`, '<meta property="og:type" content="product">'],
    ['collection', GOODS, ''],
    ['listing', NEWS, ''],
    ['service', LANDING, ''],
  ])('is told by what it shows and says: %s', (kind, html, head) => {
    expect(read(html, head).extraction.kind).toBe(kind);
  });

  it('is no forum for the comments under an article that says it is one', () => {
    const article = jsonLd({ '@context': 'https://schema.org', '@type': 'Article', headline: 'The rope' });
    const html = `<main><h1>The rope</h1>${times(3, () => `<p>${SENTENCE} ${SENTENCE}</p>`)}${times(4, post)}</main>`;
    expect(read(html, article).extraction.kind).toBe('article');
  });
});

describe('a thread', () => {
  it('is read whole, in its order, with the name and the day of each post', () => {
    const { text } = read(THREAD);
    const found = times(4, (index) => `Sailor${index}.*May ${index + 1}, 2024.*Reply number ${index}: The rope.*`);
    expect(text.replace(/\n/g, ' ')).toMatch(new RegExp(found));
  });

  it('is read without what is said of its writers, and without the form for an answer', () => {
    const { text } = read(THREAD);
    for (const other of ['Able seaman', 'Messages', 'Fair winds', 'Write a reply', 'Harbour Works'])
      expect(text).not.toContain(other);
  });
});

describe('a list of goods', () => {
  it('is read card by card with the prices, without filters and what each card offers to do', () => {
    const { text } = read(GOODS);
    for (const index of [0, 4, 7]) expect(text).toContain(`Rope of ${index} metres\n$${index}.50`);
    for (const other of ['Tarred', 'basket', 'Boats']) expect(text).not.toContain(other);
  });

  it('is read without what nearly all of its cards say', () => {
    const { markdown } = read(GOODS.replaceAll('<p>$', '<p>Made in the yard</p><p>$'));
    expect(markdown).toContain('Rope of 7 metres');
    expect(markdown).not.toContain('Made in the yard');
    const few = read(GOODS.replace('<p>$', '<p>Made in the yard</p><p>$'));
    expect(few.markdown).toContain('Made in the yard');
  });

  it('is read with the guide that the shop writes beside them', () => {
    const guide = `<section><h2>Which rope for which boat?</h2>${times(12, () => `<p>${SENTENCE}</p>`)}</section>`;
    const head = jsonLd({ '@type': 'CollectionPage', name: 'Ropes' });
    const { markdown } = read(GOODS.replace('</main>', `</main>${guide}`), head);
    expect(markdown).toContain('Which rope for which boat?');
    expect(markdown).toContain('Rope of 7 metres');
  });
});

describe('a product', () => {
  const description = `${SENTENCE} ${SENTENCE} It comes in a box of wood, with a letter of the man who made it, and a knot for a present.`;
  const html = `${MENU}<main><div class="top">Today nobody pays for the post, wherever in the world the rope has to go by ship</div>
    <div><h1>Rope</h1><span class="price">$12</span><div><div class="text"><p>${description}</p></div>
    <table><tr><th>Length</th><td>30 metres</td></tr></table></div></div>
    <div class="others"><p>A yard that has made ropes for two hundred years cannot but know how ropes are made, and it does.</p></div></main>`;

  it('is read by the description that the page gives of it, with its price and its facts', () => {
    const { text, extraction } = read(html, jsonLd({ '@type': 'Product', name: 'Rope', description }));
    expect(extraction.kind).toBe('product');
    expect(text).toContain(description);
    expect(text).toContain('$12');
    expect(text).toContain('30 metres');
    expect(text).not.toContain('nobody pays');
    expect(text).not.toContain('two hundred years');
  });

  it('is read by its whole description where the page also shows the beginning of it', () => {
    const tale = times(
      8,
      (index) =>
        `Strand ${index} was laid by hand ${index} times on walk ${index} behind church ${index} of town ${index}. `,
    );
    const teaser = tale.split(' ').slice(0, 90).join(' ');
    const page = `${MENU}<main><h1>Rope</h1><p class="teaser">${teaser} …</p><span class="price">$12</span>
      <div class="text"><p>${tale}</p></div></main>`;
    const { text } = read(page, jsonLd({ '@type': 'Product', name: 'Rope', description: tale }));
    expect(text).toContain('Strand 7 was laid by hand');
  });

  it('is read as its main part shows it where the page gives no description', () => {
    const { text } = read(html, jsonLd({ '@type': 'Product', name: 'Rope' }));
    expect(text).toContain(description);
    expect(text).toContain('two hundred years');
  });

  it('is read with those whom its maker quotes, and without what all buyers say', () => {
    const quotes = `<div class="testimonials"><div class="comments"><p>Quoted: ${SENTENCE}</p></div></div>`;
    const reviews = `<div class="reviews"><p>Reviewed: ${SENTENCE}</p></div>`;
    const page = `<main><h1>Rope</h1><p>${SENTENCE} ${SENTENCE}</p><section><h2>Reviews</h2>${quotes}</section>${reviews}</main>`;
    const { text } = read(page, jsonLd({ '@type': 'Product', name: 'Rope' }));
    expect(text).toContain('Quoted:');
    expect(text).not.toContain('Reviewed:');
  });

  it('is read with what sells it beside its name, where a longer part of the page answers questions', () => {
    const questions = times(5, (index) => `<h3>Question ${index}</h3><p>${SENTENCE}</p>`);
    const sold = `<div><h1>Rope</h1><p>White as sails, and never wet.</p></div><div class="answers">${questions}</div>`;
    const aside = '<div class="yard"><p>The yard is closed on Sundays.</p></div>';
    const page = `${MENU}<div><div>${sold}</div></div>${aside}${FOOT}`;
    const { text } = read(page, jsonLd({ '@type': 'Product', name: 'Rope' }));
    expect(text).toContain('never wet');
    expect(text).toContain('Question 4');
    for (const other of ['closed on Sundays', 'Boats', 'Quay 4']) expect(text).not.toContain(other);
  });
});

describe('beside a product', () => {
  const product = jsonLd({ '@type': 'Product', name: 'Rope' });
  const parts = (card: (index: number) => string) =>
    `<main><h1>Rope</h1>${times(4, (index) => `<p>${SENTENCE} It has ${index} ends.</p>`)}<div><ul>${times(6, card)}</ul></div></main>`;

  it('other goods are left out, whatever stands over them', () => {
    expect(read(parts(ware), product).text).not.toContain('Rope of 3 metres');
  });

  it('its own parts stay, which have no price', () => {
    const part = (index: number) =>
      `<li class="card"><a href="/p/${index}"><h3>Strand ${index}</h3></a><p>Of hemp.</p></li>`;
    expect(read(parts(part), product).text).toContain('Strand 3');
  });
});

describe('a list', () => {
  it('is read without a heading that all of its cards have', () => {
    const card = (index: number) =>
      `<li class="card"><a href="/w/${index}"><h4>Look closer</h4></a><h3>Rope of ${index} metres</h3><p>$${index}.50</p></li>`;
    const { text } = read(`<main><h1>Ropes</h1><ul>${times(8, card)}</ul></main>`);
    expect(text).toContain('Rope of 7 metres');
    expect(text).not.toContain('Look closer');
  });

  it('is read with what stands under its heading, where the list is the larger part', () => {
    const list = `<div><h1>Ropes</h1><p>Each of them holds a ship.</p></div><div class="list"><ul>${times(8, ware)}</ul></div>`;
    const { text, extraction } = read(`${MENU}<div><div>${list}</div></div>${FOOT}`);
    expect(extraction.kind).toBe('collection');
    expect(text).toContain('holds a ship');
    expect(text).toContain('Rope of 7 metres');
    expect(text).not.toContain('Boats');
  });
});

describe('a page that nobody has signed or dated', () => {
  it('is read whole where what looks like an article is a small part of it', () => {
    const told = `${SENTENCE} It is tarred by hand, and white below the tar, so that it shines where a knot has rubbed it`;
    const panel = (index: number) =>
      `<div><a href="/p/${index}"><h2>Part ${index}</h2><p>Of part ${index} they say so much: ${told}</p></a></div>`;
    const page = `${MENU}<div><div class="entry"><p>${told}</p><p>${told}, and more.</p></div><div>${times(12, panel)}</div></div>`;
    expect(read(page).text).toContain('Part 11');
    expect(read(page, '<meta name="author" content="Ida Berg">').text).not.toContain('Part 11');
  });
});

describe('a page of sections', () => {
  it('is read with all of them, without the box that asks for an address', () => {
    const { markdown, extraction } = read(LANDING);
    for (const heading of ['For yachts', 'For docks']) expect(markdown).toContain(`## ${heading}`);
    expect(markdown).not.toContain('Our letter');
    expect(extraction.dropped).toContainEqual({ heading: 'Our letter', words: 6 });
  });

  it('keeps a section of a list that begins with a word by which shops ask for an address', () => {
    const told = `<section><h2>Get more out of a rope</h2><p>${SENTENCE}</p></section>`;
    const asked = `<section><h2>Get our news</h2><p>Once in a month, by post.</p></section>`;
    const { text } = read(NEWS.replace('</main>', `${told}${asked}</main>`));
    expect(text).toContain(SENTENCE);
    expect(text).not.toContain('Once in a month');
  });

  it('keeps a section that is called after a menu and tells something', () => {
    const told = `<section class="menu"><h2>On the table</h2><p>${SENTENCE}</p></section>`;
    expect(read(LANDING.replace('<section class="newsletter">', `${told}<section class="newsletter">`)).text).toContain(
      SENTENCE,
    );
  });
});

describe('the main part', () => {
  it('is not what the page names so when it holds next to nothing', () => {
    const sections = times(
      8,
      (index) => `<section><h2>Part ${index}</h2><p>Told at some length, ${index}.</p></section>`,
    );
    expect(read(`<main><p>Loading</p></main><div>${sections}</div>`).text).toContain('Part 7');
  });
});

describe('a page that scripts draw', () => {
  const plea = '<noscript>Switch your scripts on to see this page.</noscript>';

  it('is read by what it says to readers without scripts, if that is more than it shows', () => {
    const { text } = read(`<p>Loading</p>${plea}<noscript><h1>Ropes</h1><p>${SENTENCE.repeat(4)}</p></noscript>`);
    expect(text).toContain(SENTENCE);
    expect(text).not.toContain('Switch your scripts on');
  });

  it('is read by what it shows otherwise', () => {
    const shown = times(12, (index) => `<p>${index}: ${SENTENCE}</p>`);
    const { text } = read(
      `${shown}<noscript><p>${'Other words for readers without scripts. '.repeat(9)}</p></noscript>`,
    );
    expect(text).not.toContain('Other words');
  });
});
