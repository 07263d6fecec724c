import type { CrawlEvent } from './crawl-event.js';
import type { Discovery, Handout, PageVerdict, SkippedUrl } from './frontier-events.js';
import type { Trap } from './traps.js';

/** What is to be told of links: those that are not followed, and the traps that they gave away. */
export function discovered({ links, traps }: Discovery, from?: string): CrawlEvent[] {
  const skips = links.flatMap(({ url, verdict, reason, trap }): CrawlEvent[] =>
    verdict !== 'skipped' || reason === undefined
      ? []
      : [{ type: 'skipped', url, reason, ...(from === undefined ? {} : { from }), ...(trap ? { detail: trap } : {}) }],
  );
  return [...skips, ...traps.map(trapFound)];
}

/** A URL that need not be read any more. */
export function skippedUrl({ url, reason, trap, of }: SkippedUrl): CrawlEvent {
  const detail = of ?? trap;
  return { type: 'skipped', url, reason, ...(detail === undefined ? {} : { detail }) };
}

export function trapFound(trap: Trap): CrawlEvent {
  return { type: 'trap', ...trap };
}

/** A page that was read and is none of its own. */
export function repeated(
  { url }: Handout,
  verdict: Exclude<PageVerdict, { verdict: 'page' }>,
  from: string | undefined,
): CrawlEvent {
  const about = { type: 'skipped', url, ...(from === undefined ? {} : { from }) } as const;
  if (verdict.verdict === 'outside') return { ...about, reason: verdict.reason, detail: verdict.key };
  return { ...about, reason: 'duplicate', detail: verdict.of };
}
