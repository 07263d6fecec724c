import { type CdpListener, listen } from './cdp-events.js';
import { type ChildTarget, FrameTargets } from './frame-targets.js';
import { NetworkActivity } from './network-activity.js';
import { type NetworkHandlers, type NetworkNews, networkHandlers } from './network-events.js';
import { PageLife } from './page-life.js';
import type { Tab } from './tab.js';

export interface PageActivityNews extends NetworkNews {
  /** The page's frame has another document. */
  newDocument(origin: string): void;
  /** The parser is done with it. */
  parsed(): void;
  /** Everything that its markup names has arrived, or the loading was stopped. */
  loaded(): void;
  /** A frame in another process has used up the time it was given, or has gone. */
  frameExpired(sessionId: string): void;
}

/** Events of a frame in another process that it has once its document is there; until then its process may still be starting. */
const WITH_DOCUMENT: ReadonlySet<string> = new Set([
  'Page.frameNavigated',
  'Page.domContentEventFired',
  'Page.frameStoppedLoading',
]);

interface NavigatedFrame {
  readonly id: string;
  readonly securityOrigin: string;
}

/** What a page, its frames and its workers do outside the document: requests, and what lives beside it. */
export class PageActivity {
  readonly network = new NetworkActivity();
  readonly life = new PageLife();
  readonly targets: FrameTargets;
  readonly #handlers: NetworkHandlers;
  readonly #news: PageActivityNews;
  readonly #frameId: string;
  readonly #frames = new Set<string>();

  /** `over` ends the listening. */
  constructor({ cdp, frameId }: Tab, news: PageActivityNews, over: AbortSignal) {
    this.#news = news;
    this.#frameId = frameId;
    this.#handlers = networkHandlers(this.network, this.life, news);
    this.targets = new FrameTargets(
      cdp,
      {
        came: (target) => this.#onCame(target),
        gone: (target) => this.#onGone(target),
        event: (target, method, params) => this.#onChildEvent(target, method, params),
      },
      over,
    );
    const heard: Record<string, CdpListener> = {
      'Page.frameNavigated': ({ frame }: { frame: NavigatedFrame }) => this.#onNavigated(frame),
      'Page.frameDetached': (event: { frameId: string }) => void this.#frames.delete(event.frameId),
      'Page.domContentEventFired': () => news.parsed(),
      'Page.loadEventFired': () => news.loaded(),
      // A parser stopped half-way, by a navigation that came to nothing, ends with this alone.
      'Page.frameStoppedLoading': (event: { frameId: string }) => {
        if (event.frameId === frameId) news.loaded();
      },
    };
    for (const name of Object.keys(this.#handlers)) {
      heard[name] = (event: { requestId: string }) => this.#onNetwork(name, event.requestId, event);
    }
    over.addEventListener('abort', listen(cdp, heard), { once: true });
  }

  /** Frames below the page's own that live in its process. */
  get frames(): ReadonlySet<string> {
    return this.#frames;
  }

  /** A frame in another process has its document: that its request has ended may go unheard. */
  frameArrived(frameId: string): void {
    this.network.frameArrived(frameId, performance.now());
    if (!this.network.isPending) this.#news.idle();
  }

  #onNavigated({ id, securityOrigin }: NavigatedFrame): void {
    if (id !== this.#frameId) {
      this.#frames.add(id);
      return;
    }
    this.#frames.clear();
    this.network.reset(performance.now());
    this.life.reset();
    this.#news.newDocument(securityOrigin);
  }

  #onNetwork(name: string, id: string, event: object): void {
    const handle = this.#handlers[name as keyof NetworkHandlers] as ((id: string, event: object) => void) | undefined;
    handle?.(id, event);
  }

  #onCame({ sessionId, kind, targetId }: ChildTarget): void {
    if (kind === 'frame') {
      this.#frames.delete(targetId);
      return;
    }
    this.life.came(sessionId, 'worker', performance.now());
    this.#news.disturbed();
  }

  #onGone({ sessionId }: ChildTarget): void {
    this.life.gone(sessionId);
    this.#news.frameExpired(sessionId);
  }

  #onChildEvent({ sessionId, targetId }: ChildTarget, method: string, params: Readonly<Record<string, unknown>>): void {
    const { requestId } = params;
    if (WITH_DOCUMENT.has(method)) this.frameArrived(targetId);
    // Its process may be another now: one whose clock has not been granted any time, or the page's own.
    if (method === 'Page.frameNavigated') this.#news.disturbed();
    if (method === 'Emulation.virtualTimeBudgetExpired') this.#news.frameExpired(sessionId);
    // The browser numbers requests over all sessions: one that begins in the page may end in its frame or worker.
    else if (typeof requestId === 'string') this.#onNetwork(method, requestId, params);
  }
}
