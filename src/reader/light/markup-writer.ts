import type { LightElement, LightNode, LightText } from './light-tree.js';

const VOID: ReadonlySet<string> = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(' '),
);
/** What stands in them is no markup, and is written as it is. */
const RAW: ReadonlySet<string> = new Set('style script xmp iframe noembed noframes plaintext'.split(' '));
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00a0': '&nbsp;',
};

/** What is in a node, as markup. Without recursion: pages nest deeper than the stack does. */
export function innerMarkup(root: LightElement): string {
  const holder = root.content ?? root;
  let markup = '';
  let node: LightNode | null = holder.firstChild;
  while (node !== null) {
    markup += openingOf(node);
    if (node.firstChild !== null) {
      node = node.firstChild;
      continue;
    }
    markup += closingOf(node);
    while (node !== null && node.nextSibling === null) {
      const above: LightNode | null = node.parentNode;
      node = above === holder ? null : above;
      if (node !== null) markup += closingOf(node);
    }
    node = node?.nextSibling ?? null;
  }
  return markup;
}

export function outerMarkup(element: LightElement): string {
  const inner = element.content === undefined ? innerMarkup(element) : '';
  return `${openingOf(element)}${inner}${closingOf(element)}`;
}

function openingOf(node: LightNode): string {
  if (node.nodeType === 3) return textOf(node as LightText);
  if (node.nodeType === 8) return `<!--${node.nodeValue}-->`;
  if (node.nodeType !== 1) return '';
  const { localName, attributes, content } = node as LightElement;
  let tag = `<${localName}`;
  for (const { name, value } of attributes) tag += ` ${name}="${escaped(value, /[&<>"\u00a0]/g)}"`;
  // What a template holds is not among its children.
  return content === undefined ? `${tag}>` : `${tag}>${innerMarkup(node as LightElement)}`;
}

function closingOf(node: LightNode): string {
  if (node.nodeType !== 1 || VOID.has((node as LightElement).localName)) return '';
  return `</${(node as LightElement).localName}>`;
}

function textOf({ data, parentNode }: LightText): string {
  const isRaw = parentNode?.nodeType === 1 && RAW.has((parentNode as LightElement).localName);
  return isRaw ? data : escaped(data, /[&<>\u00a0]/g);
}

function escaped(text: string, special: RegExp): string {
  return text.replace(special, (character) => ESCAPES[character] ?? character);
}
