import type { DevtoolsTarget } from './devtools.js';
import type { DevtoolsSession } from './devtools-session.js';
import { type PausedRequest, proceed } from './paused-request.js';
import { answerUnread, UNREAD } from './unread-resources.js';

const ANSWERS = { resourceType: 'Document', requestStage: 'Response' } as const;
const REQUESTS = { resourceType: 'Document', requestStage: 'Request' } as const;

/** Which requests of a page the browser holds until it is told what to do. */
interface Held {
  /** Documents before they are asked for, too, and not only their answers. */
  readonly requestsToo: boolean;
  /** What a reader of text never sees: see {@link answerUnread}. */
  readonly unread: boolean;
}

/**
 * The requests of a page that are held, for the life of the page and over one session: each session that holds some, and each
 * change of what is held, has the browser make all the page's ways to the network anew, pipes and all, a tenth of a short read.
 */
export class HeldRequests {
  /** Takes what is to become of a request that is held. */
  readonly cdp: DevtoolsSession;
  #decide: ((event: PausedRequest) => void) | undefined;
  readonly #usual: Held;
  #held: Held;

  private constructor(cdp: DevtoolsSession, usual: Held) {
    this.cdp = cdp;
    this.#usual = usual;
    this.#held = usual;
    cdp.on('Fetch.requestPaused', (event) => {
      if (event.resourceType !== 'Document') return;
      if (this.#decide === undefined) void proceed(cdp, event.requestId);
      else this.#decide(event);
    });
  }

  /** Holds the answers to documents from now on, with `unread` the others. */
  static async open(target: DevtoolsTarget, unread: boolean): Promise<HeldRequests> {
    const cdp = await target.attach();
    if (unread) answerUnread(cdp);
    const requests = new HeldRequests(cdp, { requestsToo: false, unread });
    await requests.#enable();
    return requests;
  }

  /** From now on `decide` hears of documents, until what it gives is called; where nobody does, they go on by themselves. */
  listen(decide: (event: PausedRequest) => void): () => void {
    this.#decide = decide;
    return () => {
      if (this.#decide === decide) this.#decide = undefined;
    };
  }

  /** Until {@link reset}. */
  async change(wanted: Partial<Held>): Promise<void> {
    await this.#hold({ ...this.#held, ...wanted });
  }

  /** Holds what is held as a rule. */
  async reset(): Promise<void> {
    await this.#hold(this.#usual);
  }

  async #hold(wanted: Held): Promise<void> {
    const isSame = wanted.requestsToo === this.#held.requestsToo && wanted.unread === this.#held.unread;
    this.#held = wanted;
    if (!isSame) await this.#enable();
  }

  async #enable(): Promise<void> {
    const { requestsToo, unread } = this.#held;
    const patterns = [ANSWERS, ...(requestsToo ? [REQUESTS] : []), ...(unread ? UNREAD : [])];
    await this.cdp.send('Fetch.enable', { patterns });
  }
}
