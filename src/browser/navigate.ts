import { parseMediaType } from '../base/media-type.js';
import type { Redirect } from '../base/redirect.js';
import { recordedUrl } from '../base/refusal.js';
import { asUrl } from '../base/url.js';
import { refused } from '../guard/connection-judge.js';
import { refusalError } from '../guard/decision.js';
import { judgeParts } from '../guard/url-rules.js';
import { listen } from './cdp-events.js';
import { firstOf } from './first-of.js';
import { entryFor, exactEntryFor } from './guard-record.js';
import { beginsLikeHtml, type DocumentResponse, foldHeaders, type RawDocument, treatmentOf } from './main-document.js';
import { lateMove, MoveWarnings, refusedMove, WORN_MOVE } from './move-warnings.js';
import { type NavigationRequest, shapeRequest, shapesRequests } from './navigation-request.js';
import { NavigationTrail } from './navigation-trail.js';
import { navigationError, redirectLoop } from './net-errors.js';
import { abandon, type PausedRequest, proceed } from './paused-request.js';
import { takeResponseBody } from './response-body.js';
import type { Tab } from './tab.js';

export interface NavigationLimits {
  maxBytes(mediaType: string): number;
  /** Ends the taking of a body; what has arrived by then counts. */
  readonly signal: AbortSignal;
}

const DEATH_NOTICE_MS = 200;

const ERROR_PAGE = 'chrome-error://chromewebdata/';

interface Shown {
  readonly id: string;
  readonly loaderId: string;
  readonly url: string;
  readonly unreachableUrl?: string;
}

/**
 * The main frame's way from document to document. Every document answer stops here before the browser sees it: hops are
 * recorded, a refusal is told from a real answer by the guard's own log, and what is not HTML is taken as bytes. Where the
 * first document cannot be had the navigation fails; a later move that is refused, or leads to no document, leaves the
 * page as it was.
 */
export class MainFrame {
  /** Resolves when the frame's document turns out to be bytes, rejects when the frame ends in an error. */
  readonly ended: Promise<RawDocument>;

  readonly #tab: Tab;
  readonly #request: NavigationRequest;
  readonly #limits: NavigationLimits;
  readonly #trail: NavigationTrail;
  readonly #warnings = new MoveWarnings();
  #end: (document: RawDocument) => void = () => undefined;
  #fail: (error: unknown) => void = () => undefined;
  #taking = false;
  #held = false;
  #stopListening: () => void = () => undefined;

  constructor(tab: Tab, request: NavigationRequest, limits: NavigationLimits) {
    this.#tab = tab;
    this.#request = request;
    this.#limits = limits;
    this.#trail = new NavigationTrail(request.url);
    this.ended = new Promise((resolve, reject) => {
      this.#end = resolve;
      this.#fail = reject;
    });
    // Whoever waits for it hears of it; nobody has to.
    this.ended.catch(() => undefined);
  }

  /** Of moves that came to nothing. */
  get warnings(): readonly string[] {
    return this.#warnings.said;
  }

  /** How the document now shown was answered; absent before the first. */
  get response(): DocumentResponse | undefined {
    return this.#trail.response;
  }

  /** The address of the document now shown: the last one on the web, where a page replaced itself with one of its own making. */
  get url(): string {
    return this.#trail.url ?? this.#request.url;
  }

  /** What the browser calls the loading of the document now shown; empty before the first. */
  get loader(): string {
    return this.#trail.loader ?? '';
  }

  /** How the frame came to the document now shown. */
  get redirects(): readonly Redirect[] {
    return this.#trail.redirects;
  }

