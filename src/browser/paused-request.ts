import type { DevtoolsSession } from './devtools-session.js';

/** A document request of the page, or its answer, that the browser holds until it is told what to do. */
export interface PausedRequest {
  readonly requestId: string;
  /** Of a navigation, its loader's. */
  readonly networkId?: string;
  readonly frameId: string;
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
  readonly responseStatusCode?: number;
  readonly responseHeaders?: { name: string; value: string }[];
  readonly responseErrorReason?: string;
  readonly redirectedRequestId?: string;
}

export async function proceed(cdp: DevtoolsSession, requestId: string): Promise<void> {
  await cdp.send('Fetch.continueRequest', { requestId }).catch(ignoreGone);
}

/** Ends the navigation without a word: the document that asked, if there is one, stays and goes on loading. */
export async function abandon(cdp: DevtoolsSession, requestId: string): Promise<void> {
  await cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }).catch(ignoreGone);
}

/** A request that ended meanwhile needs no answer. */
function ignoreGone(): void {}
