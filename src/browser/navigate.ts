import type { CDPSession } from 'playwright';
import { LIMITS } from '../base/limits.js';
import { parseMediaType } from '../base/media-type.js';
import type { Redirect } from '../base/redirect.js';
import type { Refusal } from '../base/refusal.js';
import { redactUrl } from '../base/url.js';
import { refused } from '../guard/connection-judge.js';
import { refusalError } from '../guard/decision.js';
import { judgeParts } from '../guard/url-rules.js';
import { firstOf } from './first-of.js';
import { beginsLikeHtml, type DocumentResponse, foldHeaders, type RawDocument, treatmentOf } from './main-document.js';
import { navigationError, redirectLoop } from './net-errors.js';
import { takeResponseBody } from './response-body.js';
import type { Tab } from './tab.js';

export interface NavigationRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  /** Of a POST. */
  readonly form?: Readonly<Record<string, string>>;
  /** For the URL's own origin only: they may hold secrets. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface NavigationLimits {
  maxBytes(mediaType: string): number;
  /** Ends the taking of a body; what has arrived by then counts. */
  readonly signal: AbortSignal;
}

const DEATH_NOTICE_MS = 200;

interface PausedRequest {
  readonly requestId: string;
  readonly frameId: string;
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
  readonly responseStatusCode?: number;
  readonly responseHeaders?: { name: string; value: string }[];
  readonly responseErrorReason?: string;
  readonly redirectedRequestId?: string;
}

/**
 * The main frame's way from document to document. Every document answer stops here before the browser sees it: hops are
 * recorded, a refusal is told from a real answer by the guard's own log, and what is not HTML is taken as bytes.
 */
export class MainFrame {
  readonly redirects: Redirect[] = [];
  readonly warnings: string[] = [];
  /** How the document now shown was answered; absent before the first. */
  response: DocumentResponse | undefined;
  /** Resolves when the frame's document turns out to be bytes, rejects when the frame ends in an error. */
  readonly ended: Promise<RawDocument>;

  readonly #tab: Tab;
  readonly #request: NavigationRequest;
  readonly #limits: NavigationLimits;
  #end: (document: RawDocument) => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined;
  #refusal: Refusal | undefined;
  #taking = false;
  #committed = false;

  constructor(tab: Tab, request: NavigationRequest, limits: NavigationLimits) {
    this.#tab = tab;
    this.#request = request;
    this.#limits = limits;
    this.ended = new Promise((resolve, reject) => {
      this.#end = resolve;
      this.#fail = reject;
    });
    // Whoever waits for it hears of it; nobody has to.
    this.ended.catch(() => undefined);
  }

