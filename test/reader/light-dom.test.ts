import { describe, expect, it } from 'vitest';
import { documentParser } from '#src/reader/document-parser.js';

// One after the other: on Node 20 jsdom cannot require parse5 while it is being imported.
const light = await documentParser('light');
const reference = await documentParser('jsdom');

const PAGE = `<!doctype html><html lang="en"><head><title> A  page </title><meta name="Description" content="x"></head>
<body class="home wide"><!-- note --><main id="content" data-user-id="7"><h1 class="title">One</h1>
<p class="lead first">Text with <a href="/a" rel="NoFollow">a link</a>, <b>bold</b> &amp; &lt;more&gt;.</p>
<p>Second<br>line <img src="i.png" alt="a &quot;b&quot;"></p><p></p>
<ul><li>1<li class="on">2<li>3<ul><li>4</ul></ul>
<form><input type="TEXT" disabled><input type=checkbox checked><select><option selected>x<option>y</select></form>
<svg viewBox="0 0 1 1"><linearGradient id="g"/></svg><section><h2>Two</h2><p lang=en-GB>End</p></section></main>
<aside title="über x" id="s:1">Beside</aside><template><p class=lead>kept apart</p></template></body></html>`;

const found = (document: Document, selector: string) =>
  Array.from(document.querySelectorAll(selector), ({ outerHTML }) => outerHTML.slice(0, 40));

