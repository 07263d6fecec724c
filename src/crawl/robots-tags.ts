import type { Page } from '../page/page.js';

/** What a page asks of those who keep it and follow it. */
export interface RobotsTags {
  /** Not to be kept: a crawl reads the page for its links, records it, and writes nothing of its content. */
  readonly noindex: boolean;
  /** Its links are not to be followed. */
  readonly nofollow: boolean;
}

/** Directives that have a value after a colon; a name before any other colon is a crawler's. */
const VALUED = /^(?:unavailable_after|max-(?:snippet|image-preview|video-preview))\s*:/i;
const WEEKDAY = /^unavailable_after\s*:\s*[a-z]+$/i;

/**
 * What a page asks of a crawler by `<meta name="robots">` (or the crawler's own name) and `X-Robots-Tag`. What is said to
 * all and what is said to this crawler add up; the stricter wins.
 *
 * @param now for `unavailable_after`, in milliseconds since 1970
 */
export function robotsTagsOf(page: Pick<Page, 'metadata'>, productToken: string, now: number): RobotsTags {
  const said = (page.metadata?.robots ?? []).flatMap((line) => directivesFor(line, productToken.toLowerCase()));
  return {
    noindex: said.some((directive) => /^(?:noindex|none)$/.test(directive) || isOver(directive, now)),
    nofollow: said.some((directive) => /^(?:nofollow|none)$/.test(directive)),
  };
}

/**
 * The directives of one line that are for everybody or for this crawler, in lower case. A name holds for all that follows
 * it. Servers may send the header several times, which arrives joined by commas: what follows a name in the next is taken
 * to be under it too.
 */
function directivesFor(line: string, productToken: string): string[] {
  const found: string[] = [];
  let isForUs = true;
  const parts = line.split(',').map((part) => part.trim());
  for (let at = 0; at < parts.length; at += 1) {
    let part = parts[at] ?? '';
    const [, name, rest = ''] = VALUED.test(part) ? [] : (/^([\w-]+)\s*:\s*(.*)$/s.exec(part) ?? []);
    if (name !== undefined) {
      isForUs = name.toLowerCase() === productToken;
      part = rest;
    }
    // A date may have a comma behind its weekday.
    if (WEEKDAY.test(part)) {
      at += 1;
      part = `${part}, ${parts[at] ?? ''}`;
    }
    if (isForUs) found.push(part.toLowerCase());
  }
  return found;
}

function isOver(directive: string, now: number): boolean {
  const date = /^unavailable_after\s*:\s*(.+)$/.exec(directive)?.[1];
  return date !== undefined && Date.parse(date) <= now;
}
