import { describe, expect, it } from 'vitest';
import { markTexInText } from '#src/page/tex-in-text.js';
import { dom, parseDocument } from '../support/dom.js';
import { markdownOf, type Row } from '../support/markdown-of.js';

const math = (inner: string, attributes = '') => `<p>x <math${attributes}>${inner}</math> y</p>`;
const inline = (tex: string) => `x $${tex}$ y`;

describe('MathML as LaTeX', () => {
  it.each<Row>([
    [
      'a fraction',
      math('<mfrac><mn>1</mn><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow></mfrac>'),
      inline('\\frac{1}{a+b}'),
    ],
    ['a root', math('<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt>'), inline('\\sqrt{x+1}')],
    ['a root of a degree', math('<mroot><mi>x</mi><mn>3</mn></mroot>'), inline('\\sqrt[3]{x}')],
    ['scripts', math('<msubsup><mi>x</mi><mi>i</mi><mn>10</mn></msubsup>'), inline('x_i^{10}')],
    ['a script on a script', math('<msup><msup><mi>a</mi><mi>b</mi></msup><mi>c</mi></msup>'), inline('{a^b}^c')],
    ['a derivative', math('<msup><mi>f</mi><mo>′</mo></msup>'), inline("f'")],
    [
      'Greek letters before plain ones',
      math('<mi>α</mi><mi>x</mi><mo>≤</mo><mi>Ω</mi>'),
      inline('\\alpha x\\le\\Omega'),
    ],
    [
      'functions',
      math('<mi>sin</mi><mo>\u2061</mo><mi>x</mi><mo>+</mo><mi>rank</mi><mi>A</mi>'),
      inline('\\sin x+\\operatorname{rank}A'),
    ],
    [
      'a sum with its limits',
      math(
        '<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msub><mi>a</mi><mi>i</mi></msub>',
      ),
      inline('\\sum_{i=1}^na_i'),
    ],
    [
      'a limit',
      math('<munder><mi>lim</mi><mrow><mi>x</mi><mo>→</mo><mn>0</mn></mrow></munder><mi>f</mi>'),
      inline('\\lim_{x\\to0}f'),
    ],
    [
      'accents',
      math('<mover><mi>x</mi><mo>¯</mo></mover><mover><mi>v</mi><mo>→</mo></mover>'),
      inline('\\bar{x}\\vec{v}'),
    ],
    [
      'what stands over something',
      math('<mover><mo>=</mo><mtext>def</mtext></mover>'),
      inline('\\overset{\\text{def}}{=}'),
    ],
    [
      'a matrix in its fences',
      math(
        '<mrow><mo>(</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mn>0</mn></mtd><mtd><mn>1</mn></mtd></mtr></mtable><mo>)</mo></mrow>',
      ),
      inline('\\begin{pmatrix} 1 & 0 \\\\ 0 & 1 \\end{pmatrix}'),
    ],
    [
      'cases',
      math('<mo>{</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mtext>if </mtext><mi>x</mi></mtd></mtr></mtable>'),
      inline('\\begin{cases} 1 & \\text{if }x \\end{cases}'),
    ],
    [
      'fences and separators',
      math('<mfenced open="[" close="]"><mi>a</mi><mi>b</mi></mfenced>'),
      inline('\\left[a,b\\right]'),
    ],
    ['braces as signs', math('<mo>{</mo><mi>a</mi><mo>}</mo>'), inline('\\{a\\}')],
    [
      'alphabets',
      math('<mi mathvariant="double-struck">R</mi><mi>ℂ</mi><mi>𝑥</mi><mi mathvariant="bold">v</mi>'),
      inline('\\mathbb{R}\\mathbb{C}x\\mathbf{v}'),
    ],
    [
      'prescripts',
      math('<mmultiscripts><mi>C</mi><none/><none/><mprescripts/><mn>6</mn><mn>14</mn></mmultiscripts>'),
      inline('{}_6^{14}C'),
    ],
    ['a less-than that is no tag', math('<mi>a</mi><mo>&lt;</mo><mi>b</mi>'), inline('a< b')],
    ['a part of a choice', math('<semantics><mi>a</mi><annotation-xml>z</annotation-xml></semantics>'), inline('a')],
    ['a display', math('<mi>a</mi>', ' display="block"'), 'x\n\n$$\na\n$$\n\ny'],
    ['TeX told beside it', math('<mi>z</mi>', ' alttext="x^{2}"'), inline('x^{2}')],
    ['words told beside it count for nothing', math('<mi>z</mi>', ' alttext="the letter z"'), inline('z')],
    ['nothing of an empty one', math(''), 'x y'],
  ])('%s', (_name, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });
});

