/** Digits with what may part them: a point, a comma, an apostrophe, or one space. */
const NUMBERS = /\d+(?:[.,'’\u00a0\u202f\u2009 ]\d+)*/g;
const MAGNITUDE = /^\s?(?:k|m|b|bn|mio|mln|mrd|thousand|million|billion)(?![\p{L}\d])/iu;
/** No number for people is longer; and it bounds the work. */
const MAX_CHARS = 200;

/**
 * The one number in a text, with a currency or a unit around it (`€ 1.299,00`, `-5 %`); undefined rather than guessed:
 *
 * - no number or more than one (`10-20`), a number that is part of a name (`A4`), or shortened (`1.2k`);
 * - thousands are parted by a space or an apostrophe, or by the sign that is not the last of two kinds, in threes;
 * - one point or comma before exactly three digits (`1,234`) may be either, unless `decimal` says which, or a zero
 *   stands in front (`0.125`).
 */
export function parseNumber(text: string, decimal?: '.' | ','): number | undefined {
  if (text.length > MAX_CHARS) return undefined;
  const matches = [...text.matchAll(NUMBERS)];
  const [match] = matches;
  if (match === undefined || matches.length > 1) return undefined;
  const before = text.slice(0, match.index);
  const after = text.slice(match.index + match[0].length);
  if (/[\p{L}_.,]$/u.test(before) || MAGNITUDE.test(after)) return undefined;
  const value = numberOf(match[0], decimal);
  const isNegative = /(?:^|\s)[-−]\s?(?:\p{Sc}\s?)?$/u.test(before) || /\p{Sc}[-−]$/u.test(before);
  return value === undefined || !isNegative ? value : -value;
}

function numberOf(written: string, decimal: '.' | ',' | undefined): number | undefined {
  const spaced = written.replace(/['’\u00a0\u202f\u2009 ]/g, "'");
  const sign = decimal ?? decimalOf(spaced);
  if (sign === undefined) return undefined;
  const [whole = '', fraction, ...more] = sign === 'none' ? [spaced] : spaced.split(sign);
  if (more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return undefined;
  // In threes, and by one sign throughout.
  if (!/^\d+$/.test(whole) && !/^\d{1,3}(['.,])\d{3}(?:\1\d{3})*$/.test(whole)) return undefined;
  const value = Number(`${whole.replace(/\D/g, '')}.${fraction ?? '0'}`);
  return Number.isFinite(value) ? value : undefined;
}

/** Undefined where it may be either. */
function decimalOf(written: string): '.' | ',' | 'none' | undefined {
  const signs = written.match(/[.,]/g) ?? [];
  const last = signs.at(-1);
  if (last !== '.' && last !== ',') return 'none';
  if (signs.some((sign) => sign !== last)) return last;
  if (signs.length > 1) return 'none';
  const isEither = /^[1-9]\d{0,2}[.,]\d{3}$/.test(written);
  return isEither ? undefined : last;
}
