import { fingerprintOf } from '#src/crawl/fingerprint.js';
import { Frontier, type FrontierOptions } from '#src/crawl/frontier.js';
import type { Discovery, Handout, PageFacts, PageVerdict } from '#src/crawl/frontier-events.js';
import { createScope, type ScopeOptions } from '#src/crawl/scope.js';

/** A page of a site that is nothing but a table. */
export interface SimulatedPage {
  readonly text?: string;
  readonly links?: readonly string[];
  readonly canonical?: string;
  /** Where it leads, instead of having a text. */
  readonly redirect?: string;
  readonly fails?: boolean;
}

export type Site = (path: string) => SimulatedPage | undefined;

export interface Step {
  readonly url: string;
  readonly depth: number;
  /** Absent of what failed. */
  readonly verdict?: PageVerdict;
  readonly discovery?: Discovery;
}

export const HOME = 'https://site.example';

/** So many words that texts of equal content are one page. */
export const PROSE =
  'the quick brown fox jumps over the lazy dog while seven wizards brew a strange potion of moss and moonlight near the old ' +
  'stone bridge where nobody has walked since the great flood took the mill and all that was kept in it away for good';

export async function frontierOf(
  options: Partial<FrontierOptions> & ScopeOptions & { seeds?: readonly string[] } = {},
) {
  const { seeds = [`${HOME}/`], scope: _, ...others } = options;
  const scope = await createScope(seeds, options as ScopeOptions);
  const frontier = new Frontier({ ...others, scope });
  frontier.seeded(seeds);
  return frontier;
}

/** Reads a simulated site one page at a time, to the end or for so many steps. */
export function crawlAll(frontier: Frontier, site: Site, steps = 5_000): Step[] {
  const done: Step[] = [];
  for (let handout = frontier.next(); handout !== undefined && done.length < steps; handout = frontier.next()) {
    frontier.started(handout.key);
    done.push(readOne(frontier, site, handout));
  }
  return done;
}

function readOne(frontier: Frontier, site: Site, { key, url, depth }: Handout): Step {
  const asked = new URL(url);
  const end = endOf(site, asked);
  const page = site(pathOf(end));
  if (page === undefined || page.fails) {
    frontier.failed(key);
    return { url, depth };
  }
  const verdict = frontier.finished(key, factsOf(end, page));
  if (!verdict.follow) return { url, depth, verdict };
  const links = (page.links ?? []).map((link) => ({ url: new URL(link, end).href }));
  return { url, depth, verdict, discovery: frontier.discovered(links, key) };
}

function factsOf(end: URL, { text = pathOf(end), canonical }: SimulatedPage): PageFacts {
  const canonicalUrl = canonical === undefined ? {} : { canonicalUrl: new URL(canonical, end).href };
  return { finalUrl: end.href, fingerprint: fingerprintOf({ text }), ...canonicalUrl };
}

function endOf(site: Site, asked: URL): URL {
  let end = asked;
  for (let hops = 0; hops < 10; hops += 1) {
    const redirect = site(pathOf(end))?.redirect;
    if (redirect === undefined) break;
    end = new URL(redirect, end);
  }
  return end;
}

/** What the site is asked for: the path on its own host, the whole URL elsewhere. */
function pathOf(url: URL): string {
  return url.origin === HOME ? url.href.slice(HOME.length) : url.href;
}

/** A site of a table of paths. */
export function tableSite(pages: Readonly<Record<string, SimulatedPage>>): Site {
  return (path) => pages[path];
}

/** Paths of the URLs read. */
export function pathsOf(steps: readonly { readonly url: string }[]): string[] {
  return steps.map(({ url }) => pathOf(new URL(url)));
}

/** Paths of the pages recorded. */
export function recorded(steps: readonly Step[]): string[] {
  return pathsOf(steps.filter(({ verdict }) => verdict?.verdict === 'page'));
}