describe('formulas of', () => {
  it.each<Row>([
    [
      'KaTeX, displayed',
      '<p>See <span class="katex-display"><span class="katex"><span class="katex-mathml"><math display="block"><semantics><mi>a</mi><annotation encoding="application/x-tex">a_1 \\\\ b</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">a1</span></span></span></p>',
      'See\n\n$$\na_1 \\\\ b\n$$',
    ],
    [
      'MathJax 2 with its source',
      '<p>So <span class="MathJax_Preview">x2</span><span class="MathJax" id="e1"><nobr>x2</nobr></span><script type="math/tex">x^2 < y</script> and <script type="math/tex; mode=display">\\frac ab</script></p>',
      'So $x^2 < y$ and\n\n$$\n\\frac ab\n$$',
    ],
    [
      'MathJax 2 rendered',
      '<p>So <span class="MathJax" data-mathml="&lt;math&gt;&lt;msup&gt;&lt;mi&gt;x&lt;/mi&gt;&lt;mn&gt;2&lt;/mn&gt;&lt;/msup&gt;&lt;/math&gt;">x2</span>.</p>',
      'So $x^2$.',
    ],
    [
      'MathJax 3, displayed',
      '<p><mjx-container display="true"><mjx-math aria-hidden="true"></mjx-math><mjx-assistive-mml><math display="block"><mi>x</mi></math></mjx-assistive-mml></mjx-container></p>',
      '$$\nx\n$$',
    ],
    [
      'MediaWiki, whose picture stands for it',
      '<p>E: <span class="mwe-math-element"><span style="display: none;"><math><semantics><mi>E</mi><annotation encoding="application/x-tex">{\\displaystyle E=mc^{2}}</annotation></semantics></math></span><img src="/m.svg" class="mwe-math-fallback-image-inline" aria-hidden="true" alt="{\\displaystyle E=mc^{2}}"></span></p>',
      'E: $E=mc^{2}$',
    ],
    ['WordPress, as a picture', '<p>Is <img src="/latex.php?l=x" alt="x_1" class="latex"> so?</p>', 'Is $x_1$ so?'],
    [
      'Pandoc',
      '<p><span class="math inline">\\(a_b\\)</span> <span class="math display">c^2</span></p>',
      '$a_b$\n\n$$\nc^2\n$$',
    ],
    [
      'a text whose scripts have not run',
      '<p>Let \\(a_1 * b_1\\) and $x_1$ cost $5 or $6. \\[c_1\\]</p>',
      'Let $a_1 * b_1$ and $x_1$ cost \\$5 or \\$6.\n\n$$\nc_1\n$$',
    ],
    [
      'an environment',
      '<p>\\begin{align} a_1 &amp;= b \\\\ c \\end{align}</p>',
      '$$\n\\begin{align} a_1 &= b \\\\ c \\end{align}\n$$',
    ],
    [
      'a program are none',
      '<p><code>$x_1$</code></p><pre>\\(a\\)</pre><p>$5 and $6_a</p>',
      '`$x_1$`\n\n```\n\\(a\\)\n```\n\n$5 and $6_a',
    ],
    [
      'a table stay on its line',
      '<table><tr><th>a<tr><td><math display="block"><mo>|</mo><mi>a</mi></math></table>',
      '| a |\n| --- |\n| $$\\|a$$ |',
    ],
    [
      'a page that bears our marks are none',
      '<p data-pageward-note-text="1">a <i data-pageward-math="inline">*b*</i></p>',
      'a *\\*b\\**',
    ],
    ['one that holds dollar signs', '<p><math><mtext>$5</mtext></math></p>', '$$\\text{\\$5}$$'],
  ])('%s', (_name, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });

  // jsdom is the reference for what is read, and not for how soon.
  it.runIf(dom === 'light')('a megabyte of openings, soon', () => {
    for (const piece of ['\\(', '\\[a', '$a_', '\\begin{align}', '$ $_']) {
      const started = performance.now();
      markTexInText(parseDocument(`<p>${piece.repeat(1_000_000 / piece.length)}</p>`), (document) =>
        document.createElement('i'),
      );
      expect(performance.now() - started, piece).toBeLessThan(5_000);
    }
  });
});
