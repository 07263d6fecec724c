import { elementName, isElement } from './walk.js';

/** How elements of a kind are written. The first rule that fits an element decides. */
export interface WriterRule {
  /** Names, or what elements are written so. */
  readonly filter: readonly string[] | ((node: Node) => boolean);
  /** @param content what the element holds, as Markdown whose stand-ins are not settled yet */
  replacement(content: string, node: Node): string;
}

/** An attribute of a node, empty for none. */
export function attributeOf(node: Node, name: string): string {
  return isElement(node) ? (node.getAttribute(name) ?? '') : '';
}

/** A filter for elements by name, the obsolete included. */
export function named(...names: string[]): (node: Node) => boolean {
  return (node) => names.includes(elementName(node));
}
