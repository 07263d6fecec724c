import type { Clock } from '../base/clock.js';
import type { DocumentLoader } from '../reader/reader.js';
import type { RobotsFile } from './robots-file.js';
import type { SitemapEvent } from './sitemap-event.js';

export interface SitemapOptions {
  readonly loader: DocumentLoader;
  readonly signal?: AbortSignal;
  /** Sitemaps read at most, indexes included. Default 1 000. */
  readonly maxSitemaps?: number;
  /** Pages told at most. Default 5 000 000. */
  readonly maxUrls?: number;
  /** Hard end of one sitemap; what had arrived by then is read. Default 30 000. */
  readonly timeoutMs?: number;
  /** Hard end of all of them. Default 600 000. */
  readonly totalMs?: number;
  /** Whether a sitemap may be fetched: robots.txt, turns at its host. Rejects to leave it out, which is a problem event. */
  readonly admit?: (url: string, signal: AbortSignal) => Promise<(() => void) | undefined>;
  readonly clock?: Clock;
}

/**
 * Reads a site's sitemaps: those of its robots.txt, or `/sitemap.xml` where it names none, and all that they lead to. Each
 * once; nothing throws but an abort. Pages of other hosts are left out, unless their own robots.txt would name the sitemap,
 * which is what `sitemaps` of the host's file says (sitemaps.org: "Sitemaps & Cross Submits").
 *
 * @throws `signal.reason`
 */
export async function* readSitemaps(
  _site: string,
  _robots: RobotsFile | undefined,
  _options: SitemapOptions,
): AsyncGenerator<SitemapEvent, void, undefined> {}
