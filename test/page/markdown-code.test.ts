import { describe, expect, it } from 'vitest';
import { markdownOf, type Row } from '../support/markdown-of.js';

describe('code as it is shown by', () => {
  it.each<Row>([
    [
      'Prism, line numbers on',
      '<pre class="language-css line-numbers"><code class="language-css">a{}\nb{}<span aria-hidden="true" class="line-numbers-rows"><span></span><span></span></span></code></pre>',
      '```css\na{}\nb{}\n```',
    ],
    [
      'Prism with a toolbar',
      '<div class="code-toolbar"><pre class="language-js"><code class="language-js">x</code></pre><div class="toolbar"><div class="toolbar-item"><span>JavaScript</span></div><div class="toolbar-item"><button>Copy</button></div></div></div>',
      '```js\nx\n```',
    ],
    [
      'highlight.js with line numbers',
      '<pre><code class="hljs js"><table class="hljs-ln"><tbody><tr><td class="hljs-ln-line hljs-ln-numbers" data-line-number="1"><div class="hljs-ln-n" data-line-number="1"></div></td><td class="hljs-ln-line hljs-ln-code" data-line-number="1">a</td></tr><tr><td class="hljs-ln-numbers"><div>2</div></td><td class="hljs-ln-code">b</td></tr></tbody></table></code></pre>',
      '```js\na\nb\n```',
    ],
    [
      'Rouge',
      '<div class="language-ruby highlighter-rouge"><div class="highlight"><pre class="highlight"><code><span class="k">def</span> x\n</code></pre></div></div>',
      '```ruby\ndef x\n```',
    ],
    [
      'Rouge with a table',
      '<div class="language-ruby highlighter-rouge"><div class="highlight"><code><table class="rouge-table"><tbody><tr><td class="rouge-gutter gl"><pre class="lineno">1\n2\n</pre></td><td class="rouge-code"><pre>def x\nend\n</pre></td></tr></tbody></table></code></div></div>',
      '```ruby\ndef x\nend\n```',
    ],
    [
      'Jekyll with a table in a figure',
      '<figure class="highlight"><pre><code class="language-ruby" data-lang="ruby"><table class="rouge-table"><tbody><tr><td class="gutter gl"><pre class="lineno">1\n2\n</pre></td><td class="code"><pre>def x\nend\n</pre></td></tr></tbody></table></code></pre></figure>',
      '```ruby\ndef x\nend\n```',
    ],
    [
      'Pygments by way of Sphinx',
      '<div class="highlight-python notranslate"><div class="highlight"><pre><span></span><span class="linenos">1</span><span class="kn">import</span> os\n<span class="linenos">2</span>x\n</pre></div></div>',
      '```python\nimport os\nx\n```',
    ],
    [
      'Pygments with a table',
      '<table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre><span class="normal">1</span>\n<span class="normal">2</span></pre></div></td><td class="code"><div class="highlight"><pre><span></span><code>a\nb\n</code></pre></div></td></tr></table>',
      '```\na\nb\n```',
    ],
    [
      'Sphinx without a language',
      '<div class="highlight-default notranslate"><div class="highlight"><pre>&gt;&gt;&gt; x</pre></div></div>',
      '```\n>>> x\n```',
    ],
    [
      'MkDocs',
      '<div class="language-py highlight"><span class="filename">a.py</span><pre id="__code_0"><span></span><button class="md-clipboard md-icon" title="Copy to clipboard"></button><code><a id="__codelineno-0-1" name="__codelineno-0-1" href="#__codelineno-0-1"></a>x = 1\n<a id="__codelineno-0-2" href="#__codelineno-0-2"></a>y\n</code></pre></div>',
      'a.py\n\n```py\nx = 1\ny\n```',
    ],
    [
      'Shiki',
      '<pre class="shiki github-dark" style="background-color:#24292e" tabindex="0"><code><span class="line"><span>a</span></span>\n<span class="line"></span>\n<span class="line"><span>b</span></span></code></pre>',
      '```\na\n\nb\n```',
    ],
    [
      'VitePress',
      '<div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki"><code><span class="line">a</span></code></pre><div class="line-numbers-wrapper" aria-hidden="true"><span class="line-number">1</span><br></div></div>',
      '```ts\na\n```',
    ],
    [
      'Chroma with a table',
      '<div class="highlight"><div class="chroma"><table class="lntable"><tr><td class="lntd"><pre tabindex="0" class="chroma"><code><span class="lnt">1\n</span><span class="lnt">2\n</span></code></pre></td><td class="lntd"><pre tabindex="0" class="chroma"><code class="language-go" data-lang="go"><span class="line"><span class="cl">a\n</span></span><span class="line"><span class="cl">b\n</span></span></code></pre></td></tr></table></div></div>',
      '```go\na\nb\n```',
    ],
    [
      'Chroma with numbers in the lines',
      '<div class="highlight"><pre tabindex="0" class="chroma"><code class="language-go" data-lang="go"><span class="line"><span class="ln">1</span><span class="cl">a\n</span></span><span class="line"><span class="ln">2</span><span class="cl">b\n</span></span></code></pre></div>',
      '```go\na\nb\n```',
    ],
    [
      'GitHub',
      '<div class="highlight highlight-source-js notranslate position-relative overflow-auto" data-snippet-clipboard-copy-content="x"><pre><span class="pl-k">const</span> x</pre><div class="zeroclipboard-container"><clipboard-copy aria-label="Copy" value="x"><svg></svg></clipboard-copy></div></div>',
      '```js\nconst x\n```',
    ],
    [
      'GitHub, of a language for texts',
      '<div class="highlight highlight-text-html-basic"><pre>&lt;p></pre></div>',
      '```html\n<p>\n```',
    ],
    [
      'GitHub, a whole file',
      '<table class="highlight js-file-line-container" data-tagsearch-lang="Python"><tbody><tr><td id="L1" class="blob-num js-line-number" data-line-number="1"></td><td id="LC1" class="blob-code blob-code-inner js-file-line"><span>import</span> os</td></tr><tr><td class="blob-num" data-line-number="2"></td><td class="blob-code">  x = 1</td></tr></tbody></table>',
      '```python\nimport os\n  x = 1\n```',
    ],
    [
      'CodeMirror 5',
      '<div class="CodeMirror cm-s-default"><div class="CodeMirror-lines"><div class="CodeMirror-code"><div style="position: relative;"><div class="CodeMirror-gutter-wrapper"><div class="CodeMirror-linenumber">1</div></div><pre class="CodeMirror-line"><span>a</span></pre></div><div><div class="CodeMirror-gutter-wrapper"><div class="CodeMirror-linenumber">2</div></div><pre class="CodeMirror-line"><span>  b</span></pre></div></div></div></div>',
      '```\na\n  b\n```',
    ],
    [
      'CodeMirror 6',
      '<div class="cm-editor"><div class="cm-scroller"><div class="cm-gutters"><div class="cm-gutter cm-lineNumbers"><div class="cm-gutterElement">1</div><div class="cm-gutterElement">2</div></div></div><div class="cm-content" data-language="javascript"><div class="cm-line">a</div><div class="cm-line">  b</div></div></div></div>',
      '```javascript\na\n  b\n```',
    ],
    [
      'ACE',
      '<div class="ace_editor"><div class="ace_gutter"><div class="ace_gutter-cell">1</div></div><div class="ace_content"><div class="ace_layer ace_text-layer"><div class="ace_line">a</div><div class="ace_line">  b</div></div></div></div>',
      '```\na\n  b\n```',
    ],
    [
      'Monaco',
      '<div class="monaco-editor"><div class="margin"><div class="line-numbers">1</div></div><div class="view-lines" data-mode-id="typescript"><div class="view-line"><span>a</span></div><div class="view-line"><span>&nbsp;&nbsp;b</span></div></div></div>',
      '```typescript\na\n  b\n```',
    ],
    [
      'SyntaxHighlighter',
      '<div><div id="highlighter_1" class="syntaxhighlighter java"><table><tbody><tr><td class="gutter"><div class="line number1">1</div><div class="line number2">2</div></td><td class="code"><div class="container"><div class="line number1"><code class="java keyword">int</code> <code class="java plain">x;</code></div><div class="line number2"><code class="java spaces">&nbsp;&nbsp;</code><code class="java plain">y;</code></div></div></td></tr></tbody></table></div></div>',
      '```java\nint x;\n  y;\n```',
    ],
    ['SyntaxHighlighter before its script', '<pre class="brush: php; gutter: false">x</pre>', '```php\nx\n```'],
    ['Enlighter', '<pre class="EnlighterJSRAW" data-enlighter-language="python">x</pre>', '```python\nx\n```'],
    [
      'Crayon',
      '<div class="crayon-syntax" data-settings=""><div class="crayon-plain-wrap"><textarea>x</textarea></div><div class="crayon-main"><table class="crayon-table"><tr class="crayon-row"><td class="crayon-nums"><div class="crayon-nums-content"><div class="crayon-num">1</div><div class="crayon-num">2</div></div></td><td class="crayon-code"><div class="crayon-pre"><div class="crayon-line">a</div><div class="crayon-line">b</div></div></td></tr></table></div></div>',
      '```\na\nb\n```',
    ],
    [
      'Hexo',
      '<figure class="highlight js"><table><tr><td class="gutter"><pre><span class="line">1</span><br><span class="line">2</span><br></pre></td><td class="code"><pre><span class="line">a</span><br><span class="line">b</span><br></pre></td></tr></table></figure>',
      '```js\na\nb\n```',
    ],
    [
      'Docusaurus',
      '<div class="language-jsx codeBlockContainer_x theme-code-block"><div class="codeBlockTitle_y">src/a.jsx</div><div class="codeBlockContent_z"><pre tabindex="0" class="prism-code language-jsx codeBlock_q"><code class="codeBlockLines_w"><span class="token-line" style="color:#393A34"><span class="token plain">a</span><br></span><span class="token-line"><span>b</span><br></span></code></pre><div class="buttonGroup__x"><button>Copy</button></div></div></div>',
      'src/a.jsx\n\n```jsx\na\nb\n```',
    ],
    [
      'a gist',
      '<div class="gist"><div class="gist-data"><div class="js-gist-file-update-container"><table class="highlight"><tr><td class="blob-num" data-line-number="1"></td><td class="blob-code blob-code-inner">a</td></tr></table></div></div><div class="gist-meta"><a href="https://gist.github.com/r">view raw</a></div></div>',
      '```\na\n```\n\n[view raw](https://gist.github.com/r)',
    ],
    [
      'Stack Overflow',
      '<pre class="lang-py s-code-block"><code class="hljs language-python">x\n</code></pre>',
      '```python\nx\n```',
    ],
    [
      'Pandoc',
      '<div class="sourceCode" id="cb1"><pre class="sourceCode haskell"><code class="sourceCode haskell"><span id="cb1-1"><a href="#cb1-1" aria-hidden="true" tabindex="-1"></a>a</span>\n<span id="cb1-2"><a href="#cb1-2"></a>b</span></code></pre></div>',
      '```haskell\na\nb\n```',
    ],
    [
      'rustdoc',
      '<div class="example-wrap"><pre class="rust rust-example-rendered"><code>let x;</code></pre></div>',
      '```rust\nlet x;\n```',
    ],
    [
      'a page with the language in a header',
      '<div class="code-example"><p class="example-header"><span class="language-name">css</span><button>Copy</button></p><pre class="brush: css notranslate"><code>a</code></pre></div>',
      '```css\na\n```',
    ],
    [
      'Medium',
      '<pre class="ab cd"><span id="7a1f" class="ef">a<br>  b</span></pre><pre><span data-selectable-paragraph>c<br>d</span></pre>',
      '```\na\n  b\n```\n\n```\nc\nd\n```',
    ],
    [
      'Confluence',
      '<div class="code panel"><div class="codeHeader">T</div><pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: bash; gutter: false">x</pre></div>',
      'T\n\n```bash\nx\n```',
    ],
    [
      'Expressive Code',
      '<div class="expressive-code"><figure class="frame"><figcaption class="header"><span class="title">f.js</span></figcaption><pre data-language="js"><code><div class="ec-line"><div class="gutter"><div class="ln" aria-hidden="true">1</div></div><div class="code">a</div></div><div class="ec-line"><div class="gutter"><div class="ln">2</div></div><div class="code">b</div></div></code></pre><div class="copy"><button title="Copy" data-code="a"></button></div></figure></div>',
      'f.js\n\n```js\na\nb\n```',
    ],
  ])('%s', (_name, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });
});

