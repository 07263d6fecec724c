import { isHtmlType, isMarkdownType, isPdfType } from './media-type.js';

/**
 * Every default limit of Pageward, in one table. Units are in the names. An option of the same name overrides a row;
 * nothing a model can say does.
 */
export const LIMITS = {
  /** Characters of page text in one `web_fetch` answer; `offset` continues. */
  maxChars: 20_000,
  /** Characters shown of the body of an answer that is not 2xx: enough to tell what went wrong. */
  errorBodyChars: 500,
  /** A window's cut moves back to a line break found within this many characters. */
  windowBacktrackChars: 200,

  /** Body bytes, on the wire and again decoded, by kind of content. A `maxBytes` given by the operator applies to all. */
  textBytes: 1_000_000,
  htmlBytes: 10_000_000,
  /** Body bytes where only a text that was had whole counts as read, whatever its kind (`onlySuccess`). */
  onlySuccessBytes: 1_048_576,
  /** A PDF's index is at its end, so a capped PDF cannot be read at all. */
  pdfBytes: 25_000_000,

  /** Characters of a page in an answer of `crawl_url`, which has no `offset`, and how long a call takes at most. */
  crawlChars: 100_000,
  crawlTimeoutMs: 60_000,

  /** Pages that one crawl records, and reads under way in it at once at most. */
  crawlPages: 10_000,
  crawlConcurrency: 32,
  /** Between two looks at how busy the machine is, and two events that say where a crawl stands. */
  crawlLookMs: 1_000,
  /** Further tries of a page that a server puts off, or whose connection or browser broke. */
  crawlRetries: 2,
  /** Of a crawl in Redis: how long it may be away, how long a silent process is believed in, and results that wait there. */
  queueLostMs: 300_000,
  queueLockMs: 15_000,
  queueResultBytes: 64_000_000,
  /** Links told to Redis in one step. */
  queueLinks: 1_000,
  /** Images that a crawl fetches, and the bytes of one. */
  crawlAssets: 10_000,
  crawlAssetBytes: 10_000_000,

  /** Hard end of a read, browser included. A partial page beats an error. */
  readTimeoutMs: 30_000,
  /** Kept back from a read's time for extraction, at most a fifth of it. */
  extractReserveMs: 2_000,
  connectTimeoutMs: 10_000,
  /** For an upstream proxy to open a tunnel; less than {@link connectTimeoutMs}, so that its failure is told as its own. */
  proxyTimeoutMs: 9_000,
  headersTimeoutMs: 10_000,
  bodyIdleTimeoutMs: 30_000,
  dnsTimeoutMs: 5_000,
  /** More addresses of one name than this are judged, but not dialled: no honest name needs them. */
  dnsAnswers: 32,
  redirects: 10,
  urlBytes: 8_192,
  /** Of a URL in `page.refusals`, which may list a thousand. */
  refusalUrlChars: 2_000,
  /** Retries of an idempotent read, on network faults and 429/502/503/504 only. */
  retries: 2,
  /** Longest pause taken from a Retry-After header before the answer is returned as it is. */
  retryAfterMs: 5_000,

  /** Of a robots.txt, which RFC 9309 has crawlers read 500 KiB of. */
  robotsBytes: 512_000,
  robotsTimeoutMs: 15_000,
  /** How long a robots.txt counts, how long when it cannot be had anew, and when that is tried again. */
  robotsFreshMs: 86_400_000,
  robotsKeptMs: 30 * 86_400_000,
  robotsRetryMs: 60_000,

  /** Requests of a crawl to one host at a time. */
  hostRequests: 8,
  /** Longest pause between two requests that a robots.txt is given. */
  crawlDelayMs: 60_000,
  /** Longest that a host is waited for that asks to be left alone; longer, and its pages fail. */
  hostQuietMs: 600_000,

  /** Of one sitemap, packed and unpacked, and how many pages it may name (sitemaps.org). */
  sitemapBytes: 52_428_800,
  sitemapUrls: 50_000,
  sitemapAlternates: 100,
  /** Of one sitemap, and of all sitemaps of a site. */
  sitemapTimeoutMs: 30_000,
  sitemapsTotalMs: 600_000,
  sitemaps: 1_000,
  /** Indexes within indexes. One level is what sitemaps.org allows; sites nest them deeper. */
  sitemapDepth: 5,

  /** URLs told by a map of a site, and pages looked through for them; of one request. */
  mapUrls: 50_000,
  mapPages: 1_000,
  mapTimeoutMs: 10_000,

  cacheTtlMs: 300_000,
  cacheEntries: 32,
  /** All cached pages together. */
  cacheBytes: 64_000_000,

  images: 1_000,
  imagesShown: 50,
  imageAltChars: 200,
  links: 200_000,
  /** Images that a framework's model is shown of a page, by default and at most, and how long all may take to load. */
  modelImages: 4,
  modelImagesMax: 20,
  modelImagesMs: 10_000,
  /** Anthropic takes 5 MB of an image as base64, and no side longer than this; on a smaller one nothing is seen. */
  modelImageBytes: 3_750_000,
  modelImageMaxPx: 8_000,
  modelImageMinPx: 32,
  /** Taken from the tables of a page's router. */
  routes: 500,
  alternates: 100,
  /** Rows that `extract` takes from one page, nested ones included, and the characters of their values. */
  extractedRows: 10_000,
  extractedChars: 5_000_000,

  /** Words by which the wording of a text is compared with that of others. */
  fingerprintWords: 10_000,

  /** A crawl reads no longer URLs, and none with more segments in its path: nobody makes them by hand. */
  crawlUrlChars: 2_000,
  crawlPathSegments: 24,

  /** Pixels of a screenshot; a longer page is cut. */
  screenshotWidthPx: 2_560,
  screenshotHeightPx: 8_000,
  /** A part of a PDF or of an MHTML file is of no use: a larger one is left out. */
  pdfOutputBytes: 50_000_000,
  mhtmlBytes: 50_000_000,

  /** Actions before one read, and how long one of them waits for its target. */
  actions: 50,
  actionTimeoutMs: 5_000,

  /** JSON answers kept of one read: how many, the bytes of one, the bytes of all. */
  capturedAnswers: 100,
  capturedAnswerBytes: 2_000_000,
  capturedBytes: 10_000_000,
  /** Deeper than this, and whoever prints or copies the answer runs out of stack. */
  capturedDepth: 500,

  /** Screens that `scroll: 'auto'` goes through at most. */
  scrollScreens: 100,

  searchResults: 5,
  searchResultsMax: 20,
  /** Hard end of one call of `web_search`, its wait for its turn included. */
  searchTimeoutMs: 60_000,
  /** DuckDuckGo takes no more characters than this. */
  searchQueryChars: 499,
  /** Pages of results asked for by one search at most. */
  searchPages: 3,
  /** Between the starts of two requests to DuckDuckGo, which takes 1.4 s for a robot's pace and 2.3 s for a person's. */
  searchSpacingMs: 2_000,
  /** Silence after DuckDuckGo has shown its challenge, and the longest that a Retry-After of it is believed. */
  searchQuietMs: 60_000,
  searchQuietMaxMs: 3_600_000,
  /** After the silence the spacing is doubled for so long. */
  searchCareMs: 600_000,

  /** `pageward mcp --http`: where it listens. */
  mcpPort: 8_931,
  /** Of an MCP server: calls of tools at work at once, requests over HTTP under way at once, and bytes of one message. */
  mcpConcurrency: 16,
  mcpRequests: 64,
  mcpConnections: 512,
  mcpMessageBytes: 4_000_000,
  /** Arrays and objects one within the other, in a message over HTTP. */
  mcpMessageDepth: 200,
  /** Clients with a session over HTTP, and how long one may be silent. */
  mcpSessions: 100,
  mcpSessionIdleMs: 1_800_000,
  /** Images that are shown with one answer, and bytes of one. */
  mcpImages: 5,
  mcpImageBytes: 1_000_000,

  /** Links out of a crawl's scope that are asked for, and how long one may take. */
  crawlExternalLinks: 10_000,
  crawlExternalMs: 15_000,
  /** Of each kind of thing that the audit of a page notes, and characters of one. */
  auditExamples: 10,
  auditMessageChars: 500,
  /** Of a crawl's report: pages named that link to one place, characters and images of a page shown, links in its graph. */
  reportReferrers: 20,
  reportPreviewChars: 600,
  reportImages: 50,
  reportEdges: 20_000,
  /** Bytes of a report as HTML, about: what goes beyond is in `report.json` alone. */
  reportHtmlBytes: 16_000_000,
  /** Lines of what a finding tells beside its message. */
  reportDetails: 20,
  /** How long a page may take before a report calls it slow. */
  reportSlowMs: 3_000,
  /** What GitHub shows of one kind of message a step, and takes of a summary in bytes. */
  githubAnnotations: 10,
  githubSummaryBytes: 1_000_000,

  /** Budgets of one browser context at the egress proxy. */
  subresourceBytes: 25_000_000,
  subresourceRequests: 500,
  subresourceHosts: 60,
  /** Memory of one page's process. What is small on the wire may unpack to anything. */
  rendererBytes: 1_000_000_000,
  /** Of one DevTools message: an answer, anything that the browser tells by itself, what a page writes on its console. */
  devtoolsAnswerBytes: 250_000_000,
  devtoolsEventBytes: 5_000_000,
  consoleBytes: 250_000,
  tunnelsPerContext: 64,
  tunnelsInAll: 256,
  /** Bytes of a tunnel looked at for its TLS ClientHello, and how long they may take. */
  tunnelPeekBytes: 16_384,
  tunnelPeekMs: 5_000,

  /** `pageward serve`: where it listens; the keys of a telephone that spell READ. */
  servePort: 7_323,
  /** Reads under way at once, and requests that wait for their turn; more are sent away. */
  serveConcurrency: 4,
  serveQueue: 32,
  /** A request's line and headers, and how long they may take to arrive. */
  serveHeaderBytes: 16_384,
  serveArrivalMs: 10_000,
  serveConnections: 512,
  /** A client that takes nothing of its answer for so long is cut off. */
  serveStalledMs: 30_000,
  /** When to come back, for whoever is sent away. */
  serveRetryAfterSeconds: 2,
  /** For reads under way to end when the server is stopped; the process leaves a second later at the latest. */
  serveGraceMs: 4_000,
  /** Of one page shown on the try page, and how long the making of its tree may take. */
  tryPageChars: 60_000,
  tryPageTreeMs: 2_000,
  /** Nodes of that tree, and how deep they may stand in one another. */
  tryPageNodes: 20_000,
  tryPageDepth: 40,
} as const;

/** Ports that may be dialled unless the operator widens them: the web's own and their usual alternatives. */
export const DEFAULT_PORTS: readonly number[] = [80, 443, 8080, 8443];

/** Where a body of this media type (lower case, empty when unknown) is cut when the operator sets no limit of their own. */
export function defaultMaxBytes(mediaType: string): number {
  if (isPdfType(mediaType)) return LIMITS.pdfBytes;
  // A missing type may be HTML: it is sniffed once the body is there.
  return isHtmlType(mediaType) || isMarkdownType(mediaType) || mediaType === '' ? LIMITS.htmlBytes : LIMITS.textBytes;
}
