import { asUrl } from '../base/url.js';
import { elementsWhere } from './walk.js';

/** A link down its page, or up, and the element that it leads to. */
export interface InPageLink {
  readonly link: Element;
  readonly target: Element;
  /** Whether the target begins after the link. */
  readonly isDownward: boolean;
}

/** The links of a document that lead to a part of it, whether they name the page or not. */
export function inPageLinks(document: Document, pageUrl: string | undefined): InPageLink[] {
  const links = elementsWhere(document.body, (element) => element.localName === 'a' && element.hasAttribute('href'));
  const fragments = links.map((link) => fragmentOf(link.getAttribute('href') ?? '', pageUrl));
  if (fragments.every((fragment) => fragment === '')) return [];
  const named = new Map<string, Element>();
  const order = new Map<Element, number>();
  for (const element of elementsWhere(document.body, () => true)) {
    order.set(element, order.size);
    for (const name of [element.getAttribute('id'), element.getAttribute('name')]) {
      if (name && !named.has(name)) named.set(name, element);
    }
  }
  return links.flatMap((link, index) => {
    const target = named.get(fragments[index] ?? '');
    if (target === undefined) return [];
    return [{ link, target, isDownward: (order.get(target) ?? 0) > (order.get(link) ?? 0) }];
  });
}

/** The name of the part of the page that a target is; empty for none. */
function fragmentOf(href: string, pageUrl: string | undefined): string {
  const at = href.indexOf('#');
  if (at < 0) return '';
  if (href.trim().charAt(0) !== '#' && !isPage(href, pageUrl)) return '';
  const fragment = href.slice(at + 1).trim();
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function isPage(href: string, pageUrl: string | undefined): boolean {
  const page = pageUrl === undefined ? undefined : asUrl(pageUrl);
  const target = asUrl(href, page);
  return page !== undefined && target?.href.split('#')[0] === page.href.split('#')[0];
}
