import { describe, expect, it } from 'vitest';
import { markdownOf, type Row } from '../support/markdown-of.js';

describe('callouts of', () => {
  it.each<Row>([
    [
      'Docusaurus',
      '<div class="theme-admonition theme-admonition-tip admonition_x alert alert--success"><div class="admonitionHeading_y"><span class="admonitionIcon"><svg></svg></span>tip</div><div class="admonitionContent_z"><p>Use it.</p></div></div>',
      '> [!TIP]\n> Use it.',
    ],
    [
      'Sphinx',
      '<div class="admonition warning"><p class="admonition-title">Warning</p><p>Hot.</p></div>',
      '> [!WARNING]\n> Hot.',
    ],
    [
      'MkDocs, folded',
      '<details class="note" open><summary>Read this</summary><p>Body</p></details>',
      '> [!NOTE]\n> **Read this**\n>\n> Body',
    ],
    [
      'GitHub',
      '<div class="markdown-alert markdown-alert-caution"><p class="markdown-alert-title"><svg></svg>Caution</p><p>x</p><ul><li>y</li></ul></div>',
      '> [!CAUTION]\n> x\n>\n> - y',
    ],
    [
      'Obsidian, with a title',
      '<div class="callout" data-callout="info"><div class="callout-title"><div class="callout-icon"><svg></svg></div><div class="callout-title-inner">My title</div></div><div class="callout-content"><p>c</p></div></div>',
      '> [!NOTE]\n> **My title**\n>\n> c',
    ],
    [
      'VitePress',
      '<div class="danger custom-block"><p class="custom-block-title">STOP</p><p>b</p></div>',
      '> [!CAUTION]\n> **STOP**\n>\n> b',
    ],
    [
      'Starlight',
      '<aside aria-label="Note" class="starlight-aside starlight-aside--note"><p class="starlight-aside__title" aria-hidden="true"><svg></svg>Note</p><div class="starlight-aside__content"><p>n</p></div></aside>',
      '> [!NOTE]\n> n',
    ],
    [
      'AsciiDoc',
      '<div class="admonitionblock important"><table><tr><td class="icon"><div class="title">Important</div></td><td class="content">Be there.</td></tr></table></div>',
      '> [!IMPORTANT]\n> Be there.',
    ],
    ['a page that says so in the first line', '<div class="NOTE"><p>Note</p><p>Text</p></div>', '> [!NOTE]\n> Text'],
    ['none that only has such a class', '<div class="info"><p>Company</p><p>Text</p></div>', 'Company\n\nText'],
  ])('%s', (_name, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });
});

describe('what is embedded', () => {
  it.each<Row>([
    [
      'is linked where it can be seen',
      '<figure><iframe src="https://player.vimeo.com/video/123?h=1" title="Film"></iframe><figcaption>Cap</figcaption></figure>',
      '[Film](https://vimeo.com/123)\n\nCap',
    ],
    [
      'is found before its script has run',
      '<div><iframe data-src="//www.youtube-nocookie.com/embed/abcdef12345"></iframe></div>',
      '[youtube.com](https://www.youtube.com/watch?v=abcdef12345)',
    ],
    [
      'is left out when it is advertising',
      '<p>a</p><iframe src="https://ads.example.net/embed/1" title="Ad"></iframe><iframe src="https://x.example/track" width=1 height=1></iframe><iframe src="https://www.googletagmanager.com/ns.html?id=1"></iframe>',
      'a',
    ],
    [
      'is linked as it is',
      '<iframe src="https://www.google.com/maps/embed?pb=1" title="Map" allowfullscreen></iframe>',
      '[Map](https://www.google.com/maps/embed?pb=1)',
    ],
    [
      'may be named by an element',
      '<lite-youtube videoid="abcdef12345" playlabel="Play: X"><a href="https://youtu.be/abc">t</a></lite-youtube>',
      '[Play: X](https://www.youtube.com/watch?v=abcdef12345)',
    ],
    [
      'may be a document',
      '<object data="/a.pdf" type="application/pdf"><p>No <a href="/a.pdf">Get it</a></p></object>',
      '[Get it](https://e.com/a.pdf)',
    ],
    [
      'may be a film',
      '<video poster="/p.jpg" controls><source src="/v.webm" type="video/webm"><source src="/v.mp4"><track src="x.vtt"></video>',
      '[Video](https://e.com/v.webm)',
    ],
  ])('%s', (_name, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });
});

