import { UsageError } from '../base/errors.js';
import type { ContentOptions } from './content-options.js';
import { BLOCK_ELEMENTS } from './elements.js';
import { isHidden } from './hidden.js';
import { countWords, visibleText } from './visible-text.js';
import { elementName, elementsNamed, isElement, walk } from './walk.js';

type Selectors = Pick<ContentOptions, 'include' | 'exclude'>;

const SHOWN_WITHOUT_TEXT = ['img', 'video', 'audio'];

/** What became of a document that was narrowed to a selection. */
export interface Selection {
  /** Words that were visible beside and in what `include` matches. Absent when there is no such selection. */
  readonly chosenFromWords?: number;
  /** `exclude` took something away. */
  readonly hasExcluded: boolean;
  readonly warnings: readonly string[];
}

/**
 * Takes out of a document what `exclude` matches, then all but what `include` matches and the elements around it, so
 * that a row stays in its table and an item in its list.
 *
 * @throws UsageError `INVALID_OPTION` naming a selector that the DOM does not know.
 */
export function narrowDocument(document: Document, { include = [], exclude = [] }: Selectors): Selection {
  const excluded = outermostMatches(document, exclude, 'exclude');
  for (const element of excluded) remove(element, document.body);
  const hasExcluded = excluded.length > 0;
  if (include.length === 0) return { hasExcluded, warnings: [] };

  const chosen = outermostMatches(document, include, 'include').filter((element) => shows(element, document.body));
  if (chosen.length === 0) {
    const warning = 'Nothing that the page shows is matched by include: it was read as without it.';
    return { hasExcluded, warnings: [warning] };
  }
  const chosenFromWords = countWords(visibleText(document.body, isHiddenNode));
  keepOnly(document.body, chosen);
  return { chosenFromWords, hasExcluded, warnings: [] };
}

/** The elements that one of the selectors matches, in document order; those within another are left out. */
function outermostMatches(
  document: Document,
  selectors: readonly string[],
  option: 'include' | 'exclude',
): readonly Element[] {
  // One by one: joined, an unclosed bracket in one would swallow the next.
  const matched = new Set(selectors.flatMap((selector) => Array.from(query(document, selector, option))));
  const outermost: Element[] = [];
  if (matched.size === 0) return outermost;
  walk(document, {
    enter(node) {
      if (!isElement(node) || !matched.has(node)) return true;
      outermost.push(node);
      return false;
    },
  });
  return outermost;
}

function query(document: Document, selector: string, option: 'include' | 'exclude'): Iterable<Element> {
  try {
    return document.querySelectorAll(selector);
  } catch {
    throw new UsageError(`${option}: ${JSON.stringify(selector)} is not a CSS selector that is known here`, {
      code: 'INVALID_OPTION',
      hint: 'Give a CSS selector such as "main .price".',
      details: { option, selector },
    });
  }
}

function remove(element: Element, body: HTMLElement): void {
  if (element.contains(body)) body.replaceChildren();
  else element.remove();
}

/** Whether a person would see something of it. */
function shows(element: Element, body: HTMLElement): boolean {
  if (element.contains(body)) return true;
  if (!body.contains(element)) return false;
  for (let around: Element | null = element; around !== null; around = around.parentElement) {
    if (isHidden(around)) return false;
  }
  if (SHOWN_WITHOUT_TEXT.includes(elementName(element))) return true;
  if (elementsNamed(element, ...SHOWN_WITHOUT_TEXT).length > 0) return true;
  return visibleText(element, isHiddenNode) !== '';
}

function isHiddenNode(node: Node): boolean {
  return isElement(node) && isHidden(node);
}

function keepOnly(body: HTMLElement, chosen: readonly Element[]): void {
  if (chosen.some((element) => element.contains(body))) return;
  const kept = new Set<Node>(chosen);
  const around = new Set<Node>();
  for (const element of chosen) {
    for (let parent = element.parentNode; parent !== null && !around.has(parent); parent = parent.parentNode) {
      around.add(parent);
    }
  }
  const removed: ChildNode[] = [];
  walk(body, {
    enter(node) {
      if (around.has(node)) return true;
      if (!kept.has(node)) removed.push(node as ChildNode);
      return false;
    },
  });
  for (const node of removed) node.remove();
  // What stood between them is gone, and with it what parted them.
  for (const element of chosen) if (!BLOCK_ELEMENTS.has(elementName(element))) setApart(element);
}

function setApart(element: Element): void {
  const block = element.ownerDocument.createElement('div');
  element.replaceWith(block);
  block.append(element);
}
