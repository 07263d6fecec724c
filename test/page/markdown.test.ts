import { describe, expect, it } from 'vitest';
import { extractDocument } from '#src/page/extraction.js';
import { parseDocument } from '../support/dom.js';
import { markdownOf, type Row } from '../support/markdown-of.js';

describe('text', () => {
  it.each<Row>([
    [
      'drops scripts, styles, noscript and drawings with their text',
      '<head><style>p{}</style><script>x()</script></head><noscript>Enable</noscript><svg><text>t</text></svg><p>real content</p>',
      'real content',
    ],
    [
      'drops templates, canvases and iframes with their text',
      '<template>a</template><canvas>b</canvas><iframe>c</iframe><p>d',
      'd',
    ],
    ['collapses source indentation', '<p>\n    indented\n      in\tsource\n</p>', 'indented in source'],
    ['leaves out the title', '<title>T</title><p>x', 'x'],
    [
      'leaves out what is hidden',
      '<p>seen<p style="color:red; display : none">a<div hidden>b</div><p style="visibility:hidden">c',
      'seen',
    ],
    ['keeps what only assistive technology is told to skip', '<article aria-hidden="true"><p>text</article>', 'text'],
    ['leaves out what a snapshot marked as hidden', '<p data-pageward-hidden="">a<p>b', 'b'],
    [
      'keeps the text of a declarative shadow root',
      '<x-a><template shadowrootmode="open"><p>in</p></template></x-a><p>out',
      'in\n\nout',
    ],
    [
      'keeps apart blocks without space between them',
      '<div>a</div><div>b</div><details><summary>Q</summary>A</details>',
      'a\n\nb\n\nQ\n\nA',
    ],
    [
      'parts paragraphs made of line breaks',
      '<div>One.<br><br>Two.<br><br><br>Three.<br></div>',
      'One.\n\nTwo.\n\nThree.',
    ],
    ['breaks a line', '<p>a<br>b</p>', 'a  \nb'],
    ['draws a rule', '<p>a<hr><p>b', 'a\n\n---\n\nb'],
    ['draws one at the beginning so that it opens no front matter', '<hr><p>a<hr><p>b', '***\n\na\n\n---\n\nb'],
    ['keeps text without tags', 'plain text', 'plain text'],
    ['survives a tag cut off', '<p>ok<div', 'ok'],
    ['turns other spaces into plain ones', '<p>a&nbsp;&nbsp;b\u3000c\u2003d</p>', 'a b c d'],
    ['writes headings', '<h1>A</h1><h3>B <em>c</em></h3><h6>D</h6>', '# A\n\n### B *c*\n\n###### D'],
    ['escapes number signs at the end of a heading', '<h2>C #</h2><h2>C#</h2>', '## C \\#\n\n## C#'],
    ['drops permalink signs of headings', '<h2>Install <a href="#install">#</a></h2>', '## Install'],
    [
      'drops buttons but not a heading in one',
      '<button>Copy</button><h2><button>Shipping</button></h2><p>x',
      '## Shipping\n\nx',
    ],
    [
      'links films and sounds',
      '<p>a</p><video title="The film"><source src="/f.mp4">Get a browser</video><audio src="/s.mp3"></audio><video src="blob:x">no</video>',
      'a\n\n[The film](https://e.com/f.mp4)[Audio](https://e.com/s.mp3)',
    ],
    ['quotes', '<blockquote><p>a</p><blockquote>b</blockquote></blockquote>', '> a\n>\n> > b'],
  ])('%s', (_name, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });
});

