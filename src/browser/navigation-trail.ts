import { LIMITS } from '../base/limits.js';
import type { Redirect, RedirectKind } from '../base/redirect.js';
import type { DocumentResponse } from './main-document.js';

/** A move that the document asked for, and that may come to nothing. */
interface Asked {
  readonly url: string;
  readonly kind: RedirectKind;
}

/** One navigation under way, from its first request until its document is shown. */
interface Way {
  /** The document that it leaves; absent of the first. */
  readonly from: { readonly url: string; readonly statusCode: number } | undefined;
  readonly to: string;
  readonly kind: RedirectKind;
  readonly hops: Redirect[];
  response?: DocumentResponse;
}

/**
 * Which documents a frame has shown and how it came from one to the next. Navigations that came to nothing, because they
 * were a download, refused or overtaken, leave no trace in it. Pure: told by whoever hears the browser's events, which
 * names a navigation by its loader.
 */
export class NavigationTrail {
  readonly redirects: Redirect[] = [];
  readonly #start: string;
  readonly #ways = new Map<string, Way>();
  #asked: Asked | undefined;
  #shown: { url: string; loader: string; response: DocumentResponse } | undefined;
  #moves = 0;
  #isSteered = false;

  constructor(start: string) {
    this.#start = start;
  }

  /** How the document now shown was answered. */
  get response(): DocumentResponse | undefined {
    return this.#shown?.response;
  }

  /** The http(s) address of the document now shown, client-side routes included. */
  get url(): string | undefined {
    return this.#shown?.url;
  }

  /** What the browser calls the loading of the document now shown. */
  get loader(): string | undefined {
    return this.#shown?.loader;
  }

  /** Where the first navigation is going, or was when it came to nothing. */
  get heading(): string {
    return this.#ways.values().next().value?.hops.at(-1)?.location ?? this.#start;
  }

  /** Documents have followed one another by themselves as often as a person would let them. */
  get isWorn(): boolean {
    return this.#moves >= LIMITS.redirects;
  }

  /** Whether an action of ours is under way: where it leads is no move of the page's own. */
  steer(isSteered: boolean): void {
    this.#isSteered = isSteered;
    this.#moves = 0;
  }

  /** The document asks for another; `reason` is the browser's word for why. */
  asks(url: string, reason: string): void {
    this.#asked = { url, kind: /refresh/i.test(reason) ? 'meta-refresh' : 'script' };
  }

  /** Whether a navigation is the one that was asked for by us. */
  isFirst(loader: string, url: string): boolean {
    return this.#way(loader, url).from === undefined;
  }

  /** Where a hop of a navigation was going when `url` answered: with the fragment, which browsers keep to themselves. */
  destination(loader: string, url: string): string {
    const way = this.#way(loader, url);
    const expected = new URL(way.hops.at(-1)?.location ?? way.to).href;
    return expected.split('#', 1)[0] === url ? expected : url;
  }

  /** An answer sends the navigation on. `false` when it has been sent on too often. */
  hops(loader: string, hop: Redirect): boolean {
    const { hops } = this.#way(loader, hop.url);
    hops.push(hop);
    return hops.length <= LIMITS.redirects;
  }

  /** An answer is about to become the document. */
  answered(loader: string, response: DocumentResponse): void {
    this.#way(loader, response.url).response = response;
  }

  /** The navigation comes to nothing. */
  dropped(loader: string): void {
    this.#ways.delete(loader);
  }

  /** The navigation's document is the one shown now. What was never answered, such as a blob, goes by what it replaced. */
  shows(loader: string): void {
    const way = this.#ways.get(loader);
    this.#ways.delete(loader);
    if (way?.response === undefined) return;
    const { from, to, kind, hops, response } = way;
    if (from !== undefined) {
      this.#moves += 1;
      this.redirects.push({ ...from, location: to, kind });
    }
    this.redirects.push(...hops);
    this.#shown = { url: hops.at(-1)?.location ?? to, loader, response };
  }

  /** A client-side route: the document stays. */
  routesTo(url: string): void {
    if (this.#shown !== undefined && /^https?:/.test(url)) this.#shown.url = url;
  }

  #way(loader: string, url: string): Way {
    const known = this.#ways.get(loader);
    if (known !== undefined) return known;
    const way = this.#newWay(url);
    this.#ways.set(loader, way);
    return way;
  }

  #newWay(url: string): Way {
    // News of what is shown and of what is asked for come by different roads: the first may still be under way.
    const first = [...this.#ways.values()].find(({ response }) => response !== undefined);
    const leaves = this.#shown ?? (first?.response && { url: first.to, response: first.response });
    if (leaves === undefined) return { from: undefined, to: this.#start, kind: 'http', hops: [] };
    const asked = this.#asked;
    const isAsked = asked !== undefined && asked.url.split('#', 1)[0] === url;
    return {
      from: { url: leaves.url, statusCode: leaves.response.statusCode },
      to: isAsked ? asked.url : url,
      kind: this.#isSteered ? 'action' : isAsked ? asked.kind : 'script',
      hops: [],
    };
  }
}
