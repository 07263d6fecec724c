import { LONGEST_TIMER_MS, withDeadline } from '../base/deadline.js';
import { TimeoutError } from '../base/errors.js';
import { LIMITS } from '../base/limits.js';
import { parseMediaType } from '../base/media-type.js';
import { parseUrl, redactUrl } from '../base/url.js';
import type { Page, PageMetadata, PageRefresh, Revisit } from '../page/page.js';
import { parseRefresh } from '../page/refresh.js';
import { renditionsOf } from '../page/renditions.js';
import { withRoutes } from '../page/route-tables.js';
import { auditOf } from './audit.js';
import { type BodyContent, readBody } from './body.js';
import { browserNeedOf, browserTasksOf } from './browser-tasks.js';
import { createPageCache, type PageCache } from './cache.js';
import { challengeWarning } from './challenge.js';
import { contentOf, isSelective } from './content.js';
import { prepareDomJobs } from './dom.js';
import type { DomKind } from './dom-kind.js';
import { EarlyReading } from './early-reading.js';
import type { ReaderOptions } from './options.js';
import { checkReadOptions } from './read-options.js';
import type { DocumentLoader, LoadedDocument, ReadableDocument, ReadOptions } from './reader.js';

/** What turns a loader into a page reader. */
export interface PageReading {
  readonly load: DocumentLoader['load'];
  readonly cache: PageCache;
  /** Tells the pages of one reader kind and session from those of another in a shared cache. */
  readonly cacheKind: string;
  readonly timeoutMs: number;
  readonly dom?: DomKind | undefined;
}

/** How a reader of ours reads by its options, with a cache of its own. */
export function pageReading(loader: DocumentLoader, cacheKind: string, options: ReaderOptions): PageReading {
  return {
    load: (request, loadOptions) => loader.load(request, loadOptions),
    cache: createPageCache({
      ttlMs: options.cacheTtlMs ?? LIMITS.cacheTtlMs,
      entries: options.cacheSize ?? LIMITS.cacheEntries,
    }),
    cacheKind,
    timeoutMs: options.timeoutMs ?? LIMITS.readTimeoutMs,
    dom: options.dom,
  };
}

/**
 * One read: cache, load, extraction, within one deadline. The same for every reader of ours, so that they differ only
 * in how a document is loaded.
 *
 * @throws UsageError `INVALID_URL`, `INVALID_OPTION`; whatever the loader throws; `signal.reason`; TimeoutError when the
 * deadline passed before there was a document.
 */
export async function readPage(reading: PageReading, url: string, options: ReadOptions = {}): Promise<Page> {
  checkReadOptions(options);
  const content = contentOf(options, 'read');
  const { maxBytes, onStep, audit = false } = options;
  parseUrl(url);
  // As it was written: another spelling may be one that the guard refuses.
  const key = `${reading.cacheKind} ${JSON.stringify({ ...content, maxBytes, audit })} ${url}`;
  options.signal?.throwIfAborted();
  const tasks = browserTasksOf(options);
  // Renditions are too large to keep, and what actions lead to is another page than the URL's.
  const isCacheable = browserNeedOf(tasks) === undefined;
  const cached = options.bypassCache || !isCacheable ? undefined : reading.cache.get(key);
  if (cached) return present(detached(cached), options);

  prepareDomJobs();
  const started = performance.now();
  const timeoutMs = options.timeoutMs ?? reading.timeoutMs;
  const what = `reading ${redactUrl(url)}`;
  const endMs = timeoutMs > 0 ? timeoutMs + GRACE_MS : timeoutMs;
  const page = await withDeadline({ signal: options.signal, timeoutMs: endMs, what }, async (signal) => {
    const reader = new EarlyReading((document) =>
      readBody(document, { content, dom: reading.dom, signal, timeoutMs: extractTimeMs(timeoutMs, started) }),
    );
    const onDraft = (draft: ReadableDocument): void => reader.begin(draft);
    const limits = {
      timeoutMs: loadTimeMs(timeoutMs),
      ...(maxBytes === undefined ? {} : { maxBytes }),
      ...(audit && { audit }),
    };
    const told = onStep && { onStep };
    const document = await reading.load({ url }, { signal, ...limits, onDraft, ...told, ...tasks });
    onStep?.('extracting');
    const extractStarted = performance.now();
    const body = await reader.finish(document);
    // Of a part of the page only its own links are wanted.
    const routes = isSelective(content) ? [] : (document.routes ?? []);
    const links = body.links === undefined ? {} : { links: withRoutes(body.links, routes) };
    const job = { dom: reading.dom, signal, timeoutMs: extractTimeMs(timeoutMs, started) };
    const noted = audit ? await auditOf(document, job) : undefined;
    const page = assemble(document, { ...body, ...links }, { started, extractStarted });
    return noted === undefined ? page : { ...page, audit: noted };
  }).catch((error: unknown) => {
    // The parts of a read have shares of its time; what the caller knows is the whole.
    if (!(error instanceof TimeoutError) || timeoutMs === 0) throw error;
    throw new TimeoutError(`${what} took longer than ${timeoutMs} ms`, { details: error.details, cause: error });
  });
  // A page that was cut short would be cut short for whoever has more time, too.
  if (isCacheable && page.readiness?.reason !== 'deadline') reading.cache.set(key, detached(page));
  return present(page, options);
}