describe('inline markup', () => {
  it.each<Row>([
    [
      'emphasizes within words',
      '<p>un<em>frigging</em>believable <strong>b</strong></p>',
      'un*frigging*believable **b**',
    ],
    [
      'does not put emphasis where it would not be read as such',
      '<p>これは<strong>「重要」</strong>です</p>',
      'これは「重要」です',
    ],
    ['does not emphasize across blocks', '<b><p>One.</p><p>Two.</p></b>', 'One.\n\nTwo.'],
    ['writes touching emphases as one', '<p><b>a</b><b>b</b></p>', '**ab**'],
    ['strikes out', '<p><del>old</del> <s>older</s></p>', '~~old~~ ~~older~~'],
    ['tells a power from a number', '<p>10<sup>6</sup>, 1<sup>st</sup></p>', '10^6, 1st'],
    ['quotes inline', '<p><q>hm</q></p>', '"hm"'],
    ['delimits code by one backtick more than it holds', '<p><code>a `b` c</code></p>', '``a `b` c``'],
    ['pads code that begins or ends with a backtick', '<p><code>`x`</code></p>', '`` `x` ``'],
    ['escapes nothing in code', '<p><code>a_b*[c]</code></p>', '`a_b*[c]`'],
  ])('%s', (_name, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });
});

describe('lists', () => {
  it.each<Row>([
    ['marks items', '<ul><li>one<li>two</ul><ol><li>first<li>second</ol>', '- one\n- two\n\n1. first\n2. second'],
    ['indents by two spaces', '<ul><li>outer<ul><li>inner</ul></ul>', '- outer\n  - inner'],
    ['keeps an item that only holds a list', '<ul><li><ul><li>x</ul></ul>', '- - x'],
    ['leaves no marker of what was taken out', '<ul><li>a</li><li><button>b</button></li></ul>', '- a'],
    ['counts items that are empty as written', '<ol><li>a</li><li></li><li>b</li></ol>', '1. a\n2.\n3. b'],
    ['keeps a dash that is text', '<p>-</p><p>next</p>', '\\-\n\nnext'],
    ['keeps an item that is a dash', '<ul><li>-<li>b</ul>', '- \\-\n- b'],
    ['keeps apart lists that follow each other', '<ul><li>a</ul><ul><li>b</ul>', '- a\n\n+ b'],
    ['parts items that hold paragraphs', '<ul><li><p>a</p><li><p>b</p></ul>', '- a\n\n- b'],
    ['puts a list right in a list below its item', '<ul><li>a</li><ul><li>b</ul><li>c</ul>', '- a\n  - b\n- c'],
    ['keeps an item that is an image', '<ul><li><img src="/i.png" alt="I"></ul>', '- ![I](https://e.com/i.png)'],
    ['closes items left open', '<ul><li>a<li>b</ul>', '- a\n- b'],
    ['goes on from a start', '<ol start="9"><li>a<li>b<ul><li>c</ul></ol>', '9. a\n10. b\n    - c'],
    ['indents code to the item', '<ol><li><p>Do:</p><pre>a\n\nb</pre></ol>', '1. Do:\n\n   ```\n   a\n\n   b\n   ```'],
    [
      'ticks tasks',
      '<ul><li><input type="checkbox" checked> done<li><label><input type="checkbox"> todo</label></ul>',
      '- [x] done\n- [ ] todo',
    ],
  ])('%s', (_name, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });
});

describe('links', () => {
  it.each<Row>([
    ['resolves against the document', '<a href="/docs">the docs</a>', '[the docs](https://e.com/docs)'],
    ['resolves against the base', '<base href="//cdn.e.org/v2/"><a href="a">x</a>', '[x](https://cdn.e.org/v2/a)'],
    ['escapes brackets in a link', '<a href="/x">see [1] here</a>', '[see \\[1\\] here](https://e.com/x)'],
    ['escapes no brackets in prose', '<p>see [1] in prose</p>', 'see [1] in prose'],
    ['escapes no brackets where no link is written', '<sup><a href="#cite-9">[9]</a></sup> text', '[9] text'],
    [
      'escapes no brackets in code in a link',
      '<a href="/x"><code>a[0]</code> docs</a>',
      '[`a[0]` docs](https://e.com/x)',
    ],
    ['links an image', '<a href="/p"><img src="/i.png" alt="I"></a>', '[![I](https://e.com/i.png)](https://e.com/p)'],
    [
      'puts parentheses in angle brackets',
      '<a href="/wiki/Foo_(bar)">Foo</a>',
      '[Foo](<https://e.com/wiki/Foo_(bar)>)',
    ],
    [
      'keeps the text of targets that lead nowhere',
      '<p><a href="mailto:a@e.com">m</a> <a href="javascript:x()">j</a> <a href=" java\nscript:x()">k</a> <a href="#top">t</a> <a>n</a></p>',
      'm j k t n',
    ],
    ['writes no empty link', '<p>a<a href="/x"></a>b</p>', 'ab'],
    [
      'does not turn an exclamation and a link into an image',
      '<p>Wow!<a href="/x">y</a> Hm!</p>',
      'Wow\\![y](https://e.com/x) Hm!',
    ],
    ['moves spaces out of a link', '<p>See<a href="/x"> it </a>now', 'See [it](https://e.com/x) now'],
    [
      'links a card by its heading',
      '<a href="/c"><div><h3>Title</h3></div><div>Text</div></a>',
      '### [Title](https://e.com/c)\n\nText',
    ],
    ['survives closing tags that nothing opened', 'keep</a></code></ul>', 'keep'],
  ])('%s', (_name, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });

  it('keeps only the text of a relative link when there is no URL to resolve it against', () => {
    const document = parseDocument('<a href="/x">text</a> <img src="/i.png" alt="I">');
    expect(extractDocument(document, { content: 'full' }).markdown).toBe('text');
  });
});

