import { asUrl } from '../base/url.js';
import { elementsNamed } from './walk.js';

/**
 * What relative URLs of a document are relative to: its `<base href>`, itself resolved against the document's URL, else
 * that URL. Undefined when neither is known.
 */
export function baseUrlOf(document: Document, url: string | undefined): string | undefined {
  const bases = elementsNamed(document, 'base');
  const href = bases.map((base) => base.getAttribute('href')).find((value) => value !== null);
  return (href !== undefined && href !== null ? resolveWebUrl(href, url) : undefined) ?? url;
}

/**
 * The absolute http(s) URL that `raw` leads to. Undefined for what a reader cannot follow: empty, a fragment of the same
 * page, another scheme, or a relative URL without a base.
 */
export function resolveWebUrl(raw: string | null | undefined, base: string | undefined): string | undefined {
  const target = raw?.trim() ?? '';
  if (target === '' || target.startsWith('#')) return undefined;
  const url = asUrl(target, base);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : undefined;
}
