import { resolveWebUrl } from './base-url.js';
import type { PageRefresh } from './page.js';
import { elementsNamed, isWithin } from './walk.js';

/**
 * The move that a Refresh header or a meta element announces, read as the HTML standard reads it ("shared declarative
 * refresh steps"). Undefined when it leads nowhere else: a page that only loads itself again is no move.
 */
export function parseRefresh(content: string, base: string | undefined): PageRefresh | undefined {
  const [whole, seconds] = /^\s*(\d+)(?:\.[\d.]*)?(?=[\s;,]|$)|^\s*\.[\d.]*(?=[\s;,]|$)/.exec(content) ?? [];
  if (whole === undefined) return undefined;
  const rest = content.slice(whole.length).replace(/^\s*[;,]?\s*/, '');
  const target = rest.replace(/^url\s*=\s*/i, '');
  const quote = /^["']/.exec(target)?.[0];
  const url = resolveWebUrl(quote === undefined ? target : (target.slice(1).split(quote, 1)[0] ?? ''), base);
  if (url === undefined || url === base) return undefined;
  return { url, delaySeconds: Number(seconds ?? 0) };
}

/** The move that a document announces; `<noscript>` is for whoever runs no scripts, so that it counts. */
export function refreshOf(document: Document, base: string | undefined): PageRefresh | undefined {
  for (const meta of elementsNamed(document, 'meta')) {
    if (meta.getAttribute('http-equiv')?.trim().toLowerCase() !== 'refresh' || isWithin(meta, 'template')) continue;
    const refresh = parseRefresh(meta.getAttribute('content') ?? '', base);
    if (refresh !== undefined) return refresh;
  }
  return undefined;
}
