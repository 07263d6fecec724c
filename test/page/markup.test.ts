import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kindOfBody } from '#src/page/body-kind.js';
import { compactJson } from '#src/page/compact-json.js';
import { isFeed } from '#src/page/feed.js';
import { lightenMarkup } from '#src/page/lighten.js';
import { scanMarkup } from '#src/page/markup.js';
import { plainText } from '#src/page/plain-text.js';

describe('scanning markup', () => {
  it('misses no character and no piece twice', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '/',
      '!--',
      '-->',
      'script',
      'a',
      ' ',
      '"',
      "'",
      '=',
      'style',
      '</',
      'p',
      '<![CDATA[',
      'x',
    );
    fc.assert(
      fc.property(
        fc.array(piece).map((pieces) => pieces.join('')),
        fc.boolean(),
        (html, isXml) => {
          const tokens = [...scanMarkup(html, { isXml })];
          expect(tokens.map(({ start, end }) => html.slice(start, end)).join('')).toBe(html);
        },
      ),
    );
  });
});

describe('plain text of markup', () => {
  it.each([
    [
      'keeps lines and drops the head',
      '<!doctype html><title>Docs</title><style>x</style><h1>Hello</h1><!-- c --><p>Some &amp; text',
      'Hello\nSome & text',
    ],
    ['joins inline markup', 'so<b>me</b>thing', 'something'],
    ['breaks at <br> and blocks', '<p>a<br>b</p><p>c</p>', 'a\nb\nc'],
    ['minds quotes in tags', '<a href="a>b">x</a>', 'x'],
    ['decodes once', '&lt;p&gt; stays &amp;lt; &#65;&#x42; &nbsp; &unknown;', '<p> stays &lt; AB &unknown;'],
    ['drops what is never closed', 'keep<script>never', 'keep'],
    ['drops a comment never closed', 'keep<!-- never', 'keep'],
    ['ends a tag at its bracket', '<div>x</div >y', 'x\ny'],
    ['keeps a lone bracket', 'a < b', 'a < b'],
    ['is nothing of nothing', '', ''],
  ])('%s', (_name, html, text) => {
    expect(plainText(html).text).toBe(text);
  });

  it('tells the title', () => {
    expect(plainText('<title> A &amp;\n B </title>x')).toEqual({ title: 'A & B', text: 'x' });
  });
});

describe('lightening markup', () => {
  it.each([
    ['drops style sheets', '<style>.x{min-height:calc(1px + (2px}</style><p>a', '<p>a'],
    [
      'drops scripts but not JSON-LD',
      '<script>"<p>"</script><script type="application/ld+json">{}</script>',
      '<script type="application/ld+json">{}</script>',
    ],
    ['drops comments', 'a<!-- <p> -->b', 'ab'],
    [
      'keeps of a style what hides or aligns',
      '<p style="color:red;display:none;width:calc(1px" id=x>',
      '<p style="display:none" id=x>',
    ],
    ['lets no second style in', '<p style="a:b" style="width:calc(">', '<p  >'],
    ['drops a tag that nothing ends', '<plaintext>a<p>b', 'a<p>b'],
    ['leaves the rest alone', '<p class="a>b" data-x=\'y\'>t & u</p>', '<p class="a>b" data-x=\'y\'>t & u</p>'],
  ])('%s', (_name, html, light) => {
    expect(lightenMarkup(html)).toBe(light);
  });

  it('leaves out nesting that no DOM bears, and its text in', () => {
    const light = lightenMarkup(`${'<div>'.repeat(10_000)}text${'</div>'.repeat(10_000)}<p>after`);
    expect(light.match(/<div>/g)).toHaveLength(250);
    expect(light.match(/<\/div>/g)).toHaveLength(250);
    expect(light).toContain('text');
  });

  it('leaves out more of it the larger the page is, since every text is read again at every level', () => {
    const nested = (chars: number) =>
      lightenMarkup(`${'<div>'.repeat(300)}${'text '.repeat(chars / 5)}${'</div>'.repeat(300)}`).match(/<div>/g);
    expect(nested(500_000)).toHaveLength(250);
    expect(nested(2_000_000)).toHaveLength(124);
    expect(nested(8_000_000)).toHaveLength(60);
  });

  it('does not take unclosed paragraphs and items for nesting', () => {
    const html = `<ul>${'<li><p>x'.repeat(2_000)}</ul>`;
    expect(lightenMarkup(html)).toBe(html);
  });

  it('gives an end tag to XML elements that close themselves', () => {
    expect(lightenMarkup('<title/><a id="x"/><br/>y', { isXml: true })).toBe('<title/></title><a id="x"/></a><br/>y');
  });
});

describe('the kind of a body', () => {
  const html = '<!DOCTYPE html><p>x';
  it.each([
    ['text/html', 'x', 'html'],
    ['application/xhtml+xml', 'x', 'html'],
    ['text/markdown', html, 'markdown'],
    ['application/ld+json', html, 'json'],
    ['application/rss+xml', 'x', 'xml'],
    ['image/svg+xml', '<svg/>', 'text'],
    ['text/plain', html, 'text'],
    ['text/csv', 'a\0', 'text'],
    ['application/pdf', 'x', 'pdf'],
    ['application/octet-stream', '%PDF-1.7', 'pdf'],
    ['application/octet-stream', 'plain', 'binary'],
    ['image/png', 'plain', 'binary'],
    ['application/x-yaml', 'a: 1', 'text'],
    ['application/x-thing', 'a\0b', 'binary'],
    ['', `\n ${html}`, 'html'],
    ['', 'text <html lang=x>', 'html'],
    ['', 'just text', 'text'],
    ['', 'a\0b', 'binary'],
    ['', '\xff\xfea\0', 'text'],
    ['', '', 'text'],
  ])('declared %j and starting %j is %s', (type, start, kind) => {
    expect(kindOfBody(type, Buffer.from(start, 'latin1'))).toBe(kind);
  });
});

describe('compact JSON', () => {
  it.each([
    ['{"a": [1, 2]}', '{"a":[1,2]}'],
    ['{ "n" : 12345678901234567890, "n": 1.0 }', '{"n":12345678901234567890,"n":1.0}'],
    ['["\\u00e9\\u4e2d", " a  b ", "q\\"\\n"]', '["é中"," a  b ","q\\"\\n"]'],
    ['{not json ', '{not json '],
  ])('%s', (text, compact) => {
    expect(compactJson(text)).toBe(compact);
  });
});

describe('feeds', () => {
  it.each([
    ['<?xml version="1.0"?><!-- c --><rss version="2.0"/>', true],
    ['\ufeff<feed xmlns="http://www.w3.org/2005/Atom"/>', true],
    ['<rdf:RDF/>', true],
    ['<urlset/>', false],
    ['', false],
  ])('%j', (xml, is) => {
    expect(isFeed(xml)).toBe(is);
  });
});
