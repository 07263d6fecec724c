import { asUrl } from '../base/url.js';
/**
 * Where a result leads, or why it is none: `own` is the engine's own business, `end` the way to another engine that stands
 * after its last result, `broken` what makes no sense to us.
 */
export type SearchTarget = { readonly url: string } | { readonly dropped: 'own' | 'end' | 'broken' };

/** What the engine's own links are relative to, wherever its page was served from. */
const HOME = 'https://html.duckduckgo.com/html/';

/**
 * The address that a result of DuckDuckGo stands for: its link, or what the link would redirect to. Advertisements, which
 * lead through the engine, stand for none.
 */
export function searchTarget(href: string | null): SearchTarget {
  const link = href === null ? undefined : asUrl(href, HOME);
  if (link === undefined) return { dropped: 'broken' };
  if (!isEngine(link) || !link.pathname.startsWith('/l/')) return judged(link);
  const wrapped = /[?&]uddg=([^&]*)/.exec(link.search)?.[1];
  const target = asUrl((wrapped === undefined ? undefined : decodedOnce(wrapped)) ?? '');
  return target === undefined ? { dropped: 'broken' } : judged(target);
}

function judged(target: URL): SearchTarget {
  if (target.protocol !== 'http:' && target.protocol !== 'https:') return { dropped: 'broken' };
  if (target.hostname === 'www.google.com' && target.pathname === '/search') return { dropped: 'end' };
  return isEngine(target) ? { dropped: 'own' } : { url: target.href };
}

function isEngine({ hostname }: URL): boolean {
  return /(?:^|\.)duckduckgo\.com\.?$/.test(hostname);
}

/** Strictly, unlike URLSearchParams: with a broken escape nobody knows what was meant. */
function decodedOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
