import { LIMITS } from '../base/limits.js';
import { asUrl } from '../base/url.js';
import { resolveWebUrl } from './base-url.js';
import { linkText } from './link-names.js';
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
    const url = targetOf(element.getAttribute('href'), base);
    if (url === undefined) continue;
    const text = linkText(element);
    const known = links.get(url);
    if (known !== undefined && (known.text !== '' || text === '')) continue;
    const rel = element.getAttribute('rel')?.trim().toLowerCase();
    links.set(url, { url, text, ...(rel ? { rel } : {}) });
  }
  for (const { element, target } of routesOf(document)) {
    if (links.size >= LIMITS.links) break;
    const url = resolveWebUrl(target, base);
    if (url === undefined || links.has(url)) continue;
    links.set(url, { url, text: linkText(element).slice(0, ROUTE_TEXT_CHARS), kind: 'route' });
  }
  return [...links.values()];
}

/**
 * Makes every link absolute, so that it survives being taken out of the document, and takes the target off those that
 * lead nowhere. Links within the page keep their fragment: it tells a footnote from a navigation link.
 */
export function resolveLinks(document: Document, base: string | undefined): void {
  for (const element of anchors(document)) {
    const href = element.getAttribute('href')?.trim() ?? '';
    if (href.startsWith('#')) continue;
    // An empty target is the page itself.
    const url = href === '' ? resolveWebUrl(base, undefined) : resolveWebUrl(href, base);
    if (url === undefined) element.removeAttribute('href');
    else element.setAttribute('href', url);
  }
}

/** Where a link leads; also to what the program of a page shows in its stead (`#/x`, `#!x`), which is no place within it. */
function targetOf(href: string | null, base: string | undefined): string | undefined {
  const isRoute = base !== undefined && /^\s*#[!/]/.test(href ?? '');
  return resolveWebUrl(isRoute ? asUrl(href ?? '', base)?.href : href, base);
}

function anchors(document: Document): Element[] {
  return elementsNamed(document, 'a', 'area').filter((element) => element.hasAttribute('href'));
}
