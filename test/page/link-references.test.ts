import { expect, it } from 'vitest';
import { extractDocument } from '#src/page/extraction.js';
import { parseDocument } from '../support/dom.js';

function markdownOf(html: string, content: 'main' | 'full' = 'full'): string {
  const url = 'https://e.com/x/';
  return extractDocument(parseDocument(html), { url, content, links: 'referenced' }).markdown;
}

it.each([
  [
    'numbers links in the order of the text, the same address the same',
    '<p><a href="/b">B</a> and <a href="/a">A</a>, <a href="/b">again</a></p>',
    '[B][1] and [A][2], [again][1]\n\n[1]: https://e.com/b\n[2]: https://e.com/a',
  ],
  ['leaves a text without links as it is', '<p>none [1]</p><p>[2]: x', 'none \\[1]\n\n\\[2]: x'],
  [
    'keeps images inline, also in a link',
    '<a href="/a"><img src="/i.png" alt="I"></a>',
    '[![I](https://e.com/i.png)][1]\n\n[1]: https://e.com/a',
  ],
  [
    'escapes numbers in brackets, which would be links otherwise',
    '<p>As [1], [ 1 ] and [a] say, <a href="/a">[1]</a>[1].',
    'As \\[1], \\[ 1 ] and [a] say, [\\[1\\]][1]\\[1].\n\n[1]: https://e.com/a',
  ],
  [
    'leaves code alone, whatever it looks like',
    '<p><a href="/a">a</a> <code>[b](https://e.com/b) [1]</code></p><pre>[c](https://e.com/c)\n[1]: x</pre>',
    '[a][1] `[b](https://e.com/b) [1]`\n\n```\n[c](https://e.com/c)\n[1]: x\n```\n\n[1]: https://e.com/a',
  ],
  [
    'gives no number to a link that is not written',
    '<p><code>f(<a href="/code">x</a>)</code> <a href="/a">a</a>',
    '`f(x)` [a][1]\n\n[1]: https://e.com/a',
  ],
  [
    'writes an address as Markdown takes it, in a table too',
    '<table><tr><th><a href="/a_(b)|c">A|B</a></table>',
    '| [A\\|B][1] |\n| --- |\n\n[1]: <https://e.com/a_(b)|c>',
  ],
  [
    'links a card on its heading, once',
    '<a href="/c"><h3>Card</h3><p>Text</p></a>',
    '### [Card][1]\n\nText\n\n[1]: https://e.com/c',
  ],
  [
    'drops what a page writes in the place of our signs',
    '<p>a(\ufdd30\ufdd4) <a href="/a">a</a>',
    'a(0) [a][1]\n\n[1]: https://e.com/a',
  ],
])('%s', (_name, html, markdown) => {
  expect(markdownOf(html)).toBe(markdown);
});

it('gives no number to what is not of the content', () => {
  const prose = `<p>${'Words of the article that are worth reading, in sentences of some length. '.repeat(8)}`;
  const html = `<main><nav><a href="/nav">Nav</a></nav><article>${prose}<a href="/a">a</a></p></article></main>`;
  expect(markdownOf(html, 'main')).toMatch(/\[a\]\[1\]\n\n\[1\]: https:\/\/e\.com\/a$/);
});
