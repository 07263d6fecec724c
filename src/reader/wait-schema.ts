import { z } from 'zod';

/** The checks of what a page, or an action on it, is to be waited for. */
export const conditionSchema = z.union([
  z.strictObject({ selector: z.string().min(1) }),
  z.strictObject({ expression: z.string().min(1) }),
  z.strictObject({ delayMs: z.number().int().min(0) }),
]);
