/** What a read with `audit` notes of a page for whoever looks after the site. Absent what was not found. Plain JSON. */
export interface PageAudit {
  /** Words that a visitor sees. */
  readonly words: number;
  /** Words visible in the HTML as the server sent it; of a rendered page, `words` less these is what its program added. */
  readonly serverWords?: number;
  /** What its `title` element and its `meta` description say, whatever else `title` of the page was taken from. */
  readonly documentTitle?: string;
  readonly metaDescription?: string;
  /** Images that have no `alt` at all; one that is empty on purpose has it. */
  readonly imagesWithoutAlt?: NotedUrls;
  /** What a page of `https` includes by `http`. */
  readonly mixedContent?: NotedUrls;
  /** What the page's program wrote to the console as an error, and what it threw and did not catch. Of a rendered page. */
  readonly consoleErrors?: NotedMessages;
}

export interface NotedUrls {
  readonly count: number;
  /** The first of them, each once, at most `LIMITS.auditExamples`. */
  readonly urls: readonly string[];
}

export interface NotedMessages {
  readonly count: number;
  /** The first of them, each once, at most `LIMITS.auditExamples` of `LIMITS.auditMessageChars` characters. */
  readonly messages: readonly string[];
}

/** What only a browser sees of a page, for its audit. */
export interface PageObservations {
  /** The HTML before the page's scripts ran. */
  readonly serverHtml?: string;
  readonly consoleErrors?: NotedMessages;
}
