import { withRoom } from './column.js';
import type { Fingerprint } from './fingerprint.js';
import { HashIndex } from './hash-index.js';
import { keyVariables } from './key-variables.js';
import { NearDuplicates } from './near-duplicates.js';
import { hostOfKey, type SiteHabits } from './site-habits.js';
import { respelt } from './spellings.js';
import type { UrlTable } from './url-table.js';

/** Two pages with fewer words may well have the same ones: an empty list, a sign that something is being loaded. */
const LEAST_WORDS = 25;

/** What a page that has been read is like. */
export interface Likeness {
  /** The page that it is another address of. */
  readonly sameAs?: { readonly page: number; readonly by: 'canonical' | 'content' | 'anchor' };
  /** A page of nearly the same wording. */
  readonly nearTo?: number;
  /** Whether something was learnt about how its site writes addresses. */
  readonly learnt: boolean;
}

/** What is asked about a page that has been read. */
export interface PageLook {
  readonly fingerprint: Fingerprint | undefined;
  /** The URL that its `rel=canonical` names, where that may be believed. */
  readonly canonical: number | undefined;
  /** The page within which it is a place. */
  readonly base: number | undefined;
}

/**
 * The pages recorded so far, by their content. A page is only ever found to be the same as one that is recorded, and
 * never on the word of a URL or of a `rel=canonical` alone: so nothing can hide a page, and no claim can go in a
 * circle.
 */
export class RecordedPages {
  readonly #table: UrlTable;
  readonly #habits: SiteHabits;
  readonly #byContent = new HashIndex();
  /** Pages by their key without the value of one part. */
  readonly #byRest = new HashIndex();
  readonly #near = new NearDuplicates();
  /**
   * Of each URL read: the first page with its content, the page that stands for its wording, its canonical URL; each
   * + 1.
   */
  #contents = new Int32Array(0);
  #likes = new Int32Array(0);
  #canonicals = new Int32Array(0);

  constructor(table: UrlTable, habits: SiteHabits) {
    this.#table = table;
    this.#habits = habits;
  }

  /** Judges a page that has been read; unless it is the same as another, it is recorded. */
  judge(id: number, { fingerprint, canonical, base }: PageLook): Likeness {
    this.#contents = withRoom(this.#contents, id + 1);
    this.#likes = withRoom(this.#likes, id + 1);
    this.#canonicals = withRoom(this.#canonicals, id + 1);
    this.#canonicals[id] = canonical === undefined ? 0 : canonical + 1;
    if (fingerprint === undefined) return { learnt: false };

    const first = this.#byContent.get(fingerprint.hash);
    this.#contents[id] = (first ?? id) + 1;
    const spelt = this.#compareSpellings(id);
    const varied = this.#compareVariables(id);
    const learnt = spelt.learnt || varied.learnt;
    const content = (page: number) => ({ sameAs: { page, by: 'content' as const }, learnt });
    if (base !== undefined && this.isSameContent(id, base)) return { sameAs: { page: base, by: 'anchor' }, learnt };
    if (spelt.page !== undefined) return content(spelt.page);
    if (first !== undefined && this.#agree(id, first)) return { sameAs: { page: first, by: 'canonical' }, learnt };
    if (varied.page !== undefined && fingerprint.words > 0) return content(varied.page);
    if (first !== undefined && fingerprint.words >= LEAST_WORDS) return content(first);

    const near = this.#near.find(fingerprint);
    this.#likes[id] = (near ?? id) + 1;
    if (near !== undefined && canonical !== undefined && this.#isLike(canonical, near)) {
      return { sameAs: { page: canonical, by: 'canonical' }, learnt };
    }
    this.#byContent.add(fingerprint.hash, id);
    if (near !== undefined) return { nearTo: near, learnt };
    this.#near.add(id, fingerprint);
    return { learnt };
  }

  /** Whether two URLs that have been read gave the same. */
  isSameContent(one: number, other: number): boolean {
    return this.#contentOf(one) !== 0 && this.#contentOf(one) === this.#contentOf(other);
  }

  /** Whether a URL has been read and gave something to compare. */
  hasContent(id: number): boolean {
    return this.#contentOf(id) !== 0;
  }

  #contentOf(id: number): number {
    return this.#contents[id] ?? 0;
  }

  /** Whether one of two pages names the other as its canonical form. */
  #agree(one: number, other: number): boolean {
    return this.#canonicals[one] === other + 1 || this.#canonicals[other] === one + 1;
  }

  #isLike(page: number, near: number): boolean {
    return this.#table.state(page) === 'page' && this.#likes[page] === near + 1;
  }

  /** Looks whether the page is recorded under another spelling of its address. */
  #compareSpellings(id: number): { page?: number; learnt: boolean } {
    const key = this.#table.key(id);
    let page: number | undefined;
    let learnt = false;
    for (const other of respelt(key)) {
      const twin = this.#table.find(other.key);
      if (twin === undefined || twin === id || this.#table.state(twin) !== 'page' || !this.hasContent(twin)) continue;
      const isSame = this.isSameContent(id, twin);
      learnt = this.#habits.spelling(other.kind, key, twin, isSame) || learnt;
      if (isSame) page ??= twin;
    }
    return { ...(page === undefined ? {} : { page }), learnt };
  }

  /** Looks whether the page is recorded under another value of one part of its address. */
  #compareVariables(id: number): { page?: number; learnt: boolean } {
    const key = this.#table.key(id);
    const content = this.#contentOf(id) - 1;
    let page: number | undefined;
    let learnt = false;
    for (const variable of keyVariables(key)) {
      const name = `${hostOfKey(key)} ${variable.name} ${variable.rest}`;
      const other = this.#byRest.get(name);
      if (other === undefined) this.#byRest.add(name, content);
      else {
        learnt = this.#habits.variable(variable, key, content, other === content) || learnt;
        if (other === content && other !== id) page ??= other;
      }
    }
    return { ...(page === undefined ? {} : { page }), learnt };
  }
}
