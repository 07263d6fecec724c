import type { DroppedParts } from '../cleaning/dropped.js';
import { type Container, isBoilerplate } from '../container.js';
import type { PageClaims } from '../page-claims.js';
import { sizeOf } from '../prose.js';
import { visibleText } from '../visible-text.js';
import { elementName, elementsNamed, isElement, isWithin, walk } from '../walk.js';
import { findCards } from './cards.js';
import type { PageKind } from './page-kind.js';
import type { PageSigns } from './page-signs.js';
import { besideParts, productDescription, productParts } from './product-content.js';
import { surroundings } from './surroundings.js';
import { besideThread } from './thread-content.js';

/** The content of a page that is no article: an element, and what in it is not of the content. */
export interface KindContent {
  readonly element: Element;
  readonly isLeftOut: (node: Node) => boolean;
}

/** Less of a page in posts is no thread, whatever the page claims to be. */
const MIN_THREAD_SHARE = 0.25;
/** What a shop writes about goods is so many times as long as what their list tells, and so many words more. */
const GUIDE_ADVANTAGE = 2;
const MIN_GUIDE_WORDS = 100;

/** What a page of this kind has to say. Undefined for those of which Readability has the better judgement. Changes nothing. */
export function kindContent(
  kind: PageKind,
  body: Element,
  main: Container,
  signs: PageSigns,
  claims: PageClaims,
): KindContent | undefined {
  if (kind === 'article' || kind === 'documentation') return undefined;
  const { thread } = signs;
  if (kind === 'forum' && thread !== undefined && signs.threadShare >= MIN_THREAD_SHARE) {
    const around = withPosts(thread.posts, body);
    const isInMain = thread.posts.every((post) => main.element.contains(post));
    const element = isInMain && around.contains(main.element) ? main.element : around;
    const beside = besideThread(element, thread);
    return { element, isLeftOut: (node) => beside.has(node) };
  }
  const isLanding = kind === 'service';
  const headed = isLanding ? main.element : withHeading(main.element, body);
  const element = kind === 'collection' ? withGuide(headed, body) : headed;
  // Of the main part they are known already.
  const cardGroups = element === main.element ? signs.cardGroups : findCards(element);
  const around = isLanding ? signs.around : surroundings(element, kind, cardGroups);
  const description = kind === 'product' ? productDescription(claims) : undefined;
  const parts = description === undefined ? undefined : productParts(body, description, around);
  if (parts !== undefined) {
    const beside = besideParts(body, parts);
    return { element: body, isLeftOut: (node) => beside.has(node) };
  }
  return {
    element,
    isLeftOut: (node) => around.has(node) || (elementName(node) === 'header' && element === body),
  };
}

/** The smallest element that holds the posts of a thread and the top heading over them. */
function withPosts(posts: readonly Element[], body: Element): Element {
  const heading = elementsNamed(body, 'h1').find((element) => !isWithin(element, 'header', 'nav'));
  let around = posts[0] ?? body;
  let outside = heading === undefined ? posts : [...posts, heading];
  for (;;) {
    const holder = around;
    outside = outside.filter((element) => !holder.contains(element));
    if (outside.length === 0 || holder === body || holder.parentElement === null) return holder;
    around = holder.parentElement;
  }
}

/**
 * The main part, widened until it holds the page's heading: beside that stand a product's price and the text that sells it,
 * and what a list is of, where specifications, questions or the list itself are longer. The sections of a landing page have
 * headings of their own.
 */
function withHeading(element: Element, body: Element): Element {
  const heading = elementsNamed(body, 'h1')[0];
  if (heading === undefined || isWithin(heading, 'header', 'nav') || elementsNamed(element, 'h1').length > 0)
    return element;
  let around = element;
  while (around !== body && around.parentElement !== null && !around.contains(heading)) around = around.parentElement;
  return around;
}

/** A list of goods, widened until it holds what the shop writes about such goods, which may be far longer than the list. */
function withGuide(element: Element, body: Element): Element {
  let guided = element;
  let told = wordsTold(element);
  for (let outer = element; outer !== body && outer.parentElement !== null; ) {
    outer = outer.parentElement;
    const words = wordsTold(outer);
    if (words < told * GUIDE_ADVANTAGE + MIN_GUIDE_WORDS) continue;
    guided = outer;
    told = words;
  }
  return guided;
}

function wordsTold(element: Element): number {
  return sizeOf(visibleText(element, isBoilerplate)).proseWords;
}

/** Removes what is not of the content, and keeps account of it. */
export function takeOut({ element, isLeftOut }: KindContent, dropped: DroppedParts): void {
  const removed: ChildNode[] = [];
  walk(element, {
    enter(node) {
      if (!isLeftOut(node)) return true;
      removed.push(node as ChildNode);
      return false;
    },
  });
  for (const node of removed) {
    // The top heading is said by the title, or put over the content again.
    if (isElement(node) && elementName(node) !== 'h1') dropped.add(node);
    node.remove();
  }
}
