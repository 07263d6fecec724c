import { readable } from './readable.js';
import { SHOWN_TAGS, type ShownElement, type ShownNode } from './try-result.js';
import { make } from './views.js';

const KNOWN: ReadonlySet<string> = new Set(SHOWN_TAGS);

/**
 * A tree of Markdown as elements. What is no element of the few is text; pictures are not loaded, only told of: loading one
 * would tell the site who looks, and reach by this browser what the guard keeps from being reached.
 */
export function markdownView(nodes: readonly ShownNode[]): Node[] {
  return nodes.map((node) => (typeof node === 'string' ? document.createTextNode(node) : viewOf(node)));
}

function viewOf(node: ShownElement): Node {
  const { tag, children, href, start } = node;
  if (!KNOWN.has(tag)) return document.createTextNode('');
  if (tag === 'picture') return pictureView(node);
  const inside = markdownView(children);
  if (tag === 'a') return href === undefined ? make('span', {}, ...inside) : linkView(href, ...inside);
  if (tag === 'table') {
    return make(
      'div',
      { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Table' },
      make(tag, {}, ...inside),
    );
  }
  if (tag === 'pre') return make(tag, { tabindex: '0' }, ...inside);
  return make(tag, start === undefined ? {} : { start: String(start) }, ...inside);
}

/** Tells the site it leads to nothing of where it was followed from. */
export function linkView(href: string, ...children: readonly (Node | string)[]): HTMLElement {
  if (!/^https?:\/\//.test(href)) return make('span', {}, ...children);
  return make('a', { href, target: '_blank', rel: 'noreferrer noopener nofollow', title: readable(href) }, ...children);
}

function pictureView({ children, href }: ShownElement): HTMLElement {
  const alt = readable(children.filter((child) => typeof child === 'string').join(''));
  const attributes = { class: 'picture', ...(href !== undefined && { title: readable(href) }) };
  return make('span', attributes, `Picture: ${alt === '' ? 'no description' : alt}`);
}
