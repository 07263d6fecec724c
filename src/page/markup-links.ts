import { LIMITS } from '../base/limits.js';
import { resolveWebUrl } from './base-url.js';
import { scanMarkup } from './markup.js';
import { decodeReferences } from './plain-text.js';
import { parseRefresh } from './refresh.js';
import { robotsDirective } from './robots-directives.js';

/** Where a page leads. */
export interface MarkupLink {
  readonly url: string;
  /** Lower case, as written: `nofollow noopener`. */
  readonly rel?: string;
}

export interface MarkupLinks {
  /** Once each, in the page's order, at most `LIMITS.links`. */
  readonly links: readonly MarkupLink[];
  /** As `PageMetadata.robots` has it. */
  readonly robots: readonly string[];
}

const LINKING: ReadonlySet<string> = new Set(['a', 'area', 'link', 'base', 'meta']);
/** Relations of `<link>` that are pages of their own. */
const PAGE_RELATION = /(?:^|\s)(?:next|prev|canonical|alternate)(?:\s|$)/;

/**
 * The links of an HTML document without building a tree: anchors, image maps, the pages that its head names, and where it
 * sends its visitor on. Linear in the input. What only scripts lead to is not among them.
 *
 * @param url the document's own; `<base href>` goes before it
 */
export function markupLinks(html: string, url: string): MarkupLinks {
  const links = new Map<string, MarkupLink>();
  const robots: string[] = [];
  let base: string | undefined;
  for (const { kind, name, attributes } of scanMarkup(html)) {
    if (kind !== 'open' || !LINKING.has(name)) continue;
    const said = (wanted: string): string => {
      const attribute = attributes.find((candidate) => candidate.name === wanted);
      return attribute === undefined ? '' : decodeReferences(attribute.value).trim();
    };
    const href = resolveWebUrl(said('href'), base ?? url);
    const rel = said('rel').toLowerCase();
    if (name === 'meta') {
      const directive = robotsDirective(said('name'), said('content'));
      if (directive !== undefined) robots.push(directive);
      const isRefresh = said('http-equiv').toLowerCase() === 'refresh';
      keep(isRefresh ? parseRefresh(said('content'), base ?? url)?.url : undefined, '');
    } else if (name === 'base') base ??= href;
    else if (name !== 'link' || isPage(rel, said('type'))) keep(href, rel);
  }
  return { links: [...links.values()], robots };

  function keep(target: string | undefined, rel: string): void {
    if (target === undefined || links.has(target) || links.size >= LIMITS.links) return;
    links.set(target, { url: target, ...(rel === '' || rel === 'alternate' ? {} : { rel }) });
  }
}

/** Not feeds, style sheets and other forms of the page. */
function isPage(rel: string, type: string): boolean {
  return (
    PAGE_RELATION.test(rel) &&
    !/stylesheet/.test(rel) &&
    (type === '' || /^(?:text\/html|application\/xhtml)/i.test(type))
  );
}
