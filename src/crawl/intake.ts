import { redactUrl } from '../base/url.js';
import type { Discovery, FoundLink, LinkDecision, SkipReason } from './frontier-events.js';
import type { FrontierOptions } from './frontier-options.js';
import { HashRoutes, type PlacesVerdict } from './hash-routes.js';
import { RecordedPages } from './recorded-pages.js';
import { ShortestWays } from './shortest-ways.js';
import { type HabitualName, SiteHabits } from './site-habits.js';
import { SkippedUrls } from './skipped-urls.js';
import type { TrapSign } from './traps.js';
import { type KeyedUrl, urlKey } from './url-key.js';
import { UrlTable } from './url-table.js';
import { WaitingLine } from './waiting-line.js';

/** Where a link was found. */
export interface Finder {
  /** Of what it finds. */
  readonly depth: number;
  /** Of the page; 0 where it is none. */
  readonly turn: number;
  /** Absent of seeds and sitemaps. */
  readonly page?: number;
  readonly kind: 'seed' | 'sitemap' | 'page';
}

interface Met {
  readonly decision: LinkDecision;
  /** Absent of what will not be read. */
  readonly id?: number;
}

/**
 * How URLs come into a crawl: each link gets its name, and is known, skipped, held, or put in the line. And what a
 * crawl knows, on which that is decided.
 */
export class Intake {
  readonly table = new UrlTable();
  readonly habits = new SiteHabits();
  readonly skips = new SkippedUrls();
  readonly pages = new RecordedPages(this.table, this.habits);
  readonly routes = new HashRoutes((one, other) => this.pages.isSameContent(one, other));
  readonly ways = new ShortestWays(this.table, (id) => this.#nearer(id));
  readonly line: WaitingLine;
  readonly #options: FrontierOptions;

  constructor(options: FrontierOptions) {
    this.#options = options;
    this.line = new WaitingLine(this.table, options.order ?? 'breadth');
  }

  /** Takes links in, in their order; beside what was decided, those that may be read. */
  meetAll(links: readonly FoundLink[], finder: Finder): { discovery: Discovery; targets: number[] } {
    const met = links.map((link) => this.#meet(link, finder));
    const targets = met.flatMap(({ id }) => (id === undefined ? [] : [id]));
    return { discovery: { links: met.map(({ decision }) => decision), ...this.skips.news() }, targets };
  }

  /** Takes in an address that no link leads to. */
  meet(url: string, finder: Finder): number | undefined {
    return this.#meet({ url }, finder).id;
  }

  /** The normal form of a URL; undefined for what is not of the web. */
  keyed(url: string): KeyedUrl | undefined {
    const keyed = urlKey(url, this.#options);
    if (keyed === undefined || keyed.route === '' || this.#options.hashRoutes !== 'never') return keyed;
    return { key: beforeRoute(keyed.key), url: beforeRoute(keyed.url), route: '' };
  }

  /** The name by which a key is known, by what its site does. */
  nameOf(key: string): HabitualName {
    return this.habits.nameOf(key);
  }

  /** Carries out what was found out about places within pages. */
  settlePlaces({ routes, anchors }: PlacesVerdict): void {
    for (const id of routes) if (this.table.state(id) === 'held') this.#wait(id);
    for (const id of anchors) if (this.table.state(id) === 'held') this.#drop(id, this.baseOf(id) ?? id);
  }

  /** The page that a URL is a place of; undefined of what is no place, and where the page is unknown. */
  baseOf(id: number): number | undefined {
    if (!this.table.isRoute(id)) return undefined;
    return this.table.find(this.nameOf(beforeRoute(this.table.key(id))).key);
  }

  /** The URL that has the content of this one, where there is some to compare. */
  contentOf(id: number): number | undefined {
    const root = this.table.root(id);
    return [id, root].find((url) => this.pages.hasContent(url));
  }

  /** A URL is being read. */
  begin(id: number): void {
    const state = this.table.state(id);
    this.withdraw(id);
    if (state === 'dropped') {
      this.table.setSame(id, id);
      this.skips.takeBack('duplicate');
    }
    if (IS_UNREAD.has(state) || state === 'dropped') this.table.become(id, 'active');
    this.table.beginReading(id);
  }

  /** A URL that waits in some way is going to be something else. */
  withdraw(id: number): void {
    if (this.table.state(id) === 'waiting') this.line.remove(id);
  }

  /** Gives the URLs of a host their names anew, after something was learnt about it. */
  relearn(host: number): void {
    for (let id = 0; id < this.table.size; id += 1) {
      if (this.table.hostNumber(id) !== host) continue;
      const { key, session } = this.nameOf(this.table.key(id));
      const other = this.table.find(key);
      if (other === undefined) this.table.name(id, key);
      else if (other !== id && this.#merge(id, other, key) && session !== undefined) {
        this.skips.trap({ kind: 'session', pattern: session }, this.table.url(id));
      }
    }
  }

  #meet(link: FoundLink, finder: Finder): Met {
    const keyed = this.keyed(link.url);
    if (keyed === undefined) return this.#skip(redactUrl(link.url), link.url, 'not-web');
    const name = this.nameOf(keyed.key);
    const known = this.table.find(name.key);
    if (known === undefined) return this.#meetNew(link, keyed, name.key, finder);
    this.ways.reach(known, finder.depth, finder.turn);
    if (name.session !== undefined && this.table.find(keyed.key) === undefined) {
      this.skips.link(keyed.key, keyed.url, 'trap', { kind: 'session', pattern: name.session });
    }
    return { decision: { url: link.url, key: name.key, verdict: 'known' }, id: known };
  }

  #meetNew(link: FoundLink, keyed: KeyedUrl, key: string, finder: Finder): Met {
    if (finder.kind !== 'seed') {
      if (this.skips.has(key)) return { decision: { url: link.url, key, verdict: 'known' } };
      const reason = this.#options.scope.judge(new URL(keyed.url));
      if (reason !== undefined) return this.#skip(link.url, key, reason);
    }
    if (finder.kind === 'page' && this.#options.avoidTraps !== false) {
      const sign = this.skips.traps.signOf(key, finder.page);
      if (sign !== undefined) return this.#skip(link.url, key, 'trap', sign);
    }
    // A place may be all that is linked of a page (`#/x`): the page itself is to be read too.
    if (keyed.route !== '' && finder.kind !== 'seed') this.meet(beforeRoute(keyed.url), finder);
    return this.#add(link, { ...keyed, key }, finder);
  }

  #add(link: FoundLink, { key, url, route }: KeyedUrl, finder: Finder): Met {
    const isSeed = finder.kind === 'seed';
    const { host } = new URL(url);
    const { depth, turn, page } = finder;
    const id = this.table.add({ key, url, host, depth, finder: turn, isSeed, isRoute: route !== '' }, 'deep');
    this.skips.traps.keep(id, key, page);
    if (this.#options.order === 'best') {
      const from = page === undefined ? {} : { from: this.table.url(page) };
      const score = this.#options.score?.({ ...link, url, depth, ...from });
      this.line.setScore(id, Number.isNaN(Number(score)) ? 0 : Number(score));
    }
    if (this.#isTooDeep(id)) return { decision: { url: link.url, key, verdict: 'held', reason: 'too-deep' }, id };
    this.#admit(id);
    const state = this.table.state(id);
    const verdict = state === 'dropped' ? 'known' : state === 'held' ? 'held' : 'queued';
    return { decision: { url: link.url, key, verdict }, id };
  }

  #isTooDeep(id: number): boolean {
    return this.table.depth(id) > (this.#options.maxDepth ?? Number.POSITIVE_INFINITY);
  }

  /**
   * A URL that nothing speaks against waits to be read, if it is no place of which it must first be seen whether it
   * is a page.
   */
  #admit(id: number): void {
    const base = this.table.isSeed(id) || this.#options.hashRoutes === 'always' ? undefined : this.baseOf(id);
    const fate = base === undefined ? 'read' : this.routes.met(id, base, this.table.hostNumber(id));
    if (base === undefined || fate === 'read') this.#wait(id);
    else if (fate === 'anchor') this.#drop(id, base);
    else this.#hold(id, base);
  }

  #hold(id: number, base: number): void {
    this.table.become(id, 'held');
    const hasEnded = HAS_ENDED.has(this.table.state(this.table.root(base)));
    if (hasEnded) this.settlePlaces(this.routes.settle(base, this.contentOf(base)));
  }

