import { z } from 'zod';
import { checkOptions } from '../base/options.js';
import { browserTasksShape } from './browser-tasks.js';
import { contentShape } from './content.js';
import { maxBytesOption } from './options.js';
import type { LoadOptions, LoadRequest, ReadOptions } from './reader.js';

/** The checks of a deadline and a signal, as every call takes them. */
export const callShape = {
  signal: z
    .custom<AbortSignal>(
      (value) => typeof value === 'object' && value !== null && 'aborted' in value,
      'must be an AbortSignal',
    )
    .optional(),
  timeoutMs: z
    .custom<number>(
      (value) => typeof value === 'number' && value >= 0,
      'must be 0 (no deadline) or a positive number of milliseconds',
    )
    .optional(),
} as const;

// Each table names every option of its type, so that one without a check does not compile.
const listener = z.custom((value) => typeof value === 'function', 'must be a function').optional();
const tasksShape = {
  ...callShape,
  ...browserTasksShape,
  maxBytes: maxBytesOption,
  audit: z.boolean().optional(),
  onStep: listener,
};
const loadShape = {
  ...tasksShape,
  onDraft: listener,
} satisfies Record<keyof LoadOptions, z.ZodType>;
/** The checks of {@link ReadOptions}. */
export const readShape = {
  ...tasksShape,
  ...contentShape,
  images: z.boolean().optional(),
  bypassCache: z.boolean().optional(),
  html: z.boolean().optional(),
} satisfies Record<keyof ReadOptions, z.ZodType>;
const requestShape = {
  url: z.string(),
  method: z.enum(['GET', 'POST']).optional(),
  form: z.record(z.string(), z.string()).optional(),
  headers: z.record(z.string(), z.string()).optional(),
} satisfies Record<keyof LoadRequest, z.ZodType>;

const readSchema = z.strictObject(readShape);
const loadSchema = z.strictObject(loadShape);
const requestSchema = z.strictObject(requestShape);

/** @throws UsageError `INVALID_OPTION`, also for what is no option. */
export function checkReadOptions(options: ReadOptions): void {
  checkOptions(readSchema, options, 'read');
}

/** @throws UsageError `INVALID_OPTION`, also for what is no option. The URL is judged elsewhere. */
export function checkLoad(request: LoadRequest, options: LoadOptions): void {
  checkOptions(requestSchema, { ...request, url: String(request.url) }, 'load');
  checkOptions(loadSchema, options, 'load');
}