describe('images', () => {
  it.each<Row>([
    [
      'escapes brackets in a description',
      '<img src="/i.png" alt="Figure [2]">',
      '![Figure \\[2\\]](https://e.com/i.png)',
    ],
    ['puts a description on one line', '<img src="/i.png" alt="one\n\ntwo">', '![one two](https://e.com/i.png)'],
    [
      'takes the largest candidate though there is a src',
      '<img src="s.png" srcset="m.png 320w, l.png 1024w">',
      '![](https://e.com/x/l.png)',
    ],
    [
      'takes what a lazy loader would',
      '<img src="data:image/gif;base64,R0" data-src="real.jpg" alt="R">',
      '![R](https://e.com/x/real.jpg)',
    ],
    [
      'takes the source of a picture whose image has none',
      '<picture><source srcset="a.webp 1x, b.webp 2x"><img alt="P"></picture>',
      '![P](https://e.com/x/b.webp)',
    ],
    ['drops embedded data', '<p>a<img src="data:image/png;base64,AA" alt="x">b', 'ab'],
    ['drops tracking pixels', '<p>a<img src="/t.gif" width="1" height="1">', 'a'],
  ])('%s', (_name, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });
});

describe('code blocks', () => {
  it.each<Row>([
    ['keep lines and indentation', '<pre><code>one\n  two\n</code></pre>', '```\none\n  two\n```'],
    ['need no code element', '<pre>a_b *c* &lt;d></pre>', '```\na_b *c* <d>\n```'],
    ['name the language of a class', '<pre><code class="language-ts">x</code></pre>', '```ts\nx\n```'],
    ['name the language of a highlighter', '<pre><code class="hljs python">x</code></pre>', '```python\nx\n```'],
    ['name the language of a wrapper', '<div class="highlight-source-shell"><pre>x</pre></div>', '```shell\nx\n```'],
    ['name the clearer of two', '<pre><code class="hljs language-rust">x</code></pre>', '```rust\nx\n```'],
    [
      'do not take the language of the text for theirs',
      '<div class="lang-en"><p>a</p><pre>x</pre></div>',
      'a\n\n```\nx\n```',
    ],
    ['name the language of a data attribute', '<pre data-lang="Go">x</pre>', '```go\nx\n```'],
    [
      'break lines at <br> and blocks',
      '<pre><code>a<br>b</code></pre><pre><div>c</div><div>d</div></pre>',
      '```\na\nb\n```\n\n```\nc\nd\n```',
    ],
    ['leave out line numbers', '<pre><span class="lineno">1</span>a</pre>', '```\na\n```'],
    ['grow their fence', '<pre>```\nx</pre>', '````\n```\nx\n````'],
  ])('%s', (_name, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });
});

