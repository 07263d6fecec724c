import { LIMITS } from '../base/limits.js';
import { baseUrlOf, resolveWebUrl } from './base-url.js';
import type { NotedUrls, PageAudit } from './page-audit.js';
import { srcsetUrls } from './srcset.js';
import { elementsNamed } from './walk.js';

/** What a page includes of itself, by element and attribute: a browser fetches it without anybody's asking. */
const INCLUDED: readonly (readonly [element: string, attribute: string])[] = [
  ['img', 'src'],
  ['source', 'src'],
  ['script', 'src'],
  ['iframe', 'src'],
  ['video', 'src'],
  ['video', 'poster'],
  ['audio', 'src'],
  ['track', 'src'],
  ['embed', 'src'],
  ['object', 'data'],
  ['input', 'src'],
];
const FETCHED_LINKS = /\b(?:stylesheet|icon|preload|modulepreload|manifest)\b/i;

/** What can be seen in a document that its keeper would want to know. Reads it and changes nothing. */
export function auditDocument(
  document: Document,
  url: string | undefined,
): Pick<PageAudit, 'documentTitle' | 'metaDescription' | 'imagesWithoutAlt' | 'mixedContent'> {
  const base = baseUrlOf(document, url);
  const without = elementsNamed(document, 'img').filter(isWithoutText);
  const images = noted(without.map((image) => resolveWebUrl(image.getAttribute('src'), base) ?? ''));
  const mixed = url?.startsWith('https:') ? noted(includedByHttp(document, base)) : undefined;
  const title = elementsNamed(document, 'title').find((one) => one.closest('svg') === null)?.textContent;
  const description = elementsNamed(document, 'meta').find((one) =>
    /^\s*description\s*$/i.test(one.getAttribute('name') ?? ''),
  );
  return {
    ...textOf('documentTitle', title),
    ...textOf('metaDescription', description?.getAttribute('content')),
    ...(images === undefined ? {} : { imagesWithoutAlt: images }),
    ...(mixed === undefined ? {} : { mixedContent: mixed }),
  };
}

/** What an element says, if it says something. */
function textOf<Key extends string>(key: Key, text: string | null | undefined): { readonly [K in Key]?: string } {
  const said = text?.trim().slice(0, LIMITS.auditMessageChars) ?? '';
  return said === '' ? {} : ({ [key]: said } as { readonly [K in Key]?: string });
}

/** One whose text is empty on purpose, or that says it is no content, needs none. */
function isWithoutText(image: Element): boolean {
  if (image.hasAttribute('alt') || image.getAttribute('aria-hidden') === 'true') return false;
  if (image.hasAttribute('aria-label') || image.hasAttribute('aria-labelledby')) return false;
  return !/^(?:presentation|none)$/i.test(image.getAttribute('role') ?? '');
}

function includedByHttp(document: Document, base: string | undefined): string[] {
  const written = INCLUDED.flatMap(([element, attribute]) =>
    elementsNamed(document, element).map((one) => one.getAttribute(attribute) ?? ''),
  );
  const sets = ['img', 'source'].flatMap((name) =>
    elementsNamed(document, name).flatMap((one) => srcsetUrls(one.getAttribute('srcset') ?? '')),
  );
  const links = elementsNamed(document, 'link')
    .filter((one) => FETCHED_LINKS.test(one.getAttribute('rel') ?? ''))
    .map((one) => one.getAttribute('href') ?? '');
  return [...written, ...sets, ...links]
    .map((one) => resolveWebUrl(one, base) ?? '')
    .filter((one) => /^http:/i.test(one));
}

/** The first of them, each once, and how many there are; undefined of none. */
function noted(urls: readonly string[]): NotedUrls | undefined {
  if (urls.length === 0) return undefined;
  const shown = [...new Set(urls.filter((url) => url !== ''))].slice(0, LIMITS.auditExamples);
  return { count: urls.length, urls: shown.map((url) => url.slice(0, LIMITS.auditMessageChars)) };
}
