import { LIMITS } from '../base/limits.js';
import { urlKey } from '../crawl/url-key.js';
import type { Referrer } from './report.js';

/** A place that links lead to, and which pages link there. */
export interface LinkTarget {
  readonly referrers: Referrer[];
  referrerCount: number;
}

interface Target extends LinkTarget {
  lastFrom?: string;
}

/** Finds who links to the places that a report is interested in, by the normal form of their URLs. */
export class LinkTargets {
  readonly #targets = new Map<string, Target>();

  /** Asks for the referrers of a URL. */
  want(url: string): LinkTarget {
    const key = linkKey(url);
    const known = this.#targets.get(key);
    if (known !== undefined) return known;
    const target: Target = { referrers: [], referrerCount: 0 };
    this.#targets.set(key, target);
    return target;
  }

  /** A page links somewhere. Of a page that links there twice the first link counts: a page's links come one after the other. */
  link(from: string, to: string, text: string): void {
    const target = this.#targets.get(linkKey(to));
    if (target === undefined || target.lastFrom === from) return;
    target.lastFrom = from;
    target.referrerCount += 1;
    if (target.referrers.length < LIMITS.reportReferrers) target.referrers.push({ url: from, text });
  }
}

/** What a link means by an address: two spellings of one are the same. */
export function linkKey(url: string): string {
  return urlKey(url)?.key ?? url;
}
