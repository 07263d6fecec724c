import { describe, expect, it } from 'vitest';
import { propertiesOf, propertyValue } from '#src/page/item-properties.js';
import { jsonLdGraph } from '#src/page/json-ld.js';
import { readClaims } from '#src/page/page-claims.js';
import { parseTolerantJson } from '#src/page/tolerant-json.js';
import { parseDocument } from '../support/dom.js';

const script = (text: string) => `<script type="application/ld+json">${text}</script>`;
const claimsOf = (html: string) => readClaims(parseDocument(html));

describe('what a page says it is', () => {
  it('is told by JSON-LD, with what it is mainly about, and not with the parts of that', () => {
    const page = {
      '@type': 'WebPage',
      mainEntity: { '@type': ['Product', 'http://schema.org/Car'], brand: { '@type': 'Brand' } },
    };
    const { types, counts } = claimsOf(script(JSON.stringify({ '@graph': [page, { '@type': 'schema:WebSite' }] })));
    expect([...types]).toEqual(['WebPage', 'Product', 'Car', 'WebSite']);
    expect(counts.get('Brand')).toBe(1);
  });

  it('is told by microdata and RDFa, with the number of things that are on it', () => {
    const card =
      '<li itemprop="itemListElement" itemscope itemtype="https://schema.org/Product"><b itemprop="name">A</b>';
    const { types, counts } = claimsOf(
      `<ul itemscope itemtype="https://schema.org/ItemList">${card.repeat(3)}</ul><p typeof="schema:Event">x`,
    );
    expect([...types]).toEqual(['ItemList', 'Event']);
    expect(counts.get('Product')).toBe(3);
  });

  it('is told by Open Graph', () => {
    expect(claimsOf('<meta property="og:type" content="Product.Group">').openGraphType).toBe('product.group');
    expect(claimsOf('<p>x').openGraphType).toBeUndefined();
  });
});

describe('microdata', () => {
  it('gives each thing its own properties', () => {
    const { markup } = claimsOf(
      `<article itemscope itemtype="https://schema.org/Article"><meta itemprop="datePublished" content="2024-05-01">
      <span itemprop="author" itemscope itemtype="https://schema.org/Person"><b itemprop="name">A  Writer</b></span>
      <time itemprop="dateModified" datetime="2024-06-01">June</time></article>`,
    );
    const [article, person] = markup.items;
    if (article === undefined || person === undefined) throw new Error('no items');
    const values = (name: string, item = article) => propertiesOf(markup, item, name).map(propertyValue);
    expect(values('datePublished')).toEqual(['2024-05-01']);
    expect(values('dateModified')).toEqual(['2024-06-01']);
    expect(values('author')).toEqual(['']);
    expect(values('name')).toEqual([]);
    expect(values('name', person)).toEqual(['A Writer']);
  });
});

describe('JSON-LD that is broken', () => {
  it.each([
    ['comments of JavaScript', '/* a */ {"a": 1, // b\n "b": "http://x/"}', [{ a: 1, b: 'http://x/' }]],
    ['comments of HTML', '<!-- {"a": 1} -->', [{ a: 1 }]],
    ['CDATA', '//<![CDATA[\n{"a": [1]}\n//]]>', [{ a: [1] }]],
    ['CDATA in a comment', '/*<![CDATA[*/{"a": [[1]]}/*]]>*/', [{ a: [[1]] }]],
    ['trailing commas', '{"a": [1, 2,], }', [{ a: [1, 2] }]],
    ['line breaks and tabs in strings', '{"a": "b\n\tc"}', [{ a: 'b  c' }]],
    ['needless backslashes', String.raw`{"a": "it\'s", "b": "\"\u00e9\""}`, [{ a: "it's", b: '"é"' }]],
    ['several values', '{"a": 1}\n{"b": 2};', [{ a: 1 }, { b: 2 }]],
    ['quotes as references', '{&quot;a&quot;: &quot;b&quot;}', [{ a: 'b' }]],
    ['brackets in strings', '{"a": "]}", "b": "]]>",}', [{ a: ']}', b: ']]>' }]],
    ['a value after a broken one', '{"a": oops} {"b": 2}', [{ b: 2 }]],
    ['nothing of the kind', 'var a = 1;', []],
  ])('is read with %s', (_with, text, values) => {
    expect(parseTolerantJson(text)).toEqual(values);
  });

  it('costs no more than its length', () => {
    for (const text of ['{"a":'.repeat(100_000), '['.repeat(500_000), '{"a": "'.repeat(70_000), '/*'.repeat(250_000)])
      expect(parseTolerantJson(text)).toEqual([]);
  });
});

describe('a graph of JSON-LD', () => {
  it('follows references to where a thing is described', () => {
    const author = { '@id': '#me', '@type': 'Person', name: 'A. Writer' };
    const { nodes, resolve } = jsonLdGraph([{ '@graph': [{ '@type': 'Article', author: { '@id': '#me' } }] }, author]);
    expect(resolve(nodes[0]?.['author'])).toEqual(author);
    expect(resolve('#me')).toBeUndefined();
  });

  it('ends, however deep and wide', () => {
    let deep: unknown = { '@type': 'Thing' };
    for (let level = 0; level < 5_000; level++) deep = { part: deep };
    expect(jsonLdGraph([deep]).nodes).toEqual([]);
    expect(jsonLdGraph([Array.from({ length: 20_000 }, () => ({ '@type': 'Thing' }))]).nodes.length).toBeLessThan(
      6_000,
    );
  });
});
