import { z } from 'zod';
import { InvalidInputError } from '../base/errors.js';
import { captionOf, type ImageOptions, type ModelImage } from '../tools/model-images.js';
import { parseInput, type ToolResult } from '../tools/tool.js';
import { type AdapterOptions, adapterShape, checkAdapterOptions } from './adapter-options.js';
import { inputSchemaOf } from './input-schema.js';
import { mendingText, modelCall } from './model-call.js';
import { type NamedTool, namedTools, type ToolSource } from './tool-source.js';

export interface AiSdkOptions extends AdapterOptions<AiSdkCall> {
  /** As everywhere, but with a loader: AI SDK 5 takes images as bytes only. */
  images?: ImageOptions & Required<Pick<ImageOptions, 'loader'>>;
}

/** What the AI SDK tells of a call. */
export interface AiSdkCall {
  readonly toolCallId: string;
  readonly abortSignal?: AbortSignal | undefined;
  readonly messages?: readonly unknown[];
  readonly experimental_context?: unknown;
}

/**
 * What a call gives the program, and a user interface that the SDK streams to: `text` is what the model reads, `data` what
 * the tool found out. Plain JSON.
 */
export type AiSdkResult = ToolResult<unknown> & { readonly images?: readonly ModelImage[] };

/** What the model gets of a result, in the forms that AI SDK 5 and 6 have in common. */
export type AiSdkModelOutput =
  | { readonly type: 'text' | 'error-text'; readonly value: string }
  | { readonly type: 'content'; readonly value: AiSdkPart[] };

export type AiSdkPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'media'; readonly data: string; readonly mediaType: string };

/** A tool as AI SDK 5 and 6 take it: a plain object, to be changed by spreading. */
export interface AiSdkTool {
  readonly title: string;
  readonly description: string;
  /** Gives the SDK its kind of schema. The type says nothing of it: only the SDK's own types can name the brand. */
  readonly inputSchema: () => never;
  /** Rejects as `Tool.run` does. */
  execute(input: unknown, call: AiSdkCall): Promise<AiSdkResult>;
  /** Takes a result (AI SDK 5), or a result with its call (AI SDK 6). */
  toModelOutput(given: unknown): AiSdkModelOutput;
}

const optionsShape = {
  ...adapterShape,
  images: adapterShape.images.refine((images) => images === undefined || images.loader !== undefined, {
    message: 'must have a loader: AI SDK 5 takes images as bytes only',
  }),
};

/**
 * Tools for `generateText`, `streamText` and agents of the AI SDK 5 and 6, by name, to be spread into `tools`. The SDK itself
 * is not loaded.
 *
 * Arguments that do not fit are the SDK's to handle (`InvalidToolInputError`, repair, `tool-error`); a foreseen failure is a
 * result that the model reads as `error-text`; an abort rejects.
 *
 * @throws UsageError `INVALID_OPTION`
 * @example
 * const { text } = await generateText({ model, prompt, tools: aiSdkTools(set), stopWhen: stepCountIs(10) });
 */
export function aiSdkTools(source: ToolSource, options: AiSdkOptions = {}): Record<string, AiSdkTool> {
  checkAdapterOptions(optionsShape, options, 'aiSdkTools');
  const named = namedTools(source, options.prefix ?? '', 'aiSdkTools');
  return Object.fromEntries(named.map((one) => [one.name, aiSdkTool(one, options)]));
}

function aiSdkTool(named: NamedTool, options: AiSdkOptions): AiSdkTool {
  const { tool } = named;
  const schema = brandedSchema(named);
  return {
    title: tool.title,
    description: tool.description,
    inputSchema: (() => schema) as () => never,
    async execute(input, call) {
      try {
        const { result, images } = await modelCall(tool, input, { call, signal: call.abortSignal, options });
        return images.length === 0 ? result : { ...result, images };
      } catch (error) {
        throw withHint(error);
      }
    },
    toModelOutput: (given) => modelOutput(resultIn(given)),
  };
}

/**
 * A schema as the SDK's `jsonSchema()` makes one. Not the tool's own: AI SDK 5 takes no other than zod's, and would hand on
 * what the schema makes of the arguments, which the tool then parses once more.
 */
function brandedSchema(named: NamedTool) {
  const { input } = named.tool;
  return {
    [Symbol.for('vercel.ai.schema')]: true,
    [Symbol.for('vercel.ai.validator')]: true,
    jsonSchema: inputSchemaOf(named, 'draft-07'),
    async validate(value: unknown) {
      try {
        await parseInput(named.name, input, value);
        return { success: true, value };
      } catch (error) {
        return { success: false, error: withHint(error) };
      }
    },
  };
}

/** Of an error the SDK shows the model nothing but the message. */
function withHint(error: unknown): unknown {
  const text = mendingText(error);
  return text === undefined ? error : new InvalidInputError(text, { cause: error });
}

const resultShape = z.object({
  text: z.string(),
  isError: z.boolean(),
  images: z
    .array(z.object({ number: z.number().optional(), source: z.object({ data: z.string(), mediaType: z.string() }) }))
    .default([]),
});

/** AI SDK 6 wraps a result with its call; one that comes back from a user interface has been JSON in between. */
function resultIn(given: unknown): unknown {
  const isCall = typeof given === 'object' && given !== null && 'toolCallId' in given && 'output' in given;
  return isCall ? given.output : given;
}

function modelOutput(given: unknown): AiSdkModelOutput {
  const result = resultShape.safeParse(given).data;
  // The program put something else in its place, and says by that what the model is to read.
  if (result === undefined)
    return { type: 'text', value: typeof given === 'string' ? given : (JSON.stringify(given) ?? '') };
  const { text, isError, images } = result;
  if (isError) return { type: 'error-text', value: text };
  if (images.length === 0) return { type: 'text', value: text };
  const shown = images.flatMap((image): AiSdkPart[] => [
    { type: 'text', text: captionOf(image) },
    { type: 'media', data: image.source.data, mediaType: image.source.mediaType },
  ]);
  return { type: 'content', value: [{ type: 'text', text }, ...shown] };
}