describe('pictures', () => {
  it.each<Row>([
    [
      'that are all of a cell give their names',
      '<table><tr><th>F<th>A<tr><td>x<td><svg><title>Yes</title></svg><tr><td>y<td><svg aria-label="No"></svg></table>',
      '| F | A |\n| --- | --- |\n| x | Yes |\n| y | No |',
    ],
    [
      'that are drawn in a figure give their names',
      '<figure><svg role="img"><title>Sales by year</title><path d="M0"/></svg><figcaption>Fig 1</figcaption></figure>',
      'Sales by year\n\nFig 1',
    ],
    [
      'are those for browsers without scripts where others wait',
      '<figure><img class="lazy" src="data:image/gif;base64,AA" alt="A"><noscript><img src="/real.jpg" alt="A"></noscript></figure>',
      '![A](https://e.com/real.jpg)',
    ],
    [
      'are linked, with a caption below',
      '<figure><a href="/big.jpg"><img src="/s.jpg" alt="S"></a><figcaption>A <em>caption</em>.</figcaption></figure>',
      '[![S](https://e.com/s.jpg)](https://e.com/big.jpg)\n\nA *caption*.',
    ],
    [
      'stand in a heading',
      '<h2><img src="/i.png" alt="Logo"> Title</h2><h3></h3><h2>A<br>B</h2>',
      '## ![Logo](https://e.com/i.png) Title\n\n## A B',
    ],
  ])('%s', (_name, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });
});

describe('text', () => {
  it.each<Row>([
    ['with readings', '<p><ruby>漢<rt>kan</rt>字<rt>ji</rt></ruby></p>', '漢(kan)字(ji)'],
    [
      'with powers',
      '<p>x<sup>n+1</sup> and 1<sup>st</sup> e<sup>−x</sup> a<sup>2</sup> M<sup>me</sup> Acme<sup>®</sup></p>',
      'x^(n+1) and 1st e^(−x) a^2 Mme Acme®',
    ],
    [
      'without spaces',
      '<p>これは<b>重要</b>です。<em>「引用」</em>と</p><p>中文<strong>，粗体</strong>字</p>',
      'これは**重要**です。「引用」と\n\n中文，粗体字',
    ],
    ['from right to left', '<p dir="rtl">שלום <b>עולם</b>!</p>', 'שלום **עולם**!'],
    ['with combining marks', '<p>é<b>́a</b></p>', 'é**́a**'],
    ['with soft hyphens', '<p>Donau&shy;dampf&shy;schiff a&zwnj;b</p>', 'Donau­dampf­schiff a‌b'],
    ['in bold and italics', '<p><b><i>x</i></b> <i><b>y</b></i> <b>a <i>b</i></b></p>', '**_x_** ***y*** **a *b***'],
    ['with spaces at the edges of bold', '<p>a<b> b </b>c <b> </b>d</p>', 'a **b** c d'],
    [
      'with punctuation at the edges of bold',
      '<p><b>Note:</b>text <strong>x</strong>y <i>(z)</i>w</p>',
      'Note:text **x**y (z)w',
    ],
    [
      'with links in code',
      '<p><code><a href="/api">f()</a></code> and <a href="/x"><code>g</code></a></p>',
      '[`f()`](https://e.com/api) and [`g`](https://e.com/x)',
    ],
    ['struck out, and tildes', '<p>~~a~~ <s>b</s> ~c</p>', '\\~\\~a\\~\\~ ~~b~~ \\~c'],
    ['with keys', '<p><kbd>Ctrl</kbd>+<kbd><kbd>C</kbd></kbd></p>', '`Ctrl`+`C`'],
    ['with quotations in quotations', '<p><q>a <q>b</q></q></p>', '"a \'b\'"'],
    [
      'with marks that Markdown does not know',
      '<p><ins>new</ins><mark>m</mark> <u>u</u> <abbr title="Hyper">HT</abbr> <small>s</small> <cite>c</cite> <dfn>d</dfn> <var>v</var></p>',
      'newm u HT s c d v',
    ],
    ['with breaks', '<p>a<br><br>b<br/>c</p><p>addr<br>  line</p>', 'a\n\nb  \nc\n\naddr  \nline'],
    ['of an address', '<address>A<br>B</address><center>c</center><p>x<hr>y', 'A  \nB\n\nc\n\nx\n\n---\n\ny'],
    [
      'with a bare URL',
      '<p>https://e.com/a_b (see https://e.com/x_y_z).</p>',
      'https://e.com/a_b (see https://e.com/x_y_z).',
    ],
    [
      'with links that lead out of the web',
      '<p><a href="mailto:a@e.com">a@e.com</a> <a href="tel:+1">call</a></p>',
      'a@e.com call',
    ],
  ])('%s', (_name, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });
});

