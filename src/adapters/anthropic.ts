import { z } from 'zod';
import type { ImageType } from '../tools/image-header.js';
import { captionOf, type ModelImage } from '../tools/model-images.js';
import { type AdapterOptions, adapterShape, checkAdapterOptions, functionOption } from './adapter-options.js';
import { type CitableResult, type CitableText, citableResults } from './citable-results.js';
import { type InputSchema, inputSchemaOf } from './input-schema.js';
import { type ModelAnswer, mendingText, modelCall } from './model-call.js';
import { type NamedTool, namedTools, type ToolSource } from './tool-source.js';

export interface AnthropicOptions extends AdapterOptions<AnthropicCall> {
  /**
   * Give pages and search results as `search_result` blocks that Claude cites (default false). The API takes citations from
   * all such blocks and documents of a request, or from none, and none with structured outputs.
   */
  citations?: boolean;
  /**
   * The SDK's own class, from `@anthropic-ai/sdk/lib/tools/ToolError`: what a failed call throws, so that the model reads the
   * tool's text. Without it the SDK writes `Error: ` before that text.
   */
  ToolError?: new (
    text: string,
  ) => Error;
  /**
   * Do not end the tools when a session runner stops (default false: it ends them, a toolset whole). For tools that several
   * sessions share. `toolRunner` never ends any.
   */
  keepOpen?: boolean;
}

/** What the SDK tells of a call. */
export interface AnthropicCall {
  readonly toolUse: { readonly id: string; readonly name: string };
  readonly signal?: AbortSignal | null | undefined;
}

/** What the model gets: text, or blocks. */
export type AnthropicContent = string | (CitableText | CitableResult | AnthropicImage)[];

export interface AnthropicImage {
  readonly type: 'image';
  readonly source:
    | { readonly type: 'url'; readonly url: string }
    | { readonly type: 'base64'; readonly data: string; readonly media_type: ImageType };
}

/** A tool as the runners of the Anthropic SDK take it, and as `tools` of a request: a plain object, to be changed by spreading. */
export interface AnthropicTool {
  readonly type: 'custom';
  readonly name: string;
  readonly description: string;
  readonly input_schema: InputSchema;
  /** Throws what the SDK turns into a result with `is_error`, also for arguments that do not fit. */
  run(input: unknown, call?: AnthropicCall): Promise<AnthropicContent>;
  /** Leaves the arguments to `run`, since a schema may take its time to check them. */
  parse(input: unknown): unknown;
  close(): Promise<void>;
}

/** Stands in for the SDK's class, in the shape that it has. */
class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly content: string;

  constructor(content: string) {
    super(content);
    this.content = content;
  }
}

const optionsShape = {
  ...adapterShape,
  citations: z.boolean().optional(),
  ToolError: functionOption('must be the class ToolError of @anthropic-ai/sdk').optional(),
  keepOpen: z.boolean().optional(),
};

/**
 * Tools for `client.beta.messages.toolRunner` and for the runners of managed agents. The SDK itself is not loaded.
 *
 * A foreseen failure, and arguments that do not fit, are results with `is_error` and the tool's own text.
 *
 * @throws UsageError `INVALID_OPTION`
 * @example
 * const runner = client.beta.messages.toolRunner({ model, max_tokens, messages, tools: anthropicTools(set, { citations: true }) });
 */
export function anthropicTools(source: ToolSource, options: AnthropicOptions = {}): AnthropicTool[] {
  checkAdapterOptions(optionsShape, options, 'anthropicTools');
  const named = namedTools(source, options.prefix ?? '', 'anthropicTools');
  const closeSet = 'tools' in source ? once(() => source.close()) : undefined;
  return named.map((one) => anthropicTool(one, options, closeSet ?? once(() => one.tool.close())));
}

function anthropicTool(named: NamedTool, options: AnthropicOptions, close: () => Promise<void>): AnthropicTool {
  const { name, tool } = named;
  const Failure = options.ToolError ?? ToolError;
  return {
    type: 'custom',
    name,
    description: tool.description,
    input_schema: inputSchemaOf(named, 'draft-2020-12'),
    async run(input, call = { toolUse: { id: '', name } }) {
      const asked = modelCall(tool, input, { call, signal: call.signal, options });
      const answer = await asked.catch((error: unknown) => {
        const text = mendingText(error);
        throw text === undefined ? error : new Failure(text);
      });
      if (answer.result.isError) throw new Failure(answer.result.text);
      return contentOf(answer, options);
    },
    parse: (input) => input,
    close: async () => {
      if (!options.keepOpen) await close();
    },
  };
}

function contentOf({ result, images }: ModelAnswer, { citations }: AnthropicOptions): AnthropicContent {
  const cited = citations ? citableResults(result) : undefined;
  if (cited === undefined && images.length === 0) return result.text;
  const shown = images.flatMap((image) => [{ type: 'text' as const, text: captionOf(image) }, imageBlock(image)]);
  return [...(cited ?? [{ type: 'text', text: result.text }]), ...shown];
}

function imageBlock({ source }: ModelImage): AnthropicImage {
  if ('url' in source) return { type: 'image', source: { type: 'url', url: source.url } };
  return { type: 'image', source: { type: 'base64', data: source.data, media_type: source.mediaType } };
}

/** A runner ends every tool of a set, and the set is ended once. */
function once(end: () => Promise<void>): () => Promise<void> {
  let ending: Promise<void> | undefined;
  return () => {
    ending ??= end();
    return ending;
  };
}
