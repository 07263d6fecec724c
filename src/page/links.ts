import { LIMITS } from '../base/limits.js';
import { resolveWebUrl } from './base-url.js';
import type { PageLink } from './page.js';
import { routesOf } from './route-links.js';
import { elementsNamed } from './walk.js';

/** A row or a card may hold a whole story. */
const ROUTE_TEXT_CHARS = 300;

/**
 * Every link of a document that leads to the web, once each; the first text that says anything wins. After the links
 * themselves the places that only a click handler leads to.
 */
export function collectLinks(document: Document, base: string | undefined): PageLink[] {
  const links = new Map<string, PageLink>();
  for (const element of anchors(document)) {
    if (links.size >= LIMITS.links) break;
    const url = resolveWebUrl(element.getAttribute('href'), base);
    if (url === undefined) continue;
    const text = textOf(element) || nameOf(element);
    const known = links.get(url);
    if (known !== undefined && (known.text !== '' || text === '')) continue;
    const rel = element.getAttribute('rel')?.trim().toLowerCase();
    links.set(url, { url, text, ...(rel ? { rel } : {}) });
  }
  for (const { element, target } of routesOf(document)) {
    if (links.size >= LIMITS.links) break;
    const url = resolveWebUrl(target, base);
    if (url === undefined || links.has(url)) continue;
    links.set(url, { url, text: textOf(element).slice(0, ROUTE_TEXT_CHARS), kind: 'route' });
  }
  return [...links.values()];
}

function textOf(element: Element): string {
  return (element.textContent ?? '').replace(/\s+/g, ' ').trim();
}

/** What is told of a link that shows only a sign or a picture. */
function nameOf(element: Element): string {
  const pictured = elementsNamed(element, 'img').map((image) => image.getAttribute('alt'));
  const names = [
    element.getAttribute('aria-label'),
    ...pictured,
    element.getAttribute('title'),
    element.getAttribute('alt'),
  ];
  return (names.find((name) => name?.trim()) ?? '').replace(/\s+/g, ' ').trim();
}

/**
 * Makes every link absolute, so that it survives being taken out of the document, and takes the target off those that
 * lead nowhere. Links within the page keep their fragment: it tells a footnote from a navigation link.
 */
export function resolveLinks(document: Document, base: string | undefined): void {
  for (const element of anchors(document)) {
    const href = element.getAttribute('href')?.trim() ?? '';
    if (href.startsWith('#')) continue;
    const url = resolveWebUrl(href, base);
    if (url === undefined) element.removeAttribute('href');
    else element.setAttribute('href', url);
  }
}

function anchors(document: Document): Element[] {
  return elementsNamed(document, 'a', 'area').filter((element) => element.hasAttribute('href'));
}
