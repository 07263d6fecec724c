import { type KeyVariable, withoutVariables } from './key-variables.js';
import { SPELLING_KINDS, type SpellingKind, unspelt } from './spellings.js';

/** So many pages have to agree before a habit is believed, with none against it. */
const VOTES = 3;

/**
 * Each part that is found to say nothing has all URLs of its host looked through: no host may cause that without end.
 */
const VARIABLES = 20;

/** What has been seen of one part of the addresses of a host. */
interface Votes {
  for: number;
  /** The page that spoke for it last: one page under many addresses is one witness. */
  last: number;
  witnesses: number;
  against: number;
}

/** Another name that a URL has by the habits of its site. */
export interface HabitualName {
  readonly key: string;
  /** Set when a session id or the like was taken out: how such URLs look. */
  readonly session?: string;
}

/**
 * What the addresses of each host mean, learnt from its answers: whether `/a` and `/a/` are one page, whether http
 * leads to https, which parameters change while the page stays. What is believed once stays believed.
 */
export class SiteHabits {
  readonly #votes = new Map<string, Votes>();
  /** Of each host, the kinds of spelling that say nothing. */
  readonly #spellings = new Map<string, Set<SpellingKind>>();
  readonly #variables = new Map<string, Set<string>>();

  /** The name of a key by what is known of its host; the key itself as long as nothing is. */
  nameOf(key: string): HabitualName {
    if (this.#spellings.size === 0 && this.#variables.size === 0) return { key };
    const host = hostOfKey(key);
    const spellings = this.#spellings.get(host);
    const variables = this.#variables.get(host);
    const spelt = SPELLING_KINDS.reduce((name, kind) => (spellings?.has(kind) ? unspelt(kind, name) : name), key);
    const named = variables === undefined ? spelt : withoutVariables(spelt, variables);
    return named === spelt ? { key: named } : { key: named, session: this.#patternOf(host, variables) };
  }

  /**
   * Two spellings of a kind turned out to be one page, or two. Pages are whole numbers.
   *
   * @returns whether something has been learnt by it.
   */
  spelling(kind: SpellingKind, key: string, page: number, isSame: boolean): boolean {
    const host = hostOfKey(key);
    if (this.#spellings.get(host)?.has(kind)) return false;
    const votes = this.#vote(`${host} ${kind}`, page, isSame);
    if (votes.witnesses < VOTES || votes.against > 0) return false;
    entryOf(this.#spellings, host).add(kind);
    return true;
  }

  /**
   * Two URLs that differ in the value of one part turned out to be one page, or two. It is believed to say nothing
   * when it did so on two pages at least: of a single one, such as a plea for consent, anything would seem to.
   *
   * @returns whether something has been learnt by it.
   */
  variable({ name }: KeyVariable, key: string, page: number, isSame: boolean): boolean {
    const host = hostOfKey(key);
    const known = this.#variables.get(host);
    if (known?.has(name) || (known?.size ?? 0) >= VARIABLES) return false;
    const votes = this.#vote(`${host} ${name}`, page, isSame);
    if (votes.for < VOTES || votes.witnesses < 2 || votes.against > 0) return false;
    entryOf(this.#variables, host).add(name);
    return true;
  }

  #vote(about: string, page: number, isSame: boolean): Votes {
    const votes = this.#votes.get(about) ?? { for: 0, last: -1, witnesses: 0, against: 0 };
    this.#votes.set(about, votes);
    if (!isSame) votes.against += 1;
    else {
      votes.for += 1;
      if (votes.last !== page) votes.witnesses += 1;
      votes.last = page;
    }
    return votes;
  }

  #patternOf(host: string, variables: ReadonlySet<string> | undefined): string {
    return `${host}/… ${[...(variables ?? [])].map((name) => `${name}={value}`).join(' ')}`;
  }
}

/** The host of a key, with its port. */
export function hostOfKey(key: string): string {
  const start = key.indexOf('//') + 2;
  return key.slice(start, key.indexOf('/', start));
}

function entryOf<T>(map: Map<string, Set<T>>, key: string): Set<T> {
  const set = map.get(key) ?? new Set<T>();
  map.set(key, set);
  return set;
}