describe('tables', () => {
  it.each<Row>([
    ['have a header row', '<table><tr><th>a<th>b<tr><td>1<td>2</table>', '| a | b |\n| --- | --- |\n| 1 | 2 |'],
    [
      'have an empty header when the page gives none',
      '<table><tr><td>a<td>b<tr><td>c<td>d</table>',
      '|  |  |\n| --- | --- |\n| a | b |\n| c | d |',
    ],
    ['need more than one column or a head', '<table><tr><td>x<tr><td>y</table>', 'x\n\ny'],
    [
      'escape pipes',
      '<table><tr><th>o<th>m<tr><td><code>a||b</code><td>x | y</table>',
      '| o | m |\n| --- | --- |\n| `a\\|\\|b` | x \\| y |',
    ],
    [
      'keep a cell on one line',
      '<table><tr><th>k<th>n<tr><td>A<td><p>One.</p><ul><li>two</ul></table>',
      '| k | n |\n| --- | --- |\n| A | One.<br>- two |',
    ],
    [
      'keep columns where spans put them',
      '<table><tr><th>p<th colspan=2>q<tr><td rowspan=2>1<td>2<td>3<tr><td>4<td>5</table>',
      '| p | q |  |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n|  | 4 | 5 |',
    ],
    [
      'put the foot last',
      '<table><thead><tr><th>i</thead><tfoot><tr><td>sum</tfoot><tbody><tr><td>a</tbody></table>',
      '| i |\n| --- |\n| a |\n| sum |',
    ],
    [
      'align',
      '<table><tr><th>a<th style="text-align:right">b<tr><td>1<td>2</table>',
      '| a | b |\n| --- | ---: |\n| 1 | 2 |',
    ],
    ['show their caption', '<table><caption>C</caption><tr><th>a<tr><td>1</table>', 'C\n\n| a |\n| --- |\n| 1 |'],
    ['that lay a page out become its blocks', '<table><tr><td><p>One.</p><p>Two.</p></table>', 'One.\n\nTwo.'],
    ['that are empty leave nothing', '<p>a</p><table><tr><td></td><td> </td></tr></table><p>b</p>', 'a\n\nb'],
  ])('%s', (_name, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });
});

describe('escaping', () => {
  it.each<Row>([
    [
      'leaves alone what cannot be markup',
      '<p>C# and #12, foo_bar, 2 * 3, a | b, $5, -, me_too@e.com</p>',
      'C# and #12, foo_bar, 2 * 3, a | b, $5, -, me_too@e.com',
    ],
    ['leaves bare URLs alone', '<p>https://e.com/a_b_c?x=*y*</p>', 'https://e.com/a_b_c?x=*y*'],
    ['escapes emphasis', '<p>*literal* and _that_</p>', '\\*literal\\* and \\_that\\_'],
    [
      'escapes HTML and entities',
      '<p>&lt;div> Vec&lt;T> a &lt; b &amp;lt; &amp; x</p>',
      '\\<div> Vec\\<T> a < b \\&lt; & x',
    ],
    ['escapes a backslash before punctuation only', '<p>C:\\temp\\*.txt</p>', 'C:\\temp\\\\*.txt'],
    ['escapes paired tildes', '<p>~~10~~</p><p>~5</p>', '\\~\\~10\\~\\~\n\n~5'],
    [
      'escapes markers at the start of a line',
      '<p># a</p><p>- b</p><p>1. c</p><p>> d</p><p>+ e</p>',
      '\\# a\n\n\\- b\n\n1\\. c\n\n\\> d\n\n\\+ e',
    ],
    ['escapes equals signs after a line break only', '<p>===</p><p>a<br>==</p>', '===\n\na  \n\\=='],
    [
      'escapes a bracket that opens what looks like a link, before an address too',
      '<p>[http://e.com/_a](b)</p>',
      '\\[http://e.com/_a](b)',
    ],
    ['escapes what would be the row below the head of a table', '<p>| a |<br>| - |</p>', '| a |  \n\\| - |'],
    ['escapes an underline after a line break', '<p>Title<br>---</p>', 'Title  \n\\---'],
    ['escapes what would be a link or an image', '<p>[a](b) ![c](d) [e][f]</p>', '\\[a](b) !\\[c](d) \\[e][f]'],
    ['escapes a reference definition', '<p>[a]: https://e.com/</p>', '\\[a]: https://e.com/'],
    ['survives the characters it uses itself', '<p>a\ufdd0b\ufdd2</p>', 'ab'],
  ])('%s', (_name, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });
});