describe('lists', () => {
  it.each<Row>([
    [
      'with numbers of their own',
      '<ol start="0"><li>a<li value="5">b</ol><ol type="a"><li>x</ol><ol reversed><li>3<li>2</ol>',
      '0. a\n5. b\n\n1) x\n\n1. 3\n2. 2',
    ],
    ['that begin below nought', '<ol start="-2"><li>a</ol>', '1. a'],
    [
      'of tasks in tasks',
      '<ul><li><input type=checkbox checked disabled> a<ul><li><input type=checkbox> b</ul></ul>',
      '- [x] a\n  - [ ] b',
    ],
    ['with wrappers between', '<ul><div><li>a</li><li>b</li></div></ul>', '- a\n- b'],
    ['of paragraphs', '<ul><li><p>a</p><p>b</p></li><li><p>c</p></li></ul>', '- a\n\n  b\n\n- c'],
    [
      'of blocks',
      '<ul><li>a<blockquote>q</blockquote></li><li><h3>h</h3>t</li><li><table><tr><th>x<tr><td>y</table></li></ul>',
      '- a\n\n  > q\n\n- ### h\n\n  t\n\n- | x |\n  | --- |\n  | y |',
    ],
    ['of code', '<ul><li>run <pre>x\ny</pre> then</li></ul>', '- run\n\n  ```\n  x\n  y\n  ```\n\n  then'],
    ['of other names', '<menu><li>a</menu><dir><li>b</dir>', '- a\n\n- b'],
    ['in lists', '<ol><li>a<ol><li>b<ol><li>c</ol></ol><li>d</ol>', '1. a\n   1. b\n      1. c\n2. d'],
    ['of terms', '<dl><dt>Term<dd>Def one<dd>Def two<dt>T2<dd><p>P</p></dl>', 'Term\n\nDef one\n\nDef two\n\nT2\n\nP'],
  ])('%s', (_name, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });
});

describe('links', () => {
  it.each<Row>([
    [
      'in a heading',
      '<h2><a href="/a">One</a> <a href="/b">Two</a></h2>',
      '## [One](https://e.com/a) [Two](https://e.com/b)',
    ],
    ['round blocks', '<a href="/c"><p>One</p><p>Two</p></a>', '[One](https://e.com/c)\n\nTwo'],
    [
      'round a picture and a text',
      '<a href="/c"><img src="/i.png" alt="I"><span>Name</span></a>',
      '[![I](https://e.com/i.png)Name](https://e.com/c)',
    ],
    [
      'and quotations of all kinds',
      '<blockquote cite="/x"><p>a</p><footer>— <cite>B</cite></footer></blockquote><blockquote><pre>x</pre></blockquote><blockquote><ul><li>a</ul></blockquote>',
      '> a\n>\n> — B\n\n> ```\n> x\n> ```\n\n> - a',
    ],
  ])('%s', (_name, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });
});

describe('what is so by its role or its name only', () => {
  it.each<Row>([
    ['is a heading', '<div role="heading" aria-level="3">H</div><p>x</p>', '### H\n\nx'],
    ['is an image', '<amp-img src="/a.jpg" width="10" height="10" alt="A"></amp-img>', '![A](https://e.com/a.jpg)'],
    [
      'is the address of an image',
      '<img src="data:image/gif;base64,R0" data-orig-file="/real.png" alt="O">',
      '![O](https://e.com/real.png)',
    ],
  ])('%s', (_name, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });
});
