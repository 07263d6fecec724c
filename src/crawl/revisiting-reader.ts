import type { Page } from '../page/page.js';
import type { DocumentLoader, PageReader, ReadOptions } from '../reader/reader.js';
import type { EarlierCrawl, EarlierPage } from './earlier-crawl.js';

const NOT_MODIFIED = 304;

/**
 * Asks for a page that an earlier crawl has kept only whether it has changed, and gives that one where it has not. Not of a
 * page that scripts have made: of what they fetch, the document says nothing.
 */
export class RevisitingReader implements PageReader {
  readonly #reader: PageReader;
  readonly #loader: DocumentLoader;
  readonly #earlier: EarlierCrawl;

  constructor(reader: PageReader, loader: DocumentLoader, earlier: EarlierCrawl) {
    this.#reader = reader;
    this.#loader = loader;
    this.#earlier = earlier;
  }

  async read(url: string, options: ReadOptions = {}): Promise<Page> {
    const known = this.#earlier.at(url);
    const headers = known === undefined || known.rendered ? undefined : conditionsOf(known);
    // Rows of a page are taken from its document, and an earlier crawl has kept its text.
    const isKnown = headers !== undefined && options.extract === undefined;
    if (known === undefined || !isKnown) return this.#reader.read(url, options);
    const { signal, timeoutMs } = options;
    const limits = { ...(signal && { signal }), ...(timeoutMs !== undefined && { timeoutMs }) };
    const { statusCode } = await this.#loader.load({ url, headers }, limits);
    return statusCode === NOT_MODIFIED ? this.#earlier.read(known) : this.#reader.read(url, options);
  }
}

/** RFC 9110 13.1: a server goes by the tag where it has both. */
function conditionsOf({ etag, lastModified }: EarlierPage): Record<string, string> | undefined {
  if (etag === undefined && lastModified === undefined) return undefined;
  return {
    ...(etag === undefined ? {} : { 'if-none-match': etag }),
    ...(lastModified === undefined ? {} : { 'if-modified-since': lastModified }),
  };
}
