import { z } from 'zod';
import { checkOptions } from '../base/options.js';
import type { LoadOptions } from './reader.js';

const schema = z.object({
  screenshot: z.union([z.boolean(), z.strictObject({ fullPage: z.boolean().optional() })]).optional(),
});

/**
 * The screenshot that is wanted, if one is.
 *
 * @throws UsageError `INVALID_OPTION`.
 */
export function screenshotOf({ screenshot }: LoadOptions): { readonly fullPage: boolean } | undefined {
  checkOptions(schema, { screenshot }, 'read');
  if (!screenshot) return undefined;
  return { fullPage: typeof screenshot === 'object' && screenshot.fullPage === true };
}
