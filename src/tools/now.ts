import { z } from 'zod';
import { checkOptions } from '../base/options.js';
import { type Tool, tool } from './tool.js';
import { toolArguments } from './tool-arguments.js';
import { clockOption, timeZoneFault, wallClock } from './wall-clock.js';

export interface NowOptions {
  /** What the model calls it (default `now`). */
  name?: string;
  /** Hard end of a call in milliseconds (default 0: none; it waits for nothing). */
  timeoutMs?: number;
  /** Instead of the system's clock. */
  clock?: () => Date;
}

/** What the model gives. */
export interface NowInput {
  tz?: string | undefined;
}

/** The time as it stands in the answer. */
export interface NowOutput {
  /** ISO 8601 with the offset from UTC: `2026-08-08T14:03:22+02:00`. */
  readonly now: string;
}

const optionsSchema = z.strictObject({
  name: z.string().optional(),
  timeoutMs: z.number().optional(),
  clock: clockOption,
});

const input = toolArguments({
  tz: z
    .string()
    .superRefine((zone, context) => {
      const fault = timeZoneFault(zone);
      if (fault !== undefined) context.addIssue({ code: 'custom', message: `${fault.message} ${fault.hint}` });
    })
    .optional()
    .describe('IANA time zone, such as UTC or Asia/Shanghai. Default: that of this machine.'),
});

const output = z.strictObject({ now: z.string().describe('ISO 8601 with the offset from UTC.') });

/**
 * Makes the tool that tells a model what time it is: ISO 8601 with the offset from UTC. A zone that there is not is
 * invalid input, which the model can mend.
 *
 * @throws UsageError `INVALID_OPTION`
 * @example
 * const { text } = await now().run({ tz: 'Europe/Berlin' }); // 2026-08-08T14:03:22+02:00
 */
export function now(options: NowOptions = {}): Tool<NowInput, NowOutput> {
  checkOptions(optionsSchema, options, 'now');
  const { name = 'now', timeoutMs = 0, clock = () => new Date() } = options;
  return tool({
    name,
    title: 'Current time',
    description: 'Tells the current date and time as ISO 8601 with the offset from UTC.',
    input,
    output: { schema: output, of: ({ text }) => ({ now: text }) },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    timeoutMs,
    async run({ tz }) {
      const { date, time, offset } = wallClock(clock(), tz);
      const text = `${date}T${time}${offset}`;
      return { text, data: { now: text } };
    },
  });
}