describe('code that is', () => {
  it.each<Row>([
    ['on several lines without a block', '<code>a<br>b</code>', '```\na\nb\n```'],
    [
      'made a block by its style',
      '<p>x</p><code class="language-js" style="display:block;white-space:pre">a\n  b</code>',
      'x\n\n```js\na\n  b\n```',
    ],
    ['indented by tabs', '<pre>\tx\n\t\ty</pre>', '```\n\tx\n\t\ty\n```'],
    [
      'a session',
      '<pre><code class="language-console"><span class="gp">$ </span>ls</code></pre>',
      '```console\n$ ls\n```',
    ],
    ['in blocks, one of them empty', '<pre><div>a</div><div><br></div><div>b</div></pre>', '```\na\n\nb\n```'],
    [
      'in lines that are blocks by their style',
      '<pre><code><span class="line" style="display:block">a</span><span class="line" style="display:block">b</span></code></pre>',
      '```\na\nb\n```',
    ],
    [
      'beside a button to copy it',
      '<pre><button>Copy</button><code>x</code></pre><pre><code>y</code><span class="copy-btn">Copy</span></pre>',
      '```\nx\n```\n\n```\ny\n```',
    ],
    [
      'a numbered list',
      '<pre class="prettyprint linenums"><ol class="linenums"><li class="L0"><span>a</span></li><li class="L1"><span>b</span></li></ol></pre>',
      '```\na\nb\n```',
    ],
    [
      'beside the name of its language',
      '<div class="hljs-wrapper"><span class="lang-label">python</span><pre><code class="python hljs">x</code></pre></div>',
      '```python\nx\n```',
    ],
    [
      'in elements of old',
      '<xmp><b>x</b></xmp><listing>y</listing><plaintext>z',
      '```\n<b>x</b>\n```\n\n```\ny\n```\n\nz',
    ],
    [
      'said to be of no language',
      '<pre><code class="nohighlight">x</code></pre><pre class="wp-block-code"><code lang="php" class="language-php">y</code></pre>',
      '```\nx\n```\n\n```php\ny\n```',
    ],
    [
      'told its language by a name alone',
      '<pre lang="ruby">x</pre><pre><code data-lang="c++">y</code></pre><pre class="code-java">z</pre><pre class="python">q</pre><pre class="sh_cpp">r</pre>',
      '```ruby\nx\n```\n\n```c++\ny\n```\n\n```java\nz\n```\n\n```python\nq\n```\n\n```cpp\nr\n```',
    ],
    ['a sample or typed', '<pre><samp>out</samp></pre><pre><kbd>in</kbd></pre>', '```\nout\n```\n\n```\nin\n```'],
  ])('%s', (_name, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });
});
