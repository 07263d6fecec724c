import type { NetworkActivity } from './network-activity.js';
import type { LifeKind, PageLife } from './page-life.js';

/** What is read of Chromium's network events. A page's own session has them, and so have those of frames and workers. */
interface NetworkEvents {
  readonly 'Network.requestWillBeSent': {
    readonly request: { readonly url: string; readonly method: string };
    readonly type?: string;
    readonly frameId?: string;
    readonly initiator?: { readonly type: string };
    /** Seconds, by the clock of the page: it runs ahead with it. */
    readonly timestamp: number;
    readonly redirectResponse?: unknown;
  };
  readonly 'Network.requestWillBeSentExtraInfo': { readonly headers: Readonly<Record<string, string>> };
  readonly 'Network.responseReceived': { readonly response: { readonly mimeType: string; readonly status: number } };
  readonly 'Network.dataReceived': unknown;
  readonly 'Network.loadingFinished': unknown;
  readonly 'Network.loadingFailed': { readonly canceled?: boolean };
  readonly 'Network.webSocketCreated': unknown;
  readonly 'Network.webSocketFrameReceived': unknown;
  readonly 'Network.webSocketClosed': unknown;
  readonly 'Network.eventSourceMessageReceived': unknown;
}

export type NetworkHandlers = {
  readonly [Name in keyof NetworkEvents]: (id: string, event: NetworkEvents[Name]) => void;
};

export interface NetworkNews {
  /** The last request that was waited for has ended, or begun to answer. */
  idle(): void;
  /** Something that speaks against letting the page's clock run ahead. */
  disturbed(): void;
}

/** Writes network events down. `id` is the request's, the same in every session of a page. */
export function networkHandlers(network: NetworkActivity, life: PageLife, news: NetworkNews): NetworkHandlers {
  const now = (): number => performance.now();
  const idleNow = (): void => {
    if (!network.isPending) news.idle();
  };
  const came = (id: string, kind: LifeKind): void => {
    life.came(id, kind, now());
    news.disturbed();
  };
  const ended = (id: string, failed: boolean): void => {
    life.gone(id);
    if (!network.ended(id, now(), failed)) return;
    if (failed && network.failures > 0) news.disturbed();
    idleNow();
  };
  return {
    'Network.requestWillBeSent': (id, { request, type, frameId, timestamp, redirectResponse, initiator }) => {
      if (redirectResponse !== undefined) network.ended(id, now());
      if (type === 'EventSource') came(id, 'stream');
      // The program of a worker. Its answer is reported to the worker, and of a shared one nothing more is ever heard.
      if (type === 'Script' && initiator?.type === 'other') return came(id, 'worker');
      const sent = { id, url: request.url, method: request.method, type, frameId, pageMs: timestamp * 1_000 };
      if (!network.sent(sent, now()) && network.polls(now())) news.disturbed();
    },
    'Network.requestWillBeSentExtraInfo': (id, { headers }) => {
      network.shaped(id, headers['Sec-Fetch-Mode'] ?? headers['sec-fetch-mode']);
      idleNow();
    },
    'Network.responseReceived': (id, { response }) => {
      network.answered({ id, mimeType: response.mimeType, status: response.status }, now());
      if (network.failures > 0) news.disturbed();
      idleNow();
    },
    'Network.dataReceived': (id) => network.received(id, now()),
    'Network.loadingFinished': (id) => ended(id, false),
    'Network.loadingFailed': (id, { canceled }) => ended(id, canceled !== true),
    'Network.webSocketCreated': (id) => came(id, 'socket'),
    'Network.webSocketFrameReceived': () => life.spoke(now()),
    'Network.webSocketClosed': (id) => life.gone(id),
    'Network.eventSourceMessageReceived': () => life.spoke(now()),
  };
}
