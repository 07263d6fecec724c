import { LIMITS } from '../base/limits.js';
import { DateSteps } from './date-steps.js';
import { Facets } from './facets.js';
import { repetitionIn } from './repetition.js';
import { hostOfKey } from './site-habits.js';

/**
 * `calendar`: dates that lead one to the next. `session`: a part of the address that changes while the page stays.
 * `facets`: parameters combined without end. `repetition`: segments of a path, or parameters, that come again and
 * again. `deep-path`, `long-url`: addresses grown beyond what people make. `same-content`: one page under ever new
 * addresses.
 */
export type TrapKind = 'calendar' | 'session' | 'facets' | 'repetition' | 'deep-path' | 'long-url' | 'same-content';

/** URLs without end that lead to nothing new, of which no more are read; of `same-content`, no links are followed. */
export interface Trap {
  readonly kind: TrapKind;
  /** What its URLs have in common; `{date}`, `{value}`, `{parameters}` stand for what differs. */
  readonly pattern: string;
  /** The first few of those left out. */
  readonly examples: readonly string[];
  /** How many distinct URLs were left out. */
  readonly count: number;
}

/** A trap that a URL belongs to. */
export interface TrapSign {
  readonly kind: TrapKind;
  readonly pattern: string;
}

const EXAMPLES = 3;
/** More patterns than this of one kind are told as one. */
const PATTERNS = 100;

/** Finds the traps of a crawl by the addresses of its URLs, and counts what was not read for them. */
export class Traps {
  readonly #dates = new DateSteps();
  readonly #facets = new Facets();
  readonly #found = new Map<string, { kind: TrapKind; pattern: string; examples: string[]; count: number }>();
  readonly #patternsOf = new Map<TrapKind, number>();

  /** The trap that a key, found on the URL `from`, belongs to: it is not to be read. */
  signOf(key: string, from: number | undefined): TrapSign | undefined {
    const lonely = lonelySign(key);
    if (lonely !== undefined) return lonely;
    const calendar = this.#dates.beyond(key, from);
    if (calendar !== undefined) return { kind: 'calendar', pattern: calendar };
    const facets = this.#facets.beyond(key);
    return facets === undefined ? undefined : { kind: 'facets', pattern: facets };
  }

  /** A key is going to be read, as the URL `id`. */
  keep(id: number, key: string, from: number | undefined): void {
    this.#dates.keep(id, key, from);
    this.#facets.keep(key);
  }

  /** A URL is left out for a trap; answers the trap when it is the first. */
  count({ kind, pattern }: TrapSign, url: string): Trap | undefined {
    const name = this.#nameOf(kind, pattern);
    const known = this.#found.get(name);
    const trap = known ?? { kind, pattern: name.slice(kind.length + 1), examples: [], count: 0 };
    this.#found.set(name, trap);
    trap.count += 1;
    if (trap.examples.length < EXAMPLES) trap.examples.push(url);
    return known === undefined ? copyOf(trap) : undefined;
  }

  /** All traps so far, the largest first. */
  list(): Trap[] {
    return [...this.#found.values()].map(copyOf).sort((one, other) => other.count - one.count);
  }

  #nameOf(kind: TrapKind, pattern: string): string {
    const name = `${kind} ${pattern}`;
    if (this.#found.has(name)) return name;
    const patterns = this.#patternsOf.get(kind) ?? 0;
    if (patterns >= PATTERNS) return `${kind} …`;
    this.#patternsOf.set(kind, patterns + 1);
    return name;
  }
}

/** The trap that a key belongs to by itself, whatever else was met. */
export function lonelySign(key: string): TrapSign | undefined {
  const host = hostOfKey(key);
  if (key.length > LIMITS.crawlUrlChars) return { kind: 'long-url', pattern: `${host}/…` };
  if (segmentsOf(key) > LIMITS.crawlPathSegments) return { kind: 'deep-path', pattern: `${host}/…` };
  const repeated = repetitionIn(key);
  return repeated === undefined ? undefined : { kind: 'repetition', pattern: `${host}/…${repeated}…` };
}

function copyOf(trap: Trap): Trap {
  return { ...trap, examples: [...trap.examples] };
}

function segmentsOf(key: string): number {
  const path = key.split(/[?#]/, 1)[0] ?? '';
  return path.split('/').length - 3;
}
