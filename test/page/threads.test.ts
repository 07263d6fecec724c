import { describe, expect, it } from 'vitest';
import { extractDocument } from '#src/page/extraction.js';
import type { Extraction } from '#src/page/page.js';
import { parseDocument } from '../support/dom.js';

const MENU = '<nav><ul><li><a href="/">Home</a><li><a href="/boats">Boats</a></ul></nav>';
const TEXTS = [
  'Our old mooring rope has parted twice this spring, and I would like to know which fibre holds best in salt water.',
  'Hemp is what the yard has always used, but you must tar it every year or it will rot from the inside.',
  'Nobody tars a rope any more, friend: take polyester of the same thickness and forget it for ten winters.',
  'Whatever you buy, splice it and never knot it, since a knot costs you half of what the rope could carry.',
];

interface Post {
  readonly quoted?: string;
  readonly foot?: string;
  readonly card?: string;
  readonly head?: string;
}

function post(index: number, { quoted = '', foot = '', card = '', head = '' }: Post = {}): string {
  return `<div class="post" id="p${index}">
    <dl class="postprofile"><dt><a href="/users/${index}">Sailor${index}</a></dt>${card}</dl>
    <div class="postbody">${head}<time>May ${index + 1}, 2024</time>${quoted}<p>${TEXTS[index]}</p>${foot}</div></div>`;
}

function thread(make: (index: number) => Post, before = '', head = ''): Extraction {
  const posts = TEXTS.map((_, index) => post(index, make(index))).join('');
  return read(`${MENU}<main>${before}<h1>Which rope holds?</h1>${posts}</main>`, head);
}

function read(html: string, head = ''): Extraction {
  return extractDocument(parseDocument(`<head>${head}</head><body>${html}</body>`), { url: 'https://e.com/t/9' });
}

