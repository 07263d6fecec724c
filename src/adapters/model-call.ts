import { isPagewardError } from '../base/errors.js';
import { type ModelImage, modelImages } from '../tools/model-images.js';
import type { AnyTool, ToolResult } from '../tools/tool.js';
import { failureOf } from '../tools/tool-failure.js';
import type { AdapterOptions } from './adapter-options.js';

/** What came of a call: the tool's result, and what the model may look at beside its text. */
export interface ModelAnswer {
  readonly result: ToolResult<unknown>;
  readonly images: readonly ModelImage[];
}

/**
 * Runs a tool as a framework asks for it.
 *
 * @param call what the framework tells of the call
 * @throws as {@link AnyTool.run}
 */
export async function modelCall<Call>(
  tool: AnyTool,
  input: unknown,
  { call, signal, options }: { call: Call; signal: AbortSignal | null | undefined; options: AdapterOptions<Call> },
): Promise<ModelAnswer> {
  const given = signal ? { signal } : {};
  const result = await tool.run(input, { ...options.context?.(call), ...given });
  const images = result.isError || !options.images ? [] : await modelImages(result.data, options.images, given);
  return { result, images };
}

/** What the model reads of arguments that do not fit, so that it can mend them; undefined for any other error. */
export function mendingText(error: unknown): string | undefined {
  return isPagewardError(error) && error.code === 'INVALID_INPUT' ? failureOf(error).text : undefined;
}