/**
 * Loading and extraction end by themselves, each in its share of the time. On a busy machine they end late, and what they
 * have by then is worth more than the moment: this is how late they may be.
 */
const GRACE_MS = 500;

/** Loading ends early enough to leave extraction its share: a document that nobody has time to read is no page. */
function loadTimeMs(timeoutMs: number): number {
  return timeoutMs - Math.min(LIMITS.extractReserveMs, timeoutMs / 5);
}

/** A tenth of the reserve stays free, so that the read ends in time when extraction takes all that it has. */
function extractTimeMs(timeoutMs: number, started: number): number {
  if (timeoutMs === 0) return LONGEST_TIMER_MS;
  const left = timeoutMs - (performance.now() - started);
  return Math.max(1, left - Math.min(LIMITS.extractReserveMs, timeoutMs / 5) / 10);
}

function assemble(
  document: LoadedDocument,
  body: BodyContent,
  times: { readonly started: number; readonly extractStarted: number },
): Page {
  const now = performance.now();
  const { title, images, links, metadata, extraction, data, html } = body;
  const cut = document.sizeCapped ? ['The download was cut at its size limit; the rest was never fetched.'] : [];
  const challenge = challengeWarning(document, body.text);
  const refresh = metadata?.refresh ?? parseRefresh(document.headers['refresh'] ?? '', document.url);
  // A browser has been there, if it was to be soon.
  const sentOn = refresh === undefined || document.rendered ? [] : [sentOnWarning(refresh)];
  return {
    url: document.url,
    requestedUrl: document.requestedUrl,
    redirects: document.redirects,
    statusCode: document.statusCode,
    mediaType: body.mediaType || parseMediaType(document.contentType).essence,
    ...(title === undefined ? {} : { title }),
    text: body.text,
    ...(images === undefined ? {} : { images }),
    ...(links === undefined ? {} : { links }),
    ...ownWords(metadata, refresh, document.headers['x-robots-tag']),
    sizeCapped: document.sizeCapped,
    rendered: document.rendered,
    ...(document.readiness === undefined ? {} : { readiness: document.readiness }),
    ...(extraction === undefined ? {} : { extraction }),
    ...(data === undefined ? {} : { data }),
    ...(html === undefined ? {} : { html }),
    ...renditionsOf(document),
    ...revisitOf(document),
    refusals: document.refusals,
    warnings: [
      ...document.warnings,
      ...cut,
      ...body.warnings,
      ...sentOn,
      ...(challenge === undefined ? [] : [challenge]),
    ],
    timing: {
      totalMs: Math.round(now - times.started),
      loadMs: Math.round(document.loadMs),
      extractMs: Math.round(now - times.extractStarted),
    },
  };
}

/** What the page says of itself, the headers of its answer included. */
function ownWords(
  metadata: PageMetadata | undefined,
  refresh: PageRefresh | undefined,
  robotsTag: string | undefined,
): { metadata?: PageMetadata } {
  const words = {
    ...metadata,
    ...(refresh === undefined ? {} : { refresh }),
    ...(robotsTag === undefined ? {} : { robots: [...(metadata?.robots ?? []), robotsTag] }),
  };
  return metadata === undefined && Object.keys(words).length === 0 ? {} : { metadata: words };
}

function revisitOf({ headers }: LoadedDocument): { revisit?: Revisit } {
  const { etag, 'last-modified': lastModified, 'retry-after': retryAfter } = headers;
  const revisit = {
    ...(etag === undefined ? {} : { etag }),
    ...(lastModified === undefined ? {} : { lastModified }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
  return Object.keys(revisit).length === 0 ? {} : { revisit };
}

/** Not followed over plain HTTP: it is no redirect, and what stands here was meant to be read, if only for a moment. */
function sentOnWarning({ url, delaySeconds }: PageRefresh): string {
  const when = delaySeconds === 0 ? 'at once' : `after ${delaySeconds} s`;
  return `The page sends its visitor on to ${redactUrl(url)} ${when}; over plain HTTP that is not followed.`;
}

/**
 * A copy that shares nothing that can be changed: whatever a program does to its page, the next one to read that URL gets
 * it as it was read. The lists may be long, and structuredClone takes ten times as long for them.
 */
function detached(page: Page): Page {
  const { text: _, html: __, images, links, ...facts } = page;
  return {
    ...page,
    ...structuredClone(facts),
    ...(images && { images: images.map((image) => ({ ...image })) }),
    ...(links && { links: links.map((link) => ({ ...link })) }),
  };
}

/** The cache keeps everything; a caller gets a copy with what was asked for. */
function present(page: Page, options: ReadOptions): Page {
  const { images, html, ...rest } = page;
  return {
    ...rest,
    ...(options.images && images !== undefined ? { images } : {}),
    ...(options.html && html !== undefined ? { html } : {}),
  };
}