function quote(name: string, text: string): string {
  return `<blockquote><cite>${name} wrote:</cite><div>${text}</div><a role="button">Click to expand</a></blockquote>`;
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

describe('a quotation in a thread', () => {
  it('is not said again where an earlier post said it, but for whom it quotes', () => {
    const { markdown } = thread((index) => (index === 2 ? { quoted: quote('Sailor1', TEXTS[1] ?? '') } : {}));
    expect(count(markdown, 'Hemp is what the yard')).toBe(1);
    expect(markdown).toContain('Sailor1 wrote:');
    expect(markdown).toContain('Nobody tars a rope');
  });

  it('is left out with those that were quoted in it', () => {
    const inner = quote('Sailor0', TEXTS[0] ?? '');
    const { markdown } = thread((index) => {
      if (index === 1) return { quoted: inner };
      return index === 2 ? { quoted: quote('Sailor1', `${inner} ${TEXTS[1]}`) } : {};
    });
    expect(count(markdown, 'Our old mooring rope')).toBe(1);
    expect(count(markdown, 'Hemp is what the yard')).toBe(1);
  });

  it('stays where it says what no post on the page said', () => {
    const words =
      'A rope that lies in the sun all summer has lost a third of its strength by autumn, and does not show it.';
    expect(thread((index) => (index === 3 ? { quoted: quote('The almanac', words) } : {})).markdown).toContain(words);
  });

  it('stays where it is a few words that were picked out of a post', () => {
    const { markdown } = thread((index) =>
      index === 2 ? { quoted: quote('Sailor1', 'you must tar it every year') } : {},
    );
    expect(count(markdown, 'you must tar it every year')).toBe(2);
  });

  it('is read without the button that unfolds it', () => {
    const { markdown } = thread((index) => (index === 3 ? { quoted: quote('Sailor1', 'tar it every year') } : {}));
    expect(markdown).not.toContain('Click to expand');
  });
});

describe('what the posts of a thread have in common', () => {
  it('is left out, whatever its numbers: labels, counts, the subject', () => {
    const { markdown } = thread((index) => ({
      card: `<dd><span>Registered: 20${10 + index}-04-0${index + 1}</span></dd><dd><span>Posts: ${index}73</span></dd>`,
      head: `<h3>Re: Which rope holds?</h3>`,
      foot: `<p class="counted">${index + 2} answers so far</p>`,
    }));
    for (const frame of ['Registered', 'Posts', 'Re:', 'so far']) expect(markdown).not.toContain(frame);
  });

  it('is kept where it is the name of the writer, or the day of the post', () => {
    const html = TEXTS.map(
      (text) => `<div class="post"><a href="/users/1">Boatswain</a> <time>May 3, 2024</time><p>${text}</p></div>`,
    );
    const { markdown } = read(`<main><h1>Ropes</h1>${html.join('')}</main>`);
    expect(count(markdown, 'Boatswain')).toBe(4);
    expect(count(markdown, 'May 3, 2024')).toBe(4);
  });

  it('does not take in what one of them says', () => {
    const { markdown } = thread((index) => ({ foot: index === 1 ? '<p>Tar: 3 tins</p>' : '' }));
    expect(markdown).toContain('Tar: 3 tins');
  });
});

describe('a post', () => {
  it('is read without who changed it when, and without its signature', () => {
    const { markdown } = thread((index) => ({
      foot:
        index === 1
          ? '<p><em>Last edited by Sailor1 (2024-05-09 10:11)</em></p><div class="postsignature"><p>Fair winds</p></div>'
          : '',
    }));
    expect(markdown).not.toMatch(/edited|Fair winds/);
  });

  it('is read without its signature, however long that is', () => {
    const signature = `<div class="entry signature"><p>${TEXTS.join(' ').replaceAll('rope', 'sail')}</p></div>`;
    const { markdown } = thread((index) => (index === 0 ? { foot: signature } : {}));
    expect(markdown).toContain('Our old mooring rope');
    expect(markdown).not.toContain('mooring sail');
  });

  it('is read without what others remark on it in small', () => {
    const remarks =
      '<ul class="comments-list"><li><p>Have you tried to wash it in fresh water first, my friend?</p></li></ul>';
    const { markdown } = thread(() => ({ foot: remarks }));
    expect(markdown).toContain('Nobody tars a rope');
    expect(markdown).not.toContain('fresh water first');
  });

  it('is read with them where they are the larger part of what is said', () => {
    const remarks = `<ul class="comments-list">${TEXTS.map((text) => `<li><p>${text.replaceAll('rope', 'sail')}</p></li>`).join('')}</ul>`;
    expect(thread(() => ({ foot: remarks })).markdown).toContain('mooring sail');
  });

  it('has its own day, and not that on which its writer joined', () => {
    const { markdown } = thread((index) => ({ card: `<dd>Able seaman</dd><dd>January ${index + 1}, 2011</dd>` }));
    expect(markdown).not.toContain('2011');
    expect(markdown).toContain('May 2, 2024');
  });
});

describe('a thread', () => {
  it('is read without what the page says before its heading', () => {
    const advice = `<div><p>To put this board on your telephone, open the menu of your browser and choose what adds a page to it.</p></div>`;
    const { markdown } = read(
      `${advice}<div><h1>Which rope holds?</h1><div>${TEXTS.map((_, index) => post(index)).join('')}</div></div>`,
    );
    expect(markdown).not.toContain('telephone');
    expect(markdown).toContain('Our old mooring rope');
  });

  it('is not the list of threads, which says no more than who wrote each of them and when', () => {
    const row = (index: number) =>
      `<tr><td><a href="/t/${index}">Splice ${index}</a></td></tr><tr class="post"><td>${index} votes by
        <a href="/users/${index}">Sailor${index}</a> <span>${index + 2} hours ago</span> | <a href="/t/${index}">4 answers</a></td></tr>`;
    const { markdown, extraction } = read(
      `${MENU}<main><table>${Array.from({ length: 9 }, (_, index) => row(index)).join('')}</table></main>`,
    );
    expect(extraction.kind).not.toBe('forum');
    for (const index of [0, 8]) expect(markdown).toContain(`Splice ${index}`);
  });

  it('is a question and its only answer too', () => {
    const part = (name: string, index: number) =>
      `<div class="${name}"><div><p>${TEXTS[index]}</p></div><div class="signed">given <time>May ${index + 1}, 2024</time>
        <a href="/users/${index}">Sailor${index}</a> <span class="badges">3 badges</span></div></div>`;
    const { markdown, extraction } = read(
      `${MENU}<div><h1>Which rope holds?</h1><div id="q">${part('question', 0)}<div id="as"><h2>1 Answer</h2>${part('answer', 1)}</div></div>
        <div><h2>Linked</h2><p>You must be logged in before you may ask a question of your own on this board of ours.</p></div></div>`,
      '<script type="application/ld+json">{"@type":"QAPage"}</script>',
    );
    expect(extraction.kind).toBe('forum');
    expect(markdown).toMatch(/Our old mooring[\s\S]*Hemp is what/);
    expect(markdown).not.toMatch(/logged in|badges/);
  });
});

describe('the posts of a thread', () => {
  const signed = (index: number, name: string) =>
    `<article class="${name}"><a href="/users/${index}">Sailor${index}</a><time>May ${index + 1}, 2024</time><p>${TEXTS[index]}</p></article>`;

  it('is read with the answers that stand in a box after the post which they answer', () => {
    const answers = `${signed(1, 'reply')}<div class="children">${signed(2, 'reply')}</div>${signed(3, 'reply')}`;
    const { markdown } = read(`${MENU}<main><h1>Which rope holds?</h1>${answers}</main>`);
    expect(TEXTS.slice(1).map((text) => markdown.indexOf(text) > 0)).toEqual([true, true, true]);
    expect(markdown.indexOf(TEXTS[2] ?? '')).toBeLessThan(markdown.indexOf(TEXTS[3] ?? ''));
  });

  it('is read with the post that begins it, where that stands before the box of the others', () => {
    const answers = `<section>${[1, 2, 3].map((index) => signed(index, 'reply')).join('')}</section>`;
    const { markdown } = read(
      `${MENU}<div><div class="first-post">${signed(0, 'x')}</div><main>${answers}</main></div>`,
    );
    expect(markdown).toContain(TEXTS[0]);
    expect(markdown).toContain(TEXTS[3]);
  });

  it('are read without links to other threads before the first, however long their names', () => {
    const others = TEXTS.map(
      (text, index) => `<p><a href="/t/${index}">${text.replaceAll('rope', 'sail')}</a></p>`,
    ).join('');
    const told = `<div><p>${TEXTS[3]?.replace('splice', 'sew')}</p></div>`;
    const posts = TEXTS.map((_, index) => post(index)).join('');
    const { markdown } = read(`<main><div>${others}</div>${told}<h1>Which rope holds?</h1>${posts}</main>`);
    expect(markdown).not.toContain('Nobody tars a sail');
    expect(markdown).toContain('sew it and never knot it');
  });

  it('are read without the copies of them that stand beside each answer, items of lists too', () => {
    const copied = `<div class="parent"><p>${TEXTS[0]}</p><ul><li>${TEXTS[1]}</li></ul></div>`;
    const posts = TEXTS.map((_, index) => post(index, { quoted: copied })).join('');
    const { markdown } = read(`<main><h1>Which rope holds?</h1>${posts}</main>`);
    for (const text of TEXTS) expect(count(markdown, text)).toBe(1);
  });

  it('are read without the card of a writer, however much it says', () => {
    const gear = TEXTS.map((text) => `<li>${text.replaceAll('rope', 'mast')}</li>`).join('');
    const written = (text: string, index: number) => {
      const name = `<a href="/users/${index}">Sailor${index}</a>`;
      return `<article class="comment"><aside class="author-pane"><h3>${name}</h3><h3>${name}</h3><ul>${gear}</ul></aside>
        <time>May ${index + 1}, 2024</time><p>${text}</p></article>`;
    };
    const { markdown } = read(`<main><h1>Which rope holds?</h1>${TEXTS.map(written).join('')}</main>`);
    expect(markdown).toContain(TEXTS[2]);
    expect(markdown).not.toContain('Nobody tars a mast');
    expect(count(markdown, '[Sailor1]')).toBe(1);
  });
});
