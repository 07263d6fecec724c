import { numberHash } from './text-hash.js';

/** So many dates of one calendar are read, however they are linked: some years of months. */
const LEAST_DATES = 100;
/**
 * And those beyond only while a page that is no such date leads there in so many steps: an archive lists its months,
 * a calendar leads from one to the next.
 */
const STEPS = 24;

interface Step {
  readonly calendar: number;
  readonly steps: number;
}

/**
 * Finds calendars: URLs that differ in their date alone, found one from the other. URLs are whole numbers.
 */
export class DateSteps {
  /** Of each URL with a date: its calendar, and how many of its dates lead to it. */
  readonly #steps = new Map<number, Step>();
  readonly #dates = new Map<number, number>();

  /** The pattern of the calendar whose budget a key is beyond, when it is found on the URL `from`. */
  beyond(key: string, from: number | undefined): string | undefined {
    const pattern = datePattern(key);
    if (pattern === undefined) return undefined;
    const { steps, calendar } = this.#next(pattern, from);
    return steps > STEPS && (this.#dates.get(calendar) ?? 0) >= LEAST_DATES ? pattern : undefined;
  }

  /** The key is going to be read, as the URL `id`. */
  keep(id: number, key: string, from: number | undefined): void {
    const pattern = datePattern(key);
    if (pattern === undefined) return;
    const step = this.#next(pattern, from);
    this.#steps.set(id, step);
    this.#dates.set(step.calendar, (this.#dates.get(step.calendar) ?? 0) + 1);
  }

  #next(pattern: string, from: number | undefined): Step {
    const calendar = numberHash(pattern);
    const before = from === undefined ? undefined : this.#steps.get(from);
    return { calendar, steps: before?.calendar === calendar ? before.steps + 1 : 1 };
  }
}

const YEAR = String.raw`(?:1[89]|2\d)\d\d`;
const MONTH = '(?:0?[1-9]|1[0-2])';
const DAY = String.raw`(?:0?[1-9]|[12]\d|3[01])`;
/**
 * Dates as they stand in paths and values: `2026/12/01`, `2026-12`, `2026-W49`, `20261201`, `01-12-2026`, `12/2026`,
 * each with a time or without. Never a year alone: numbers of pages look the same.
 */
const DATE = new RegExp(
  [
    String.raw`(?<=[/=])(?:${YEAR}[-/.](?:W\d\d|${MONTH}(?:[-/.]${DAY})?)`,
    String.raw`${YEAR}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])`,
    String.raw`(?:${DAY}[-/.])?${MONTH}[-/.]${YEAR})(?:T[\d:%A-Z]*)?(?=[/&?#]|$)`,
  ].join('|'),
  'g',
);
/** Numbers that are dates by the name of their parameter. */
const NAMED = /(?<=[?&](?:year|yr|month|mon|day|week|date|jahr|monat|tag|annee|mois|y|m|d|w)=)-?\d+(?=[&#]|$)/gi;

/** A key with `{date}` for each of its dates; undefined when it has none. */
export function datePattern(key: string): string | undefined {
  if (!/\d/.test(key)) return undefined;
  const start = key.indexOf('/', key.indexOf('//') + 2);
  const place = key.slice(start);
  const pattern = place.replace(NAMED, '{date}').replace(DATE, '{date}');
  return pattern === place ? undefined : key.slice(0, start) + pattern;
}