describe('the light DOM', () => {
  it.each([
    '*',
    'p',
    'P, h1',
    'linearGradient',
    '.lead',
    'p.lead.first',
    '#content',
    String.raw`#s\:1`,
    '[id="s:1"]',
    '[data-user-id]',
    '[title^="über"]',
    'input[type="text"]',
    '[data-user-id="7"]',
    '[rel="nofollow"]',
    '[class~="wide"]',
    '[lang|="en"]',
    '[src$=".png"]',
    '[src*="."]',
    '[alt="A \\"b\\"" i]',
    '[href=""]',
    'main p',
    'main > p',
    'h1 + p',
    'h1 ~ p',
    'body main>p a',
    'ul ul li, p + p',
    'p:first-child',
    'li:last-child',
    'b:only-child',
    'p:first-of-type',
    'p:last-of-type',
    'h2:only-of-type',
    'li:nth-child(2)',
    'li:nth-child(odd)',
    'li:nth-child(2n + 1)',
    'li:nth-child(-n+2)',
    'p:nth-last-of-type(1)',
    'p:nth-of-type(even)',
    'p:nth-last-child(n + 8)',
    'li:not(.on)',
    'li:not(.on, :first-child)',
    ':is(h1, h2)',
    'main :where(p, a)',
    'section:has(h2)',
    'main > :has(> li > ul)',
    'p:has(+ p)',
    'h1:has(~ section)',
    'p:empty',
    ':root',
    'a:any-link',
    'input:disabled',
    ':root > body',
  ])('finds with %s what the reference finds', (selector) => {
    expect(found(light(PAGE), selector)).toEqual(found(reference(PAGE), selector));
  });

  it.each(['p >', '> p', ':unheard-of', 'p[', 'p:not(', 'p::before', 'a,', ''])('refuses %s', (selector) => {
    expect(() => light(PAGE).querySelectorAll(selector)).toThrow(SyntaxError);
  });

  it('asks an element itself, and those around it', () => {
    const [link] = light(PAGE).getElementsByTagName('a');
    expect(link?.matches('p a')).toBe(true);
    expect(link?.matches(':scope')).toBe(true);
    expect(link?.closest('p')?.className).toBe('lead first');
    expect(link?.closest('ul')).toBeNull();
  });

  it.each<[string, (document: Document, one: (selector: string) => Element) => void]>([
    ['appending and moving', (_, one) => one('h1').append('!', one('b'), ' and ')],
    ['inserting before and after', (_, one) => [one('h1').before('x', one('b')), one('h1').after(one('br'), 'y')]],
    ['replacing by what comes next', (_, one) => one('h1').replaceWith(one('h1 + p'), 'z')],
    ['taking an element from around others', (_, one) => one('p').replaceWith(...Array.from(one('p').childNodes))],
    [
      'putting one around another',
      (document, one) => {
        const box = document.createElement('DIV');
        one('h1').replaceWith(box);
        box.append(one('b'));
      },
    ],
    ['removing', (_, one) => [one('ul').remove(), one('h1').firstChild?.remove()]],
    [
      'emptying',
      (_, one) => {
        one('ul').replaceChildren('none');
        one('a').textContent = '<';
        one('p').textContent = '';
      },
    ],
    ['replacing a child', (document, one) => one('main').replaceChild(document.createElement('hr'), one('h1'))],
    ['moving a fragment', (_, one) => one('h1').append((one('template') as HTMLTemplateElement).content)],
    [
      'attributes',
      (_, one) => {
        one('h1').setAttribute('title', 'a<b>"c"&\u00a0');
        one('main').removeAttribute('data-user-id');
        one('p').className = 'new';
        one('a').id = 'link';
      },
    ],
    [
      'parsing into an element',
      (_, one) => {
        one('ul').innerHTML = '<li>a<li>b<p>c<b>d</p>e';
      },
    ],
    [
      'parsing into a row',
      (document) => {
        const row = document.createElement('tr');
        row.innerHTML = '<td>a<td>b';
        document.body.append(row);
      },
    ],
    [
      'joining texts',
      (document, one) => {
        one('h1').append('a', '', 'b');
        document.body.normalize();
        one('h1').firstChild?.remove();
      },
    ],
    [
      'copying',
      (_, one) =>
        one('aside').append(one('main').cloneNode(true), one('template').cloneNode(true), one('ul').cloneNode()),
    ],
  ])('is changed by %s as the reference is', (_of, change) => {
    const [ours, theirs] = [light, reference].map((parse) => {
      const document = parse(PAGE);
      change(document, (selector) => document.querySelector(selector) as Element);
      return document.documentElement.outerHTML;
    });
    expect(ours).toBe(theirs);
  });

  it('tells where nodes are', () => {
    const places = [light, reference].map((parse) => {
      const document = parse(PAGE);
      const [main, link, aside] = ['main', 'a', 'aside'].map((name) => document.querySelector(name) as Element);
      if (main === undefined || link === undefined || aside === undefined) return [];
      const pairs = [
        [main, link],
        [link, main],
        [link, aside],
        [aside, link],
        [main, main],
      ] as const;
      return [
        ...pairs.map(([one, other]) => one.compareDocumentPosition(other)),
        ...pairs.map(([one, other]) => one.contains(other)),
        link.isConnected,
        document.createElement('p').isConnected,
        [main.childElementCount, main.firstElementChild?.nodeName, main.lastElementChild?.tagName, aside.id],
        [document.title, document.head.nodeName, document.body.className, main.textContent],
        [document.getElementById('g')?.nodeName, { ...(main as HTMLElement).dataset }],
        link.nextSibling?.nextSibling?.previousSibling?.nodeValue,
      ];
    });
    expect(places[0]).toEqual(places[1]);
  });

  it('copies a document that shares nothing with it', () => {
    const document = light(PAGE);
    const before = document.documentElement.outerHTML;
    const copy = document.cloneNode(true) as Document;
    expect(copy.documentElement.outerHTML).toBe(before);
    copy.querySelector('h1')?.setAttribute('title', 'x');
    copy.querySelector('p')?.remove();
    expect(document.documentElement.outerHTML).toBe(before);
    expect(copy.body.ownerDocument).toBe(copy);
  });

  it('is as deep as it is, without recursion', () => {
    const document = light('<div>'.repeat(50_000));
    expect(document.documentElement.outerHTML).toHaveLength(
      50_000 * 11 + '<html><head></head><body></body></html>'.length,
    );
    expect((document.cloneNode(true) as Document).querySelectorAll('div')).toHaveLength(50_000);
    expect(document.body.textContent).toBe('');
  });
});