  /**
   * Goes to the URL; resolves when its document is on its way into the frame. With a document of bytes it resolves too,
   * and {@link ended} has it.
   *
   * @throws RefusedError, NetworkError, ResponseError `REDIRECT_LOOP`.
   */
  async navigate(): Promise<void> {
    const { cdp } = this.#tab;
    cdp.on('Fetch.requestPaused', (event) => {
      this.#onPaused(event).catch(this.#fail);
    });
    cdp.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id !== this.#tab.frameId || frame.url !== 'chrome-error://chromewebdata/' || !this.#committed) return;
      const url = frame.unreachableUrl ?? frame.url;
      this.#fail(this.#failure(url, 'net::ERR_FAILED'));
    });
    const shapesRequest = this.#request.method === 'POST' || Object.keys(this.#request.headers).length > 0;
    await cdp.send('Fetch.enable', {
      patterns: [
        { resourceType: 'Document', requestStage: 'Response' },
        ...(shapesRequest ? [{ resourceType: 'Document', requestStage: 'Request' } as const] : []),
      ],
    });
    const { errorText } = await cdp.send('Page.navigate', { url: this.#request.url });
    if (errorText === 'net::ERR_HTTP_RESPONSE_CODE_FAILURE' && this.response !== undefined) {
      // Full Chromium puts a page of its own in the place of an error without a body.
      this.#end({ ...this.response, body: new Uint8Array(), sizeCapped: false, incomplete: false });
      // An answer taken as bytes ends as an aborted navigation.
    } else if (errorText !== undefined && !this.#taking) {
      // So ends a navigation whose renderer died, before anyone hears of the death.
      if (errorText === 'net::ERR_ABORTED') await firstOf(this.#tab.died, DEATH_NOTICE_MS);
      throw this.#failure(this.redirects.at(-1)?.location ?? this.#request.url, errorText);
    }
    this.#committed = true;
  }

  /** Why `url` did not become a document: the guard's own record first, it knows better than the browser. */
  #failure(url: string, errorText: string): Error {
    const { refusals, failures } = this.#tab.listener;
    const refusal = this.#refusal ?? entryFor(refusals, url);
    if (refusal === undefined) return entryFor(failures, url)?.error ?? navigationError(url, errorText);
    const [requested] = this.#request.url.split('#', 1);
    return refusalError({ decision: 'refuse', ...refusal }, refusal.url === requested ? undefined : this.#request.url);
  }

  async #onPaused(event: PausedRequest): Promise<void> {
    const { cdp } = this.#tab;
    const { requestId } = event;
    if (event.frameId !== this.#tab.frameId || event.responseErrorReason !== undefined) {
      await proceed(cdp, requestId);
    } else if (event.responseStatusCode === undefined) {
      await cdp.send('Fetch.continueRequest', { requestId, ...this.#shaped(event) });
    } else {
      await this.#onAnswer(event, event.responseStatusCode);
    }
  }

  async #onAnswer(event: PausedRequest, statusCode: number): Promise<void> {
    const { cdp, listener } = this.#tab;
    const { requestId } = event;
    const { url } = event.request;
    const refusal = statusCode === 403 ? exactEntryFor(listener.refusals, url) : undefined;
    if (refusal !== undefined) return this.#onRefusal(requestId, refusal);
    const failure = statusCode === 502 ? exactEntryFor(listener.failures, url) : undefined;
    if (failure !== undefined) {
      this.#fail(failure.error);
      return abandon(cdp, requestId);
    }
    const headers = foldHeaders(event.responseHeaders ?? []);
    const response: DocumentResponse = { url, statusCode, headers, contentType: headers['content-type'] ?? '' };
    const location = headers['location'];
    if (location !== undefined && [301, 302, 303, 307, 308].includes(statusCode) && URL.canParse(location, url)) {
      return this.#onRedirect(requestId, response, location);
    }
    const treatment = treatmentOf(response);
    if (treatment === 'download' && this.#committed) return this.#stay(requestId);
    this.response = response;
    if (treatment === 'render') return proceed(cdp, requestId);
    await this.#takeBytes(requestId, response, treatment === 'sniff');
  }

  async #onRedirect(requestId: string, { url, statusCode }: DocumentResponse, location: string): Promise<void> {
    const { cdp } = this.#tab;
    // The browser keeps fragments to itself, and hands them on from hop to hop (RFC 9110 10.2.2).
    const expected = new URL(this.redirects.at(-1)?.location ?? this.#request.url).href;
    const from = expected.split('#', 1)[0] === url ? expected : url;
    const target = new URL(location, from);
    if (target.hash === '') target.hash = new URL(from).hash;
    // Credentials never reach the guard: the browser makes a header of them, if anything.
    const fault = judgeParts(target);
    if (fault !== undefined) {
      this.#fail(refusalError(refused(target, fault), this.#request.url));
      return abandon(cdp, requestId);
    }
    this.redirects.push({ url: from, statusCode, location: target.href });
    if (this.redirects.length <= LIMITS.redirects) return proceed(cdp, requestId);
    this.#fail(redirectLoop(this.#request.url));
    return abandon(cdp, requestId);
  }

  /** The guard's own words must never become the document. */
  async #onRefusal(requestId: string, refusal: Refusal): Promise<void> {
    if (!this.#committed) {
      this.#refusal = refusal;
      return abandon(this.#tab.cdp, requestId);
    }
    this.warnings.push(`The page tried to move to ${redactUrl(refusal.url)}, which is refused.`);
    await this.#stay(requestId);
  }

  /** No content: the page that asked stays, and goes on loading. */
  async #stay(requestId: string): Promise<void> {
    await this.#tab.cdp.send('Fetch.fulfillRequest', { requestId, responseCode: 204 }).catch(ignoreGone);
  }

  async #takeBytes(requestId: string, response: DocumentResponse, sniff: boolean): Promise<void> {
    const { cdp } = this.#tab;
    this.#taking = true;
    const maxBytes = this.#limits.maxBytes(parseMediaType(response.contentType).essence);
    const taken = await takeResponseBody(cdp, requestId, { maxBytes, signal: this.#limits.signal });
    if (sniff && beginsLikeHtml(taken.body)) {
      this.#taking = false;
      await cdp.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: response.statusCode,
        responseHeaders: [{ name: 'content-type', value: 'text/html' }],
        body: Buffer.from(taken.body).toString('base64'),
      });
      return;
    }
    this.#end({ ...response, ...taken });
    await abandon(cdp, requestId);
  }

  /** The first request becomes what was asked for; a hop keeps the headers only at home. */
  #shaped(event: PausedRequest): { method?: string; postData?: string; headers?: { name: string; value: string }[] } {
    const { url, method, form, headers } = this.#request;
    const isFirst = event.redirectedRequestId === undefined && !this.#committed;
    if (new URL(event.request.url).origin !== new URL(url).origin) return {};
    const posts = isFirst && method === 'POST';
    const merged = {
      ...event.request.headers,
      ...(posts ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...headers,
    };
    return {
      headers: Object.entries(merged).map(([name, value]) => ({ name, value })),
      ...(posts ? { method, postData: Buffer.from(new URLSearchParams(form).toString()).toString('base64') } : {}),
    };
  }
}

async function proceed(cdp: CDPSession, requestId: string): Promise<void> {
  await cdp.send('Fetch.continueRequest', { requestId }).catch(ignoreGone);
}

/** The frame stays where it is. */
async function abandon(cdp: CDPSession, requestId: string): Promise<void> {
  await cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }).catch(ignoreGone);
}

/** A request that ended meanwhile needs no answer. */
function ignoreGone(): void {}

/** What the guard has on record about a URL. Of a tunnel it knows only the origin. */
function entryFor<Entry extends { readonly url: string }>(entries: readonly Entry[], url: string): Entry | undefined {
  const { origin } = new URL(url);
  return (
    exactEntryFor(entries, url) ?? entries.findLast((entry) => isHttps(url) && new URL(entry.url).origin === origin)
  );
}

/** An answer in the guard's own words is on record by its full URL; another's 403 must not pass for one. */
function exactEntryFor<Entry extends { readonly url: string }>(entries: readonly Entry[], url: string) {
  const [wanted] = url.split('#', 1);
  return entries.findLast((entry) => entry.url === wanted);
}

function isHttps(url: string): boolean {
  return url.startsWith('https:');
}
