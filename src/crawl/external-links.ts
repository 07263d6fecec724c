import path from 'node:path';
import { z } from 'zod';
import { isPagewardError } from '../base/errors.js';
import { LIMITS } from '../base/limits.js';
import type { Redirect } from '../base/redirect.js';
import { asUrl } from '../base/url.js';
import type { DocumentLoader } from '../reader/reader.js';
import type { CrawlNotice } from './crawl-event.js';
import type { CrawlFolder } from './crawl-folder.js';
import { fileLines } from './file-lines.js';
import { jsonLine } from './json-line.js';
import type { Scope } from './scope.js';
import { workThrough } from './work-through.js';

/** How a link out of the crawl's scope was answered: a line of `external.jsonl`. */
export interface ExternalLink {
  readonly url: string;
  readonly ok: boolean;
  readonly status?: number;
  /** As of an error. */
  readonly code?: string;
  readonly message?: string;
  readonly finalUrl?: string;
  readonly redirects?: readonly Redirect[];
  readonly elapsedMs: number;
}

export interface ExternalLinksOptions {
  readonly scope: Scope;
  /** Waits for its turn at a host. */
  readonly loader: DocumentLoader;
  readonly tell: (notice: CrawlNotice) => void;
  readonly signal: AbortSignal;
}

const AT_ONCE = 16;
const AT_ONCE_PER_HOST = 2;
/** An answer is known by its head; servers that answer HEAD otherwise than GET are too many to ask by it. */
const BODY_BYTES = 1_024;
const FAILS_FOR_A_WHILE: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

const linkRow = z.looseObject({ to: z.string() });
const knownRow = z.looseObject({ url: z.string(), ok: z.boolean() });

/**
 * Asks for every address out of the scope that a page links to, once each, and writes `external.jsonl`. What failed in a
 * way that may pass is asked for once more, after all others. What was answered well before is not asked again, so that it
 * may be ended and begun anew at any time.
 *
 * @throws QueueError `JOURNAL_FAILED`; `signal.reason`
 */
export async function checkExternalLinks(folder: CrawlFolder, options: ExternalLinksOptions): Promise<void> {
  const { urls, left } = await externalUrls(folder, options.scope);
  const say = (message: string): void => options.tell({ type: 'notice', about: 'external links', message });
  if (left > 0) say(`${left} further links to other sites are not checked: ${LIMITS.crawlExternalLinks} are`);
  const good = await answeredWell(folder);
  const links = new Map<string, ExternalLink>();
  const fresh: string[] = [];
  for (const url of urls) {
    const known = good.get(url);
    if (known === undefined) fresh.push(url);
    else links.set(url, known);
  }
  if (fresh.length > 0) say(`checking ${fresh.length} ${fresh.length === 1 ? 'address' : 'addresses'} of other sites`);
  for await (const link of answersOf(fresh, options)) links.set(link.url, link);
  const again = fresh.filter((url) => mayPass(links.get(url)));
  for await (const link of answersOf(again, options)) {
    // A host that is left alone by now says nothing against its first answer.
    if (!isUnasked(link)) links.set(link.url, link);
  }
  const unasked = [...links.values()].filter(isUnasked).length;
  if (unasked > 0) say(`${unasked} could not be checked: their hosts ask to be left alone, or answer nothing`);
  await folder.write('external.jsonl', [...links.values()].map(jsonLine).join(''));
}

async function externalUrls(
  { folder }: CrawlFolder,
  scope: Scope,
): Promise<{ readonly urls: ReadonlySet<string>; readonly left: number }> {
  const urls = new Set<string>();
  let left = 0;
  for await (const line of fileLines(path.join(folder, 'links.jsonl'))) {
    const url = asUrl(linkRow.parse(JSON.parse(line)).to);
    if (url === undefined || !/^https?:$/.test(url.protocol) || scope.reaches(url)) continue;
    url.hash = '';
    if (urls.size < LIMITS.crawlExternalLinks) urls.add(url.href);
    else if (!urls.has(url.href)) left += 1;
  }
  return { urls, left };
}

async function answeredWell({ folder }: CrawlFolder): Promise<Map<string, ExternalLink>> {
  const known = new Map<string, ExternalLink>();
  for await (const line of fileLines(path.join(folder, 'external.jsonl'))) {
    const row = knownRow.parse(JSON.parse(line));
    // As it was written here.
    if (row.ok) known.set(row.url, row as unknown as ExternalLink);
  }
  return known;
}

/** Some at a time, and of one host few, so that a slow one does not hold up the others. */
async function* answersOf(
  urls: readonly string[],
  { loader, signal }: ExternalLinksOptions,
): AsyncGenerator<ExternalLink> {
  const waiting = new Map<string, string[]>();
  for (const url of urls) {
    const { host } = new URL(url);
    const ofHost = waiting.get(host);
    if (ofHost === undefined) waiting.set(host, [url]);
    else ofHost.push(url);
  }
  const underWay = new Map<string, number>();
  const take = (): string | undefined => {
    for (const [host, ofHost] of waiting) {
      const atOnce = underWay.get(host) ?? 0;
      if (atOnce >= AT_ONCE_PER_HOST) continue;
      const url = ofHost.shift();
      if (ofHost.length === 0) waiting.delete(host);
      if (url === undefined) continue;
      underWay.set(host, atOnce + 1);
      return url;
    }
    return undefined;
  };
  const answers = workThrough(take, { concurrency: AT_ONCE, signal }, (url, inner) => answerOf(url, loader, inner));
  for await (const answer of answers) {
    const { host } = new URL(answer.url);
    underWay.set(host, (underWay.get(host) ?? 1) - 1);
    yield answer;
  }
}

async function answerOf(url: string, loader: DocumentLoader, signal: AbortSignal): Promise<ExternalLink> {
  const started = performance.now();
  const elapsed = () => Math.round(performance.now() - started);
  try {
    const limits = { signal, maxBytes: BODY_BYTES, timeoutMs: LIMITS.crawlExternalMs };
    const { statusCode: status, url: finalUrl, redirects } = await loader.load({ url }, limits);
    const moved = redirects.length === 0 ? {} : { finalUrl, redirects };
    return { url, ok: status < 400, status, ...moved, elapsedMs: elapsed() };
  } catch (error) {
    signal.throwIfAborted();
    if (!isPagewardError(error)) throw error;
    return { url, ok: false, code: error.code, message: error.message, elapsedMs: elapsed() };
  }
}

function isUnasked({ code }: ExternalLink): boolean {
  return code === 'RATE_LIMITED';
}

function mayPass(link: ExternalLink | undefined): boolean {
  if (link === undefined || link.ok) return false;
  if (link.status !== undefined) return FAILS_FOR_A_WHILE.has(link.status);
  return !link.code?.startsWith('REFUSED_');
}
