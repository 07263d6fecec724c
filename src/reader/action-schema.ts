import { z } from 'zod';
import { LIMITS } from '../base/limits.js';
import { keyPressOf } from '../browser/key-press.js';
import { targetPath } from '../browser/page-action.js';
import { isSelector } from '../page/selector-syntax.js';
import { conditionSchema } from './wait-schema.js';

const target = z
  .string()
  .refine((written) => targetPath(written).every(isSelector), 'is not a CSS selector, nor several joined by >>');
const patience = { timeoutMs: z.number().int().positive('must be a positive number of milliseconds').optional() };

const action = z.union([
  z.strictObject({ click: target, ...patience }),
  z.strictObject({ fill: target, value: z.string(), ...patience }),
  z.strictObject({ select: target, value: z.union([z.string(), z.array(z.string())]), ...patience }),
  z.strictObject({
    press: z.string().refine((key) => keyPressOf(key) !== undefined, 'is not the name of a key'),
    selector: target.optional(),
    ...patience,
  }),
  z.strictObject({ scroll: z.union([z.number().int(), target]), ...patience }),
  z.strictObject({ wait: conditionSchema, ...patience }),
]);

/** The checks of a list of actions. */
export const actionsSchema = z.array(action).max(LIMITS.actions, `must be at most ${LIMITS.actions} actions`);