  #wait(id: number): void {
    this.table.become(id, 'waiting');
    this.line.add(id);
  }

  /** A better way to a URL was found. */
  #nearer(id: number): void {
    const state = this.table.state(id);
    if (state === 'waiting') this.line.moved(id);
    if (state === 'deep' && !this.#isTooDeep(id)) this.#admit(id);
  }

  #skip(url: string, key: string, reason: SkipReason, sign?: TrapSign): Met {
    const named = reason === 'not-web' ? {} : { key };
    if (!this.skips.link(key, url, reason, sign)) return { decision: { url, ...named, verdict: 'known' } };
    return {
      decision: { url, ...named, verdict: 'skipped', reason, ...(sign === undefined ? {} : { trap: sign.kind }) },
    };
  }

  /** Of two URLs that have turned out to have one name, the one that has not been read goes. */
  #merge(one: number, other: number, key: string): boolean {
    const [gone, kept] = IS_UNREAD.has(this.table.state(one)) ? [one, other] : [other, one];
    const page = this.table.root(kept);
    // What has been dropped keeps its names, and may be found by one: it must not be kept in the place of what it was
    // dropped for.
    if (!IS_UNREAD.has(this.table.state(gone)) || page === gone) return false;
    this.table.name(kept, key);
    this.#drop(gone, page);
    this.ways.reach(kept, this.table.depth(gone), this.table.finder(gone));
    return true;
  }

  #drop(id: number, of: number): void {
    this.withdraw(id);
    this.table.become(id, 'dropped');
    this.table.setSame(id, of);
    this.skips.known({ url: this.table.url(id), reason: 'duplicate', of: this.table.url(of) });
    this.settlePlaces(this.routes.ended(id, this.contentOf(id)));
  }
}

const IS_UNREAD: ReadonlySet<string> = new Set(['waiting', 'held', 'deep']);
const HAS_ENDED: ReadonlySet<string> = new Set(['page', 'duplicate', 'outside', 'failed']);

/** A key or URL without its route. Only routes leave a `#` in one. */
function beforeRoute(key: string): string {
  return key.split('#', 1)[0] ?? key;
}
