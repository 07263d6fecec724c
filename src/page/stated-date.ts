/** Names of months by their first letters, without accents; months of several languages share a row. */
const MONTHS: readonly (readonly string[])[] = [
  ['jan', 'ene', 'gen', 'sty', 'янв', 'oca'],
  ['feb', 'fev', 'lut', 'фев', 'sub'],
  ['mar', 'maerz', 'mrt', 'мар'],
  ['apr', 'avr', 'abr', 'kwi', 'апр', 'nis'],
  ['may', 'mai', 'mei', 'mag', 'maj', 'мая', 'май'],
  ['jun', 'juin', 'giu', 'cze', 'июн', 'haz'],
  ['jul', 'juil', 'lug', 'lip', 'июл', 'tem'],
  ['aug', 'aou', 'ago', 'sie', 'авг', 'agu'],
  ['sep', 'set', 'wrz', 'сен', 'eyl'],
  ['oct', 'okt', 'out', 'ott', 'paz', 'окт', 'eki'],
  ['nov', 'lis', 'ноя', 'kas'],
  ['dec', 'dez', 'dic', 'gru', 'дек', 'ara', 'des'],
];
const CLOCK = String.raw`(?:[T\s,]+(?:at\s+)?(\d{1,2}):(\d{2})(?::(\d{2}))?(?:[.,]\d+)?(?:\s?([ap])\.?m\b\.?)?(?:\s?(Z\b|UTC|GMT|[+-]\d{2}:?\d{2}\b))?)?`;
const DAY = String.raw`(\d{1,2})(?:st|nd|rd|th|er|º|\.)?`;
const WORD = String.raw`([\p{L}\p{M}]{3,12})\.?`;
const OF = String.raw`(?:\s+(?:de|of|del))?`;

const MAX_CHARS = 1_000;

type Parts = readonly (string | undefined)[];
interface Form {
  readonly pattern: RegExp;
  /** Year, month and day, and where the clock starts among the groups. */
  readonly read: (groups: Parts) => readonly [year: string | undefined, month: number, day: string | undefined];
  readonly clock: number;
}

const form = (source: string, clock: number, read: Form['read']): Form => ({
  pattern: new RegExp(`(?<![\\p{L}\\d/.-])${source}`, 'iu'),
  read,
  clock,
});

const FORMS: readonly Form[] = [
  form(String.raw`(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d|[.-]\w)${CLOCK}`, 5, ([, y, , m, d]) => [y, Number(m), d]),
  form(String.raw`(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]${CLOCK}`, 4, ([, y, m, d]) => [
    y,
    Number(m),
    d,
  ]),
  form(String.raw`${WORD}\s+${DAY},?\s+(\d{4})\b${CLOCK}`, 4, ([, m, d, y]) => [y, monthOf(m), d]),
  form(String.raw`${DAY}${OF}[\s-]+${WORD},?${OF}[\s-]+(\d{4})\b${CLOCK}`, 4, ([, d, m, y]) => [y, monthOf(m), d]),
  // With full stops the day comes first wherever it is written so.
  form(String.raw`(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})\b${CLOCK}`, 4, ([, d, m, y]) => [y, Number(m), d]),
  form(String.raw`(\d{1,2})[/-](\d{1,2})[/-](\d{4})\b${CLOCK}`, 4, ([, a, b, y]) => [
    y,
    ...unmistakable(Number(a), Number(b)),
  ]),
  form(String.raw`(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?()(Z)?)?(?!\d)`, 4, ([, y, m, d]) => [
    y,
    Number(m),
    d,
  ]),
];

/** A date found in a text. */
export interface FoundDate {
  /** ISO 8601: `2024-05-01`, or with the time and its zone, as far as they are stated: `2024-05-01T10:00:00+02:00`. */
  readonly iso: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The first date in a text that can be read without guessing: with the year in front, or the month by its name, or a day
 * that can be no month. `03/04/2024` is two dates, and not read.
 */
export function findDate(text: string): FoundDate | undefined {
  const line = text.slice(0, MAX_CHARS);
  // Each has a year.
  if (!/\d{4}/.test(line)) return undefined;
  let first: FoundDate | undefined;
  for (const { pattern, read, clock } of FORMS) {
    const found = pattern.exec(line);
    if (found === null) continue;
    const [year, month, day] = read(found);
    const iso = isoOf(Number(year), month, Number(day), found.slice(clock));
    const date = iso === undefined ? undefined : { iso, start: found.index, end: found.index + found[0].length };
    if (date !== undefined && date.start < (first?.start ?? Number.POSITIVE_INFINITY)) first = date;
  }
  return first;
}

function isoOf(year: number, month: number, day: number, clock: Parts): string | undefined {
  if (!(year >= 1900 && year < 2100 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)))
    return undefined;
  const date = `${year}-${two(month)}-${two(day)}`;
  const [hour, minute, second, half, zone] = clock;
  if (hour === undefined || minute === undefined) return date;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  if (hours > 23 || Number(minute) > 59) return date;
  return `${date}T${two(hours)}:${minute}${second ? `:${second}` : ''}${zoneOf(zone)}`;
}

function zoneOf(zone: string | undefined): string {
  if (zone === undefined) return '';
  if (!/^[+-]/.test(zone)) return 'Z';
  return zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
}

function monthOf(name: string | undefined): number {
  const plain = (name ?? '').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return MONTHS.findIndex((names) => names.some((start) => plain.startsWith(start))) + 1;
}

function unmistakable(one: number, other: number): [month: number, day: string] {
  if (one > 12) return [other, String(one)];
  return other > 12 || one === other ? [one, String(other)] : [0, ''];
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
