import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PageLink } from '../page/page.js';

/**
 * Links as texts of a line for each link. Two hundred thousand objects that cross from a thread hold up the one
 * that takes them for a quarter of a second; a few texts do not.
 */
export interface LinkColumns {
  readonly urls: string;
  readonly texts: string;
  readonly relations: string;
  readonly kinds: string;
}

/** Made into objects in one turn of the event loop. */
const LINKS_A_TURN = 5_000;

export function packLinks(links: readonly PageLink[]): LinkColumns {
  return {
    urls: column(links, ({ url }) => url),
    texts: column(links, ({ text }) => text),
    relations: column(links, ({ rel = '' }) => rel),
    kinds: column(links, ({ kind = '' }) => kind),
  };
}

/** The links again, as objects made a few at a time, so that other work goes on. */
export async function unpackLinks({ urls, texts, relations, kinds }: LinkColumns): Promise<PageLink[]> {
  const links: PageLink[] = [];
  const [url, text, rel, kind] = [linesOf(urls), linesOf(texts), linesOf(relations), linesOf(kinds)];
  for (let next = url(); next !== undefined; next = url()) {
    const relation = rel();
    const isRoute = kind() === 'route';
    links.push({
      url: next,
      text: text() ?? '',
      ...(relation ? { rel: relation } : {}),
      ...(isRoute ? { kind: 'route' } : {}),
    });
    if (links.length % LINKS_A_TURN === 0) await nextTurn();
  }
  return links;
}

function column(links: readonly PageLink[], part: (link: PageLink) => string): string {
  return links.map((link) => `${part(link).replaceAll('\n', ' ')}\n`).join('');
}

/** Gives one line after the other. */
function linesOf(text: string): () => string | undefined {
  let at = 0;
  return () => {
    const end = text.indexOf('\n', at);
    if (end < 0) return undefined;
    const line = text.slice(at, end);
    at = end + 1;
    return line;
  };
}
