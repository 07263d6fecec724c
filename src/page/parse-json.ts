import { LIMITS } from '../base/limits.js';
import { nestingDepth } from './nesting-depth.js';

/** The value of a JSON text; undefined for what is none. */
export function parseJson(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The object or list that an answer consists of; undefined for what is none: a number or a text by itself is also what a
 * server says that has no JSON. No deeper than `LIMITS.capturedDepth`.
 */
export function parseJsonAnswer(text: string): unknown {
  if (!/^\uFEFF?\s*[[{]/.test(text) || nestingDepth(text) > LIMITS.capturedDepth) return undefined;
  return parseJson(text.replace(/^\uFEFF/, ''));
}
