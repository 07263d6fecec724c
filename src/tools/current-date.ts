import { z } from 'zod';
import { checkOptions, invalidOption } from '../base/options.js';
import { clockOption, timeZoneFault, wallClock } from './wall-clock.js';

const optionsSchema = z.strictObject({ clock: clockOption });

/**
 * A sentence for a model's instructions, such as `Today's date is 2026-08-08 (Saturday).` The date alone, so that it
 * spoils a cached prompt once a day. Call it anew for each run.
 *
 * @param tz an IANA name; default: the zone of this process
 * @throws UsageError `INVALID_OPTION` for a zone that there is not.
 * @example
 * const instructions = `You are a careful researcher. ${currentDate('Europe/Berlin')}`;
 */
export function currentDate(tz?: string, options: { clock?: () => Date } = {}): string {
  checkOptions(optionsSchema, options, 'currentDate');
  const fault = tz === undefined ? undefined : timeZoneFault(String(tz));
  if (fault !== undefined) throw invalidOption(`currentDate: tz: ${fault.message}`, 'tz', fault.hint);
  const { date, weekday } = wallClock(options.clock?.() ?? new Date(), tz);
  return `Today's date is ${date} (${weekday}).`;
}
