import { z } from 'zod';
import { nearestName } from '../base/nearest-name.js';

/** The check of an option that stands in for the system's clock. */
export const clockOption = z
  .custom<() => Date>((value) => typeof value === 'function', 'must be a function that gives a Date')
  .optional();

/** A moment as the clock and the calendar on the wall of some place show it. */
export interface WallClock {
  /** `2026-08-08`. */
  readonly date: string;
  /** `14:03:22`. */
  readonly time: string;
  /** From UTC: `+02:00`. */
  readonly offset: string;
  /** In English. */
  readonly weekday: string;
}

/**
 * @param timeZone an IANA name; default: the zone of this process
 * @throws RangeError for a zone that there is not: see {@link timeZoneFault}
 */
export function wallClock(moment: Date, timeZone?: string): WallClock {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23', weekday: 'long' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
    ...(timeZone === undefined ? {} : { timeZone }),
  });
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  const part = (name: Intl.DateTimeFormatPartTypes): string => parts.get(name) ?? '';
  const date = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
  const time = `${part('hour')}:${part('minute')}:${part('second')}`;
  const offsetMinutes = Math.round((Date.parse(`${date}T${time}Z`) - moment.getTime()) / 60_000);
  return { date, time, offset: offsetText(offsetMinutes), weekday: part('weekday') };
}

/** What is wrong with the name of a time zone, and what might have been meant; undefined when there is such a zone. */
export function timeZoneFault(name: string): { readonly message: string; readonly hint: string } | undefined {
  if (isTimeZone(name)) return undefined;
  const meant = nearestZone(name);
  const hint =
    meant === undefined ? 'Give an IANA name such as Europe/Berlin, or leave it out.' : `Did you mean ${meant}?`;
  return { message: `Unknown timezone '${name.slice(0, 80)}'.`, hint };
}

function isTimeZone(name: string): boolean {
  // Newer engines take `+02:00` for a zone, which no calendar does.
  if (!/^[a-z]/i.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** `Berlin` and `new york` mean the zones that end so. */
function nearestZone(name: string): string | undefined {
  const zones = Intl.supportedValuesOf('timeZone');
  const city = name.trim().replaceAll(' ', '_').toLowerCase();
  // Slips are counted letter by letter.
  return zones.find((zone) => zone.toLowerCase().endsWith(`/${city}`)) ?? nearestName(name.slice(0, 80), zones);
}

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
