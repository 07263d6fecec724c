import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { expect, it } from 'vitest';
import { markdownOf } from '../support/markdown-of.js';

/** A tree of Markdown as far as it matters here. */
interface Tree {
  readonly type: string;
  readonly children?: readonly Tree[];
  readonly value?: string | undefined;
  readonly url?: string;
  readonly alt?: string | null | undefined;
  readonly depth?: number;
  readonly ordered?: boolean | null | undefined;
}

const parse = (markdown: string): Tree =>
  fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }) as Tree;
const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const collapse = (text: string) => text.replace(/\s+/g, ' ').trim();

const textOf = (node: Tree): string => {
  if (node.type === 'html') throw new Error(`markup: ${node.value}`);
  return node.value ?? (node.children ?? []).map(textOf).join('');
};

it('gives back any text as it is', () => {
  const marks = fc.constantFrom(
    ...'*_~`[]()!<>&#+-=.|:\\"\'{}^$1a \n\t/é字😀'.split(''),
    '  ',
    '&amp;',
    '---',
    '1.',
    '](',
    ' http://e.com/_a_b ',
  );
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(marks, { maxLength: 12 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      // Formulas are written as such, and what is no character of a text, or no plain space, does not survive HTML.
      fc.pre(!/\\[([b]|\$|[\0\ufeff\ufdd0-\ufdef]|[^\S \t\n]/.test(text));
      const tree = parse(markdownOf(`<p>${escapeHtml(text)}</p>`));
      expect(tree.children?.length ?? 0).toBeLessThanOrEqual(1);
      expect(tree.children?.every(({ type }) => type === 'paragraph')).toBe(true);
      expect(collapse(textOf(tree))).toBe(collapse(text));
    }),
    { numRuns: 1_000 },
  );
});

const word = fc.stringMatching(/^[a-z*_~`[\]!#<&+.>-]{1,6}$/);
const text = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => ({ type: 'text', value: words.join(' ') }));
const url = fc.stringMatching(/^[a-z()_*]{0,6}$/).map((path) => `https://e.com/${path}`);

const plain: fc.Arbitrary<Tree> = fc.oneof(
  text,
  fc.stringMatching(/^[a-z`*]{1,5}$/).map((value) => ({ type: 'inlineCode', value })),
  fc.record({
    type: fc.constant('image'),
    url: fc.noShrink(fc.uuid()).map((id) => `https://e.com/${id}`),
    alt: fc.stringMatching(/^[a-z[\]*!]{0,5}$/),
  }),
  fc.record({ type: fc.constant('link'), url, children: fc.array(text, { minLength: 1, maxLength: 1 }) }),
);
const emphasis = (type: string, parts: fc.Arbitrary<Tree>) =>
  fc.record({ type: fc.constant(type), children: fc.array(parts, { minLength: 1, maxLength: 3 }) });
// Of three in each other, and of strikethrough in strikethrough, Markdown cannot tell all apart.
const emphasized = fc.oneof(
  emphasis('emphasis', plain),
  emphasis('strong', fc.oneof(plain, emphasis('emphasis', plain))),
  emphasis('emphasis', fc.oneof(plain, emphasis('strong', plain))),
  emphasis('delete', fc.oneof(plain, emphasis('strong', plain))),
);
const inlines = fc.array(fc.oneof(plain, emphasized), { minLength: 1, maxLength: 3 });
const paragraph = inlines.map((children) => ({ type: 'paragraph', children }));
const { blocks } = fc.letrec<{ block: Tree; blocks: Tree[]; item: Tree }>((tie) => ({
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
  item: tie('blocks').map((children) => ({ type: 'listItem', children })),
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    paragraph,
    fc.record({ type: fc.constant('heading'), depth: fc.integer({ min: 1, max: 6 }), children: inlines }),
    fc.stringMatching(/^[a-z`#][a-z`# \n]{0,9}[a-z]$/).map((value) => ({ type: 'code', value })),
    fc.constant({ type: 'thematicBreak' }),
    tie('blocks').map((children) => ({ type: 'blockquote', children })),
    fc.record({
      type: fc.constant('list'),
      ordered: fc.boolean(),
      children: fc.array(tie('item'), { minLength: 1, maxLength: 3 }),
    }),
    fc.array(fc.array(inlines, { minLength: 2, maxLength: 2 }), { minLength: 2, maxLength: 3 }).map((rows) => ({
      type: 'table',
      children: rows.map((cells) => ({
        type: 'tableRow',
        children: cells.map((children) => ({ type: 'tableCell', children })),
      })),
    })),
  ),
}));

const TAGS: Readonly<Record<string, string>> = {
  emphasis: 'em',
  strong: 'strong',
  delete: 'del',
  paragraph: 'p',
  blockquote: 'blockquote',
  listItem: 'li',
  tableRow: 'tr',
};
/** Inline parts with a space between them: whether emphasis can stand without one depends on what it holds. */
const inlineHtml = (node: Tree): string => (node.children ?? []).map(htmlOf).join(' ');
const blockHtml = (node: Tree): string => (node.children ?? []).map(htmlOf).join('');

function htmlOf(node: Tree): string {
  const value = escapeHtml(node.value ?? '');
  switch (node.type) {
    case 'text':
      return value;
    case 'inlineCode':
      return `<code>${value}</code>`;
    case 'code':
      return `<pre><code>${value}</code></pre>`;
    case 'image':
      return `<img src="${node.url}" alt="${node.alt}">`;
    case 'link':
      return `<a href="${node.url}">${inlineHtml(node)}</a>`;
    case 'heading':
      return `<h${node.depth}>${inlineHtml(node)}</h${node.depth}>`;
    case 'thematicBreak':
      return '<hr>';
    case 'list':
      return node.ordered ? `<ol>${blockHtml(node)}</ol>` : `<ul>${blockHtml(node)}</ul>`;
    case 'table':
      return `<table>${blockHtml(node)
        .replaceAll('td>', 'th>')
        .replace(/(?<=<\/tr>).*/s, (rest) => rest.replaceAll('th>', 'td>'))}</table>`;
    case 'tableCell':
      return `<td>${inlineHtml(node)}</td>`;
    case 'blockquote':
    case 'listItem':
    case 'tableRow':
      return `<${TAGS[node.type]}>${blockHtml(node)}</${TAGS[node.type]}>`;
    default:
      return `<${TAGS[node.type]}>${inlineHtml(node)}</${TAGS[node.type]}>`;
  }
}

/** What a tree shows, by which two are compared: bare addresses are text, and texts side by side are one. */
function shown(node: Tree): unknown {
  const children: unknown[] = [];
  for (const child of node.children ?? []) {
    const isBare = child.type === 'link' && /^(?:https?:|www|mailto)/.test(textOf(child));
    const next = isBare ? textOf(child) : shown(child);
    const last = children.at(-1);
    if (typeof next === 'string' && typeof last === 'string') children[children.length - 1] = last + next;
    else children.push(next);
  }
  const texts = children
    .map((child) => (typeof child === 'string' ? child.trim() : child))
    .filter((child) => child !== '');
  if (node.type === 'text') return node.value ?? '';
  const { type, value, url, alt, depth, ordered } = node;
  return { type, value, url, alt: alt || undefined, depth, ordered: ordered || undefined, children: texts };
}

/** Text with a space between parts that are text, as it is put into the HTML. */
function spaced(node: Tree): Tree {
  if (node.children === undefined) return node;
  const children = node.children.map(spaced).flatMap((child, index) => {
    const isInline = ['text', 'inlineCode', 'image', 'link', 'emphasis', 'strong', 'delete'].includes(child.type);
    return index > 0 && isInline ? [{ type: 'text', value: ' ' }, child] : [child];
  });
  return { ...node, children };
}

it('gives back the structure of any document', () => {
  fc.assert(
    fc.property(blocks, (children) => {
      const html = children.map(htmlOf).join('');
      expect(shown(parse(markdownOf(html))), markdownOf(html)).toEqual(shown(spaced({ type: 'root', children })));
    }),
    { numRuns: 200 },
  );
});
