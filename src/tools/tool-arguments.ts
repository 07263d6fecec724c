import { z } from 'zod';

/**
 * What a model may give, and nothing else, printed for it in few tokens: JSON Schema without the name of its dialect,
 * which whoever prints it has asked for, and which a model has no use for.
 */
export function toolArguments<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape).meta({ $schema: undefined });
}

/** A whole number from 0 on, printed without the largest one that a number can hold. */
export const wholeNumber = z.number().int().min(0).meta({ maximum: undefined });
