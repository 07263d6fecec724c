import { elementName, elementsWhere } from './walk.js';

/** A place that only a click handler leads to. */
export interface Route {
  readonly element: Element;
  /** As written. */
  readonly target: string;
}

/** Attributes that say where a click leads, whatever they stand on. */
const TARGETS: readonly string[] = ['data-href', 'routerlink', 'ng-reflect-router-link', 'ng-href', 'data-link'];
/** Attributes that mean many things, and this one on what calls itself a link. */
const TARGETS_OF_LINKS: readonly string[] = ['to', 'data-to', 'data-url', 'href'];
const LINK_ELEMENTS: ReadonlySet<string> = new Set([
  'router-link',
  'nuxt-link',
  'routerlink',
  'inertia-link',
  'x-link',
]);
/** Whole literals only: what is put together when it is clicked cannot be read off. */
const HANDLER =
  /(?:\blocation(?:\.href)?\s*=\s*|\blocation\.(?:assign|replace)\(\s*|\bwindow\.open\(\s*|\b(?:navigate|navigateTo|goto)\(\s*|\brouter\.push\(\s*)(["'])([^"'\\]{1,2000})\1\s*(?![\s+.])/i;
/** An address or a path, with nothing left to be filled in. */
const PLACE = /^(?:https?:\/\/|\/(?!\/)|\.{1,2}\/|\?|[\w%-]+(?:\/[\w%.-]+)*\/?(?:\.html?)?(?:[?#]|$))/i;
const PLACEHOLDER = /\{\{|\$\{|\/:|\[\w+\]/;
const MAX_ONCLICK_CHARS = 4_000;

/**
 * The places that a document's own attributes name as where a click leads, on elements that are no links: router links
 * before their framework has run, clickable rows and cards, handlers that set the location. Forms are not among them.
 */
export function routesOf(document: Document): Route[] {
  const routes: Route[] = [];
  elementsWhere(document, (element) => {
    const target = targetOf(element);
    if (target !== undefined) routes.push({ element, target });
    return false;
  });
  return routes;
}

function targetOf(element: Element): string | undefined {
  if (!element.hasAttributes()) return undefined;
  const name = elementName(element);
  if ((name === 'a' || name === 'area') && element.hasAttribute('href')) return undefined;
  if (name === 'link' || name === 'base' || name === 'form') return undefined;
  const isLink = LINK_ELEMENTS.has(name) || element.getAttribute('role') === 'link';
  for (const attribute of isLink ? [...TARGETS, ...TARGETS_OF_LINKS] : TARGETS) {
    const value = element.getAttribute(attribute)?.trim();
    if (value && PLACE.test(value) && !PLACEHOLDER.test(value)) return value;
  }
  const [, , place] = HANDLER.exec(element.getAttribute('onclick')?.slice(0, MAX_ONCLICK_CHARS) ?? '') ?? [];
  return place !== undefined && PLACE.test(place) ? place : undefined;
}
