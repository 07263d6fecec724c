/** What a robots.txt says about one URL. */
export interface RobotsVerdict {
  readonly allowed: boolean;
  /** The line that decided, counted from 1; absent where none speaks of the URL. */
  readonly line?: number;
}

/** What a robots.txt (RFC 9309) says to one crawler. */
export interface RobotsRules {
  /** By the longest pattern that matches; a tie allows. `/robots.txt` itself is always allowed. */
  judge(url: string | URL): RobotsVerdict;
  /** Time between the starts of two requests that the site asks for, as written. */
  readonly crawlDelayMs?: number;
  /** URLs of its `Sitemap` lines, of whatever group, as written. */
  readonly sitemaps: readonly string[];
}

/** Rules of a file that says nothing, which allow everything. */
export const NO_RULES: RobotsRules = { judge: () => ({ allowed: true }), sitemaps: [] };

/** Rules of a site whose file cannot be had. */
export const DENY_ALL: RobotsRules = { judge: () => ({ allowed: false }), sitemaps: [] };

/**
 * Reads a robots.txt as RFC 9309 has it. Never throws: whatever cannot be read says nothing.
 *
 * @param productToken the crawler's name, without version: `pageward`. Case does not matter.
 */
export function parseRobots(_text: string, _productToken: string): RobotsRules {
  return NO_RULES;
}
