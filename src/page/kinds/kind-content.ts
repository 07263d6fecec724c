import type { DroppedParts } from '../cleaning/dropped.js';
import type { Container } from '../container.js';
import type { PageClaims } from '../page-claims.js';
import { elementName, isElement, walk } from '../walk.js';
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
    const element = thread.posts.every((post) => main.element.contains(post)) ? main.element : body;
    const beside = besideThread(element, thread);
    return { element, isLeftOut: (node) => beside.has(node) };
  }
  const around = surroundings(main.element, kind);
  const description = kind === 'product' ? productDescription(claims) : undefined;
  const parts = description === undefined ? undefined : productParts(body, description, (node) => around.has(node));
  if (parts !== undefined) {
    const beside = besideParts(body, parts);
    return { element: body, isLeftOut: (node) => beside.has(node) };
  }
  return {
    element: main.element,
    isLeftOut: (node) => around.has(node) || (elementName(node) === 'header' && main.element === body),
  };
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
    if (isElement(node)) dropped.add(node);
    node.remove();
  }
}
