import type { CanonicalFault, Judgement, PageFacts, PageVerdict } from './frontier-events.js';
import type { FrontierOptions } from './frontier-options.js';
import type { Intake } from './intake.js';
import { spellingBetween } from './spellings.js';
import type { UrlTable } from './url-table.js';

/** Of one page under so many other addresses, the links are followed. */
const REPEATS_FOLLOWED = 20;

type Outside = Extract<Judgement, { verdict: 'outside' }>['reason'];
type Same = Extract<Judgement, { verdict: 'duplicate' }>['by'];

/**
 * Decides what a URL that has been read is to the crawl: a page of its own, one that is recorded, or none of the
 * crawl's.
 */
export class PageJudge {
  readonly #options: FrontierOptions;
  readonly #intake: Intake;
  readonly #table: UrlTable;
  /** Of each page, under how many other addresses it was read. */
  readonly #repeats = new Map<number, number>();

  constructor(options: FrontierOptions, intake: Intake) {
    this.#options = options;
    this.#intake = intake;
    this.#table = intake.table;
  }

  /** The URL is no longer being read, and has given a document. */
  judge(id: number, facts: PageFacts): PageVerdict {
    const judgement = this.#judge(id, facts);
    return { ...judgement, ...this.#intake.skips.news() };
  }

  #judge(id: number, facts: PageFacts): Judgement {
    // Another URL has led to it in the meantime, and was recorded for it.
    if (this.#table.state(id) !== 'active') return this.#same(id, this.#table.root(id), 'redirect');
    const page = this.#whereItEnded(id, facts.finalUrl);
    if (typeof page === 'string') return this.#outside(id, page);
    return page === id ? this.#judgePage(id, facts) : this.#judgeRedirected(id, page, facts);
  }

  /** The URL at which a read ended, entered where it is new; or why it is not the crawl's to record. */
  #whereItEnded(id: number, finalUrl: string): number | Outside {
    const table = this.#table;
    const keyed = this.#intake.keyed(finalUrl);
    if (keyed === undefined) return 'not-web';
    const { key } = this.#intake.nameOf(keyed.key);
    const found = table.find(key);
    const known = found === undefined ? undefined : table.root(found);
    if (known === id || this.#isPlaceOfOne(id, key)) return id;
    const url = new URL(keyed.url);
    const fault = this.#faultOf(url, table.isSeed(id));
    if (fault !== undefined) return fault;
    if (known !== undefined && this.#isRecorded(known)) return known;
    if (!this.#hasRoom(table.numberOfHost(url.host), id)) return 'max-pages-per-host';
    if (known !== undefined) return known;
    const [depth, finder, isRoute] = [table.depth(id), table.finder(id), keyed.route !== ''];
    return table.add({ key, url: keyed.url, host: url.host, depth, finder, isSeed: false, isRoute }, 'active');
  }

  /** A seed is read whatever the patterns say, and so is where it leads. */
  #faultOf(url: URL, isSeed: boolean): Outside | undefined {
    const { scope } = this.#options;
    if (!isSeed) return scope.judge(url);
    return scope.reaches(url) ? undefined : 'outside';
  }

  /**
   * Whether the read ended at a place of the page that was asked for, as programs move to their first view (`/` to
   * `/#/home`); or at the page of the place that was asked for: plain HTTP knows of no places.
   */
  #isPlaceOfOne(id: number, finalKey: string): boolean {
    const { key } = this.#intake.nameOf(this.#table.key(id));
    const isView = !this.#table.isRoute(id) && finalKey.startsWith(`${key}#`);
    if (isView && this.#table.find(finalKey) === undefined) this.#table.name(id, finalKey);
    return isView || (this.#table.isRoute(id) && key.startsWith(`${finalKey}#`));
  }

  /** The reservation of the URL that was asked for has just been given back, on its own host. */
  #hasRoom(host: number, from: number): boolean {
    const most = this.#options.maxPagesPerHost ?? Number.POSITIVE_INFINITY;
    return host === this.#table.hostNumber(from) || this.#table.reservedOf(host) < most;
  }

  #isRecorded(id: number): boolean {
    const state = this.#table.state(id);
    return state === 'page' || state === 'duplicate';
  }

  #outside(id: number, reason: Outside): Judgement {
    this.#table.become(id, 'outside');
    this.#intake.settlePlaces(this.#intake.routes.ended(id, undefined));
    return { verdict: 'outside', reason, ...this.#placed(id, false) };
  }

  /** The page at the end of a redirect is read and recorded by it, and is not read again. */
  #judgeRedirected(id: number, page: number, facts: PageFacts): Judgement {
    const table = this.#table;
    const wasRecorded = this.#isRecorded(page);
    if (!wasRecorded) {
      this.#intake.withdraw(page);
      table.become(page, 'active');
      table.takeTurn(page, id);
    }
    this.#alias(id, page);
    const kind = spellingBetween(table.key(id), table.key(page));
    if (kind !== undefined && this.#intake.habits.spelling(kind, table.key(page), page, true)) {
      this.#intake.relearn(table.hostNumber(page));
    }
    const judgement = wasRecorded ? this.#same(id, table.root(page), 'redirect') : this.#judgePage(page, facts);
    this.#settlePlaces(id);
    return judgement;
  }

