import { z } from 'zod';
import { checkOptions } from '../base/options.js';
import { type ImageOptions, imagesOption } from '../tools/model-images.js';
import type { ToolContext } from '../tools/tool.js';

/** What a program can tell a tool about one call, beside its signal. */
export type CallContext = Pick<ToolContext, 'sessionId' | 'runId' | 'onProgress'>;

/** What every adapter takes. `Call` is what its framework tells of a call. */
export interface AdapterOptions<Call> {
  /**
   * Before the name of every tool (default none): against a clash with a tool of another maker, such as the `web_search` that
   * a provider runs. Names with it have 1 to 64 of the characters A-Z a-z 0-9 _ -.
   */
  prefix?: string;
  /**
   * Show the model the images of a page, where it asked for them (default: it reads their addresses). A page chooses these
   * addresses: with a loader its guard judges them, without one the provider's servers fetch them.
   */
  images?: ImageOptions;
  /** Whose call it is, and who hears of its progress, from what the framework tells of it; for `ask_human` above all. */
  context?: (call: Call) => CallContext;
}

/** The checks of {@link AdapterOptions}, to be spread into those of an adapter. */
export const adapterShape = {
  prefix: z.string().optional(),
  images: imagesOption,
  context: functionOption('must be a function of the call').optional(),
};

/** The check of an option that is a function or a class. */
export function functionOption(rule: string) {
  return z.custom<(...given: never[]) => unknown>((value) => typeof value === 'function', rule);
}

/** @throws UsageError `INVALID_OPTION` */
export function checkAdapterOptions(shape: z.ZodRawShape, options: unknown, owner: string): void {
  checkOptions(z.strictObject(shape), options, owner);
}
