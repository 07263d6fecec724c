import { describe, expect, it } from 'vitest';
import { extractDocument } from '#src/page/extraction.js';
import { toMarkdown } from '#src/page/markdown.js';
import { parseDocument } from '../support/dom.js';
import { markdownOf, type Row } from '../support/markdown-of.js';

const EXPECTED = 'Claim[^1] here.\n\n[^1]: Note text.';

describe('footnotes as', () => {
  it.each<Row>([
    [
      'Markdown Extra, Hugo and kramdown write them',
      '<p>Claim<sup id="fnref:1"><a href="#fn:1" class="footnote-ref">1</a></sup> here.</p><div class="footnotes"><hr><ol><li id="fn:1"><p>Note text.&#160;<a class="footnote-backref" href="#fnref:1">↩︎</a></p></li></ol></div>',
      EXPECTED,
    ],
    [
      'GitHub',
      '<p>Claim<sup><a href="#user-content-fn-1" id="user-content-fnref-1" data-footnote-ref>1</a></sup> here.</p><section data-footnotes class="footnotes"><ol><li id="user-content-fn-1"><p>Note text. <a href="#user-content-fnref-1" data-footnote-backref class="x">↩</a></p></li></ol></section>',
      EXPECTED,
    ],
    [
      'Pandoc',
      '<p>Claim<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a> here.</p><section id="footnotes" role="doc-endnotes"><hr><ol><li id="fn1"><p>Note text.<a href="#fnref1" class="footnote-back" role="doc-backlink">↩︎</a></p></li></ol></section>',
      EXPECTED,
    ],
    [
      'Substack',
      '<p>Claim<a data-component-name="FootnoteAnchorToDOM" id="footnote-anchor-1-9" href="#footnote-1-9" class="footnote-anchor">1</a> here.</p><div class="footnote"><a id="footnote-1-9" href="#footnote-anchor-1-9" class="footnote-number">1</a><div class="footnote-content"><p>Note text.</p></div></div>',
      EXPECTED,
    ],
    [
      'Easy Footnotes for WordPress, whose links name the page',
      '<p>Claim<span id="easy-footnote-1-9"></span><span class="easy-footnote"><a href="https://e.com/x/#easy-footnote-bottom-1-9" title="Note text."><sup>1</sup></a></span> here.</p><ol class="easy-footnotes-wrapper"><li class="easy-footnote-single"><span id="easy-footnote-bottom-1-9"></span>Note text.<a class="easy-footnote-to-top" href="https://e.com/x/#easy-footnote-1-9"></a></li></ol>',
      EXPECTED,
    ],
    [
      'Word, with names',
      '<p>Claim<a href="#_ftn1" name="_ftnref1">[1]</a> here.</p><p><a href="#_ftnref1" name="_ftn1">[1]</a> Note text.</p>',
      EXPECTED,
    ],
    [
      'DocBook and EPUB, without a link back',
      '<p>Claim<a class="noteref" role="doc-noteref" href="#n1">1</a> here.</p><aside id="n1" role="doc-footnote"><p>1. Note text.</p></aside>',
      EXPECTED,
    ],
    [
      'MediaWiki, with several links back',
      '<p>A.<sup id="cite_ref-b_3-0" class="reference"><a href="#cite_note-b-3"><span>[</span>3<span>]</span></a></sup> B.<sup id="cite_ref-b_3-1" class="reference"><a href="#cite_note-b-3"><span>[</span>3<span>]</span></a></sup></p><ol class="references"><li id="cite_note-b-3"><span class="mw-cite-backlink">^ <a href="#cite_ref-b_3-0"><sup><b>a</b></sup></a> <a href="#cite_ref-b_3-1"><sup><b>b</b></sup></a></span> <span class="reference-text"><i>Book</i>, 1776.</span></li></ol>',
      'A.[^3] B.[^3]\n\n[^3]: *Book*, 1776.',
    ],
  ])('%s', (_name, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });
});

describe('a footnote', () => {
  it.each<Row>([
    [
      'keeps its paragraphs together, and the links in it',
      '<p>A<sup id="r"><a href="#n">2</a></sup></p><div id="n"><p>One <a href="/l">link</a>.</p><p>Two. <a href="#r">back</a></p></div>',
      'A[^2]\n\n[^2]: One [link](https://e.com/l).\n\n    Two.',
    ],
    [
      'has a number where its sign is none',
      '<p>A<a id="r" href="#n">*</a></p><p id="n">* Note. <a href="#r">↑</a></p>',
      'A[^1]\n\n[^1]: \\* Note.',
    ],
    [
      'has a label of its own where two parts of a page count from one',
      '<p>A<sup id="r"><a href="#n">1</a></sup></p><p id="n">N. <a href="#r">↑</a></p><p>B<sup id="s"><a href="#m">1</a></sup></p><p id="m">M. <a href="#s">↑</a></p>',
      'A[^1]\n\n[^1]: N.\n\nB[^1-2]\n\n[^1-2]: M.',
    ],
    [
      'is no part of the page that a number leads to',
      '<p><a id="r" href="#s">1</a></p><div id="s"><h2>Part</h2><p>Text. <a href="#r">up</a></p></div>',
      '1\n\n## Part\n\nText. up',
    ],
    [
      'is no section that links lead to and fro',
      '<ul><li id="t"><a href="#a">Alpha</a></ul><p id="a">Alpha is. <a href="#t">Top</a></p>',
      '- Alpha\n\nAlpha is. Top',
    ],
  ])('%s', (_name, html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });
});

describe('what is made one form first', () => {
  const prose = `<p>${'The ferry leaves at nine, and whoever misses it, walks. '.repeat(4)}</p>`;
  const article = `<nav><a href="/">Home</a></nav><article><h1>Ferries</h1>${prose}${prose}
    <p>Claim<sup id="r"><a href="#n">1</a></sup>, and <math><mfrac><mn>1</mn><mn>2</mn></mfrac></math> of it is prose.</p>
    <div class="admonition note"><p class="admonition-title">Note</p><p>Bring a coat, for it is cold out there.</p></div>
    ${prose}<section class="footnotes"><ol><li id="n"><p>Note text. <a href="#r">↩</a></p></li></ol></section></article>`;

  it('outlives the choice of the main content', () => {
    const { markdown, extraction } = extractDocument(parseDocument(article), { url: 'https://e.com/' });
    expect(extraction.rung).toBe('readability');
    expect(markdown).toContain('Claim[^1], and $\\frac{1}{2}$ of it is prose.');
    expect(markdown).toContain('> [!NOTE]\n> Bring a coat');
    expect(markdown).toMatch(/^\[\^1\]: Note text\.$/m);
  });

  it('is a number in brackets where the text of the note is left out', () => {
    const html =
      '<p>Claim<sup data-pageward-note="1">1</sup> and<sup data-pageward-note="2">2</sup></p><p data-pageward-note-text="2">N</p>';
    expect(toMarkdown(html)).toBe('Claim[1] and[^2]\n\n[^2]: N');
  });
});