  /** Judges a page that is not recorded yet, by what it says. */
  #judgePage(id: number, facts: PageFacts): Judgement {
    const { canonical, fault } = this.#canonicalOf(id, facts);
    const base = this.#intake.baseOf(id);
    const likeness = this.#intake.pages.judge(id, {
      fingerprint: facts.fingerprint,
      canonical,
      base: base === undefined ? undefined : this.#table.root(base),
    });
    const { sameAs, nearTo } = likeness;
    if (sameAs === undefined) this.#table.become(id, 'page');
    else this.#alias(id, sameAs.page);
    if (likeness.learnt) this.#intake.relearn(this.#table.hostNumber(id));
    this.#settlePlaces(id);
    if (sameAs !== undefined) return this.#same(id, sameAs.page, sameAs.by);
    return {
      verdict: 'page',
      ...(nearTo === undefined ? {} : { nearDuplicateOf: this.#table.url(nearTo) }),
      ...(fault === undefined ? this.#disbelief(id, canonical) : { canonicalIgnored: fault }),
      ...this.#placed(id, true),
    };
  }

  /** The URL is another address of a page, and so the page is as near as it. */
  #alias(id: number, page: number): void {
    this.#table.become(id, 'duplicate');
    this.#table.setSame(id, page);
    this.#intake.ways.reach(page, this.#table.depth(id), this.#table.finder(id));
  }

  #same(id: number, page: number, by: Same): Judgement {
    const follow = (by === 'content' || by === 'canonical') && this.#followsRepeat(id, page);
    return { verdict: 'duplicate', of: this.#table.url(page), by, ...this.#placed(id, follow) };
  }

  /**
   * Whether the links of a page are followed once more: its content is known, but a list may say the same above other
   * links.
   */
  #followsRepeat(id: number, page: number): boolean {
    const repeats = (this.#repeats.get(page) ?? 0) + 1;
    this.#repeats.set(page, repeats);
    if (repeats <= REPEATS_FOLLOWED || this.#options.avoidTraps === false) return true;
    this.#intake.skips.trap({ kind: 'same-content', pattern: this.#table.url(page) }, this.#table.url(id));
    return false;
  }

  /** The URL that the page's `rel=canonical` names, which is read as if it were linked; or why it is not believed. */
  #canonicalOf(id: number, { canonicalUrl }: PageFacts): { canonical?: number; fault?: CanonicalFault } {
    const keyed = canonicalUrl === undefined ? undefined : this.#intake.keyed(canonicalUrl);
    if (keyed === undefined || this.#intake.nameOf(keyed.key).key === this.#table.key(id)) return {};
    const url = new URL(keyed.url);
    if (!this.#options.scope.isSameSite(url, new URL(this.#table.url(id)))) return { fault: 'other-site' };
    if (this.#options.scope.judge(url) !== undefined) return { fault: 'out-of-scope' };
    const [depth, turn] = [this.#table.depth(id), this.#table.turn(id)];
    const canonical = this.#intake.meet(keyed.url, { depth, turn, page: id, kind: 'page' });
    return canonical === undefined ? {} : { canonical };
  }

  /** Why a page is recorded that claims to be another one. */
  #disbelief(id: number, canonical: number | undefined): { canonicalIgnored?: CanonicalFault } {
    if (canonical === undefined || this.#table.root(canonical) === id) return {};
    return { canonicalIgnored: this.#isRecorded(canonical) ? 'content-differs' : 'unread' };
  }

  /** Places of the URL wait for what it says. */
  #settlePlaces(id: number): void {
    const content = this.#intake.contentOf(id);
    this.#intake.settlePlaces(this.#intake.routes.ended(id, content));
  }

  #placed(id: number, follow: boolean): { key: string; depth: number; follow: boolean } {
    return { key: this.#table.key(id), depth: this.#table.depth(id), follow };
  }
}
