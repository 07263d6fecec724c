import type { Redirect } from '../base/redirect.js';
import type { Refusal } from '../base/refusal.js';
import type { PageAction } from '../browser/page-action.js';
import type { PdfSettings, ScreenshotSettings } from '../browser/rendition-settings.js';
import type { ScrollOption } from '../browser/scroll-option.js';
import type { ContentOptions } from '../page/content-options.js';
import type { Page, Readiness } from '../page/page.js';
import type { PageObservations } from '../page/page-audit.js';
import type { Renditions } from '../page/renditions.js';

/**
 * What only a browser can do for one read. The operator's to set; no tool argument reaches any of it. Such a read
 * neither takes its page from the cache nor leaves it there. A rendition that cannot be had is a warning.
 */
export interface BrowserTasks {
  /** Add a picture of the page: what the window shows, all of it, or one element. */
  screenshot?: boolean | ScreenshotSettings;
  /** Add the page as it would be printed. */
  pdf?: boolean | PdfSettings;
  /** Add the page with all that it shows, as one MHTML file. */
  mhtml?: boolean;
  /**
   * Scroll through the page before it is read, for what comes only then: as many screens as given, or with `auto` until
   * nothing more comes (at most 100). Lists that keep only the rows in sight are read whole. Default `false`.
   */
  scroll?: ScrollOption | false;
  /** Done in order once the page has settled; it settles again after each. One that cannot be done fails the read. */
  actions?: readonly PageAction[];
  /**
   * Add the JSON answers that the page's scripts got from URLs that match: `*` stands for any characters, and the rest of
   * a pattern for itself. Not of workers, nor of frames that run in a process of their own.
   */
  capture?: { readonly json: string | readonly string[] };
}

/**
 * What a read is at: it waits for a tab of the browser, asks for the document, has that and waits until it is done, makes
 * text of it. A read may come by a step again, and an answer from the cache comes by none.
 */
export type ReadStep = 'waiting' | 'loading' | 'settling' | 'extracting';

/** What one read may ask for. Nothing in here widens what the reader may reach. */
export interface ReadOptions extends ContentOptions, BrowserTasks {
  /** Collect the page's images (default false; they stay inline in the text either way). */
  images?: boolean;
  /** Aborting rejects with `signal.reason` and leaves no tab, socket or timer behind. */
  signal?: AbortSignal;
  /** Hard end of this read in milliseconds; default is the reader's. */
  timeoutMs?: number;
  /** Limit of this body in bytes, whatever its kind; default is the reader's. */
  maxBytes?: number;
  /**
   * Note what whoever looks after the site would want to know: images without alternative text, mixed content, errors of the page's
   * program, what that program adds. Takes as long again as the extraction.
   */
  audit?: boolean;
  /** Fetch anew, and keep the new answer in the cache. */
  bypassCache?: boolean;
  /** Add the document's HTML to the page: of a browser as rendered, otherwise as the server sent it. */
  html?: boolean;
  /** Hears of each step as it begins, to tell somebody who waits. */
  onStep?: (step: ReadStep) => void;
}

/** Turns a URL into a {@link Page}. Implement it to plug in a reader of your own: an object with `read` is enough. */
export interface PageReader {
  /** Returns the whole text: cutting it into windows is the tool's job. Must be safe to call concurrently. */
  read(url: string, options?: ReadOptions): Promise<Page>;
  /** Whether this reader runs a page's scripts; tells a model what to expect. */
  readonly rendersJavaScript?: boolean;
  /** True when every request of this reader goes through the guard; a tool judges the URLs of any other reader itself. */
  readonly guarded?: boolean;
  /** The operator's limit of a body in bytes, where one is set. */
  readonly maxBytes?: number | undefined;
  close?(): Promise<void>;
}

export interface LoadRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  /** Sent as `application/x-www-form-urlencoded`; only with POST. */
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** As in {@link ReadOptions}. */
export interface LoadOptions extends BrowserTasks {
  signal?: AbortSignal;
  timeoutMs?: number;
  maxBytes?: number;
  /** As of a read. */
  audit?: boolean;
  /** Hears of what the document may turn out to be while the loader makes sure that it is done. Only browsers need to. */
  onDraft?: (draft: ReadableDocument) => void;
  onStep?: (step: ReadStep) => void;
}

/** A document as it arrived, before anything is extracted from it. */
export interface LoadedDocument extends Renditions {
  /** After redirects. */
  readonly url: string;
  readonly requestedUrl: string;
  readonly redirects: readonly Redirect[];
  readonly statusCode: number;
  /** Lower-case names; several values of one name joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The Content-Type header as sent; empty when there was none. */
  readonly contentType: string;
  /** From a browser the rendered document's HTML; otherwise the bytes, decompressed but with their charset not decoded. */
  readonly body: string | Uint8Array;
  readonly sizeCapped: boolean;
  readonly rendered: boolean;
  /** The HTML before its scripts ran, of a rendered page whose program failed (see {@link Readiness.failure}). */
  readonly sent?: string;
  /** Addresses that the router of a rendered page knows, none with a part to be filled in; at most 500. */
  readonly routes?: readonly string[];
  readonly readiness?: Readiness;
  /** Of a rendered page that was loaded with `audit`. */
  readonly observed?: PageObservations;
  readonly refusals: readonly Refusal[];
  readonly warnings: readonly string[];
  readonly loadMs: number;
}

/** What the reading of a document depends on. */
export type ReadableDocument = Pick<
  LoadedDocument,
  'url' | 'contentType' | 'body' | 'sizeCapped' | 'rendered' | 'sent' | 'readiness'
>;

/** Loads a document without reading it; what search backends need of a reader. */
export interface DocumentLoader {
  load(request: LoadRequest, options?: LoadOptions): Promise<LoadedDocument>;
}
