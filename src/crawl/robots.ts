import { pathMatcher, robotsPath } from './robots-path.js';

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

/** Rules of a site that has no such file. */
export const ALLOW_ALL: RobotsRules = { judge: () => ({ allowed: true }), sitemaps: [] };

/** Rules of a site whose file cannot be had. */
export const DENY_ALL: RobotsRules = { judge: () => ({ allowed: false }), sitemaps: [] };

/**
 * Reads a robots.txt as RFC 9309 has it. Never throws: whatever cannot be read says nothing. Linear in the text; a
 * judgement is linear in the rules and the URL.
 *
 * @param productToken the crawler's name, without version: `pageward`. Case does not matter.
 */
export function parseRobots(text: string, productToken: string): RobotsRules {
  const { ours, everyones, sitemaps } = groupsOf(text, productToken.toLowerCase());
  // All that is said to us by name, in however many groups; only where nothing is, what is said to everyone.
  const group = ours.isNamed ? ours : everyones;
  const byLength = group.rules
    .map(({ pattern, ...rule }) => ({ ...rule, ...pathMatcher(pattern) }))
    .sort((a, b) => b.length - a.length || Number(b.allow) - Number(a.allow));
  return {
    judge(url) {
      const parsed = typeof url === 'string' ? new URL(url) : url;
      if (parsed.pathname === '/robots.txt' && parsed.search === '') return { allowed: true };
      const path = robotsPath(parsed);
      const rule = byLength.find(({ matches }) => matches(path));
      return rule === undefined ? { allowed: true } : { allowed: rule.allow, line: rule.line };
    },
    ...(group.crawlDelayMs === undefined ? {} : { crawlDelayMs: group.crawlDelayMs }),
    sitemaps,
  };
}

interface Rule {
  readonly pattern: string;
  readonly allow: boolean;
  readonly line: number;
}

interface Group {
  isNamed: boolean;
  readonly rules: Rule[];
  crawlDelayMs?: number;
}

function groupsOf(text: string, productToken: string) {
  const ours: Group = { isNamed: false, rules: [] };
  const everyones: Group = { isNamed: false, rules: [] };
  const sitemaps: string[] = [];
  /** Whom the lines that follow are for. */
  let spokenTo = new Set<Group>();
  let isNaming = false;
  for (const { key, value, line } of recordsOf(text)) {
    if (key === 'user-agent') {
      if (!isNaming) spokenTo = new Set();
      isNaming = true;
      const group = isEveryone(value) ? everyones : nameOf(value) === productToken ? ours : undefined;
      if (group !== undefined) {
        group.isNamed = true;
        spokenTo.add(group);
      }
    } else if (key === 'allow' || key === 'disallow') {
      isNaming = false;
      // An empty pattern matches nothing.
      if (value !== '') for (const { rules } of spokenTo) rules.push({ pattern: value, allow: key === 'allow', line });
    } else if (key === 'sitemap') {
      // Neither this nor any record that the RFC does not know ends the naming of a group (2.2.4).
      if (value !== '') sitemaps.push(value);
    } else if (key === 'crawl-delay' && /^\d+(?:\.\d+)?$/.test(value)) {
      for (const group of spokenTo) group.crawlDelayMs = Math.max(group.crawlDelayMs ?? 0, Number(value) * 1_000);
    }
  }
  return { ours, everyones, sitemaps };
}

function* recordsOf(text: string): Generator<{ key: string; value: string; line: number }> {
  let line = 0;
  for (const written of text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)) {
    line += 1;
    const comment = written.indexOf('#');
    const record = comment < 0 ? written : written.slice(0, comment);
    const colon = record.indexOf(':');
    if (colon < 0) continue;
    yield { key: record.slice(0, colon).trim().toLowerCase(), value: record.slice(colon + 1).trim(), line };
  }
}

function isEveryone(value: string): boolean {
  return /^\*(?:\s|$)/.test(value);
}

/** The product token of a line, in lower case: some write a version behind it, which is not compared (2.2.1). */
function nameOf(value: string): string {
  return /^[\w-]+/.exec(value)?.[0].toLowerCase() ?? '';
}
