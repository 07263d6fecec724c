import { isElement, isText, walk } from '../walk.js';

/** What is counted of an element and all that is in it, by name. */
export type Sums<Name extends string> = Record<Name, number>;

/** What an element counts for by itself, and what a text in it adds. */
export interface Counting<Name extends string> {
  readonly ofElement: (element: Element) => Sums<Name>;
  readonly addText: (sums: Sums<Name>, text: string) => void;
}

/** Counts for every element in one at once, from the innermost outwards. */
export function sumUp<Name extends string>(
  root: Element,
  { ofElement, addText }: Counting<Name>,
): ReadonlyMap<Element, Readonly<Sums<Name>>> {
  const sums = new Map<Element, Sums<Name>>();
  const around: Sums<Name>[] = [];
  walk(root, {
    enter(node) {
      const above = around.at(-1);
      if (isText(node) && above !== undefined) addText(above, node.data);
      if (!isElement(node)) return false;
      const own = ofElement(node);
      sums.set(node, own);
      around.push(own);
      return true;
    },
    leave(node) {
      if (!isElement(node)) return;
      const own = around.pop();
      const above = around.at(-1);
      if (own === undefined || above === undefined) return;
      for (const name in own) above[name] += own[name];
    },
  });
  return sums;
}
