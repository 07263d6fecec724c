import { asUrl } from '../base/url.js';
import type { ReaderChoiceTotals } from './crawl-event.js';

/** How a page is to be read. `undecided`: over HTTP first, judged by what comes. `compare`: both ways, to see what it is worth. */
export type ReaderChoiceKind = 'http' | 'browser' | 'undecided' | 'compare';

interface Shape {
  known: 'http' | 'browser' | undefined;
  /** Of the last pages in a row, which all came to the same. */
  agreeing: number;
  /** What they came to. */
  last: 'http' | 'browser' | undefined;
  /** It has been read both ways since it was learned. */
  isConfirmed: boolean;
}

/** Pages of one shape that must come to the same before it counts as learned. */
const ENOUGH = 3;
/** Of the pages whose shape is learned, those that are read both ways. */
const SAMPLED = 1 / 50;
/** A site of more shapes has none. */
const MOST_SHAPES = 5_000;

/**
 * Learns for each shape of URL whether its pages need a browser, so that not every page is tried both ways; and stays honest:
 * what was learned is checked by reading a page both ways at once and then now and again, and given up where the two
 * disagree. Faults of the network teach nothing.
 */
export class ReaderChoice {
  readonly #random: () => number;
  readonly #shapes = new Map<string, Shape>();
  #sampled = 0;
  #disagreed = 0;

  /** `random` gives numbers from 0 to 1; seeded, a crawl chooses alike each time. */
  constructor(random: () => number) {
    this.#random = random;
  }

  get totals(): ReaderChoiceTotals {
    const known = [...this.#shapes.values()].map((shape) => shape.known);
    return {
      http: known.filter((kind) => kind === 'http').length,
      browser: known.filter((kind) => kind === 'browser').length,
      sampled: this.#sampled,
      disagreed: this.#disagreed,
    };
  }

  choose(url: string): ReaderChoiceKind {
    const shape = this.#shapes.get(shapeOf(url));
    if (shape?.known === undefined) return 'undecided';
    if (!shape.isConfirmed || this.#random() < SAMPLED) return 'compare';
    return shape.known;
  }

  /** A page of undecided shape was read; what came of it. */
  learn(url: string, came: 'http' | 'browser'): void {
    const name = shapeOf(url);
    const shape = this.#shapes.get(name) ?? { known: undefined, agreeing: 0, last: undefined, isConfirmed: false };
    if (!this.#shapes.has(name) && this.#shapes.size >= MOST_SHAPES) return;
    this.#shapes.set(name, shape);
    shape.agreeing = shape.last === came ? shape.agreeing + 1 : 1;
    shape.last = came;
    if (shape.agreeing >= ENOUGH) shape.known = came;
  }

  /** A page was read both ways: what of the two it takes. */
  compared(url: string, takes: 'http' | 'browser'): void {
    const shape = this.#shapes.get(shapeOf(url));
    if (shape === undefined) return;
    this.#sampled += 1;
    shape.isConfirmed = true;
    if (shape.known === takes) return;
    this.#disagreed += 1;
    // What was seen of it before was not all of it: it is learned anew.
    shape.known = undefined;
    shape.last = takes;
    shape.agreeing = 1;
    shape.isConfirmed = false;
  }

  /** It cannot be read both ways here: what was learned stands. */
  cannotCompare(url: string): void {
    const shape = this.#shapes.get(shapeOf(url));
    if (shape !== undefined) shape.isConfirmed = true;
  }
}

/** What the URLs of like pages have in common: host, words of the path, names of the parameters. */
export function shapeOf(url: string): string {
  const parsed = asUrl(url);
  if (parsed === undefined) return url;
  const segments = parsed.pathname.split('/').map((segment) => (isName(segment) ? segment : '*'));
  return `${parsed.host}${segments.join('/')}?${[...new Set(parsed.searchParams.keys())].sort().join('&')}`;
}

/** A word that stands for a part of the site, and not for one thing in it. */
function isName(segment: string): boolean {
  return /^[a-z_]{0,20}(?:\.[a-z]{2,5})?$/i.test(segment);
}

/** At most so many words that only the browser shows are left to chance: a date, a greeting, an advertisement. */
const CHANCE_WORDS = 20;
const CHANCE_SHARE = 0.2;

/** Whether a browser shows words that plain HTTP does not give, and more of them than chance would have. */
export function showsMore(plain: string, rendered: string): boolean {
  const known = new Set(wordsOf(plain));
  const shown = new Set(wordsOf(rendered));
  const missing = [...shown].filter((word) => !known.has(word)).length;
  return missing > CHANCE_WORDS && missing > shown.size * CHANCE_SHARE;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