  /**
   * Goes to the URL; resolves when its document is on its way into the frame. With a document of bytes it resolves too,
   * and {@link ended} has it.
   *
   * @throws RefusedError, NetworkError, ResponseError `REDIRECT_LOOP`.
   */
  async navigate(): Promise<void> {
    const { cdp, requests } = this.#tab;
    this.#listen();
    if (shapesRequests(this.#request)) await requests.change({ requestsToo: true });
    const { errorText, loaderId } = await cdp.send('Page.navigate', { url: this.#request.url });
    const { heading } = this.#trail;
    if (loaderId !== undefined) this.#trail.shows(loaderId);
    if (errorText === 'net::ERR_HTTP_RESPONSE_CODE_FAILURE' && this.response !== undefined) {
      // Full Chromium puts a page of its own in the place of an error without a body.
      this.#end({ ...this.response, body: new Uint8Array(), sizeCapped: false, incomplete: false });
      // An answer taken as bytes ends as an aborted navigation.
    } else if (errorText !== undefined && !this.#taking) {
      // So ends a navigation whose renderer died, before anyone hears of the death.
      if (errorText === 'net::ERR_ABORTED') await firstOf(this.#tab.died, DEATH_NOTICE_MS);
      throw this.#failure(heading, errorText);
    }
  }

  /** From now on the document stays: it is about to be written down, and must be the one that was waited for. */
  hold(): void {
    this.#held = true;
  }

  /** Whether an action of ours is under way, which may lead to another document. */
  steer(isSteered: boolean): void {
    this.#trail.steer(isSteered);
  }

  /** Hears no more of the tab. */
  close(): void {
    this.#stopListening();
  }

  #listen(): void {
    const { cdp, requests, frameId } = this.#tab;
    const stopDeciding = requests.listen((event) => void this.#onPaused(event).catch(this.#fail));
    const stopFollowing = listen(cdp, {
      'Page.frameRequestedNavigation': (event: { frameId: string; url: string; reason: string }) => {
        if (event.frameId === frameId) this.#trail.asks(event.url, event.reason);
      },
      'Page.frameNavigated': ({ frame }: { frame: Shown }) => {
        if (frame.id === frameId) this.#onShown(frame);
      },
      'Page.navigatedWithinDocument': (event: { frameId: string; url: string }) => {
        if (event.frameId === frameId) this.#trail.routesTo(event.url);
      },
    });
    this.#stopListening = () => {
      stopDeciding();
      stopFollowing();
    };
  }

  #onShown(frame: Shown): void {
    if (frame.url !== ERROR_PAGE) this.#trail.shows(frame.loaderId);
    // The first navigation says by itself how it ended.
    else if (this.response !== undefined)
      this.#fail(this.#failure(frame.unreachableUrl ?? frame.url, 'net::ERR_FAILED'));
  }

  /** Why `url` did not become a document: the guard's own record first, it knows better than the browser. */
  #failure(url: string, errorText: string): Error {
    const { refusals, failures } = this.#tab.listener;
    const refusal = entryFor(refusals, url);
    if (refusal === undefined) return entryFor(failures, url)?.error ?? navigationError(url, errorText);
    const [requested = ''] = this.#request.url.split('#', 1);
    const isRequested = refusal.url === recordedUrl(requested);
    return refusalError({ decision: 'refuse', ...refusal }, isRequested ? undefined : this.#request.url);
  }

  async #onPaused(event: PausedRequest): Promise<void> {
    const { cdp } = this.#tab.requests;
    const { requestId, networkId = requestId } = event;
    if (event.frameId !== this.#tab.frameId) {
      await proceed(cdp, requestId);
    } else if (event.responseErrorReason !== undefined) {
      await this.#onError(event, networkId);
    } else if (event.responseStatusCode === undefined) {
      const isFirst = event.redirectedRequestId === undefined && this.#trail.isFirst(networkId, event.request.url);
      const shaped = shapeRequest(this.#request, { ...event.request, isFirst });
      await cdp.send('Fetch.continueRequest', { requestId, ...shaped });
    } else {
      await this.#onAnswer(event, networkId, event.responseStatusCode);
    }
  }

  /** A tunnel that the guard refuses ends as a broken connection. */
  async #onError({ requestId, request: { url } }: PausedRequest, loader: string): Promise<void> {
    const refusal = entryFor(this.#tab.listener.refusals, url);
    const isFirst = this.#trail.isFirst(loader, url);
    // An error is a page too.
    if (this.#held && !isFirst) return this.#stay(requestId, loader);
    if (refusal === undefined || isFirst) return proceed(this.#tab.requests.cdp, requestId);
    return this.#stay(requestId, loader, refusedMove(refusal.url));
  }

  async #onAnswer(event: PausedRequest, loader: string, statusCode: number): Promise<void> {
    const { cdp } = this.#tab.requests;
    const { requestId } = event;
    const { url } = event.request;
    const isFirst = this.#trail.isFirst(loader, url);
    const isOwn = this.#isOwnAnswer(event);
    const failure = isOwn && statusCode === 502 ? exactEntryFor(this.#tab.listener.failures, url) : undefined;
    if (isOwn && failure === undefined && !isFirst) return this.#stay(requestId, loader, refusedMove(url));
    // As of a redirect: a page sends nobody anywhere under a name and password of its choosing.
    if (!isFirst && judgeParts(new URL(url)) !== undefined) return this.#stay(requestId, loader, refusedMove(url));
    if (!isFirst && this.#held) return this.#stay(requestId, loader, lateMove(url));
    if (!isFirst && this.#trail.isWorn) return this.#stay(requestId, loader, WORN_MOVE);
    // The guard's own answer must never become the document.
    if (isOwn) {
      this.#fail(failure?.error ?? this.#failure(url, 'net::ERR_EMPTY_RESPONSE'));
      return abandon(cdp, requestId);
    }
    const headers = foldHeaders(event.responseHeaders ?? []);
    const response: DocumentResponse = { url, statusCode, headers, contentType: headers['content-type'] ?? '' };
    const location = headers['location'];
    if (
      location !== undefined &&
      [301, 302, 303, 307, 308].includes(statusCode) &&
      asUrl(location, url) !== undefined
    ) {
      return this.#onRedirect(requestId, loader, response, location);
    }
    const treatment = treatmentOf(response);
    if (treatment === 'download' && !isFirst) return this.#stay(requestId, loader);
    this.#trail.answered(loader, response);
    if (treatment === 'render') return proceed(cdp, requestId);
    await this.#takeBytes(requestId, loader, response, treatment === 'sniff');
  }

  async #onRedirect(
    requestId: string,
    loader: string,
    { url, statusCode }: DocumentResponse,
    location: string,
  ): Promise<void> {
    const { cdp } = this.#tab.requests;
    const isFirst = this.#trail.isFirst(loader, url);
    // The browser hands fragments on from hop to hop (RFC 9110 10.2.2).
    const from = this.#trail.destination(loader, url);
    const target = new URL(location, from);
    if (target.hash === '') target.hash = new URL(from).hash;
    // Credentials never reach the guard: the browser makes a header of them, if anything.
    const fault = judgeParts(target);
    if (fault !== undefined && !isFirst) return this.#stay(requestId, loader, refusedMove(target.href));
    if (fault !== undefined) {
      this.#fail(refusalError(refused(target, fault), this.#request.url));
      return abandon(cdp, requestId);
    }
    if (this.#trail.hops(loader, { url: from, statusCode, location: target.href, kind: 'http' })) {
      return proceed(cdp, requestId);
    }
    if (!isFirst) return this.#stay(requestId, loader, WORN_MOVE);
    this.#fail(redirectLoop(this.#request.url));
    return abandon(cdp, requestId);
  }

  /** Of whichever listener: that of the launch answers for a tab whose own one the browser has forgotten. */
  #isOwnAnswer({ responseHeaders = [] }: PausedRequest): boolean {
    return this.#tab.listener.isOwnAnswer(foldHeaders(responseHeaders));
  }

  async #stay(requestId: string, loader: string, warning?: string): Promise<void> {
    if (warning !== undefined) this.#warnings.say(warning);
    this.#trail.dropped(loader);
    await abandon(this.#tab.requests.cdp, requestId);
  }

  async #takeBytes(requestId: string, loader: string, response: DocumentResponse, sniff: boolean): Promise<void> {
    const { cdp } = this.#tab.requests;
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
    this.#trail.shows(loader);
    this.#end({ ...response, ...taken });
    await abandon(cdp, requestId);
  }
}
