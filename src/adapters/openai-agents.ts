import { captionOf } from '../tools/model-images.js';
import { type AdapterOptions, adapterShape, checkAdapterOptions, functionOption } from './adapter-options.js';
import { type InputSchema, inputSchemaOf } from './input-schema.js';
import { type ModelAnswer, mendingText, modelCall } from './model-call.js';
import { type NamedTool, namedTools, type ToolSource } from './tool-source.js';

export interface OpenAIAgentsOptions<T> extends AdapterOptions<OpenAIAgentsCall> {
  /**
   * The SDK's own `tool`. Wrap it to add what it takes beside: `(definition) => tool({ ...definition, needsApproval: true })`.
   */
  tool: (definition: OpenAIAgentsDefinition) => T;
}

/** What the SDK tells of a call: its run context, with the context that the program gave to the run. */
export interface OpenAIAgentsCall {
  readonly context: unknown;
}

/** What goes into the SDK's `tool`. */
export interface OpenAIAgentsDefinition {
  readonly name: string;
  readonly description: string;
  readonly parameters: InputSchema & { readonly additionalProperties: true };
  /**
   * Strict mode makes every argument required, so that a model fills in those it would leave out, and cannot say an open map
   * such as the headers of `http_request`. What does not fit is told the model all the same, by the tool.
   */
  readonly strict: false;
  execute(
    input: unknown,
    call?: OpenAIAgentsCall,
    details?: { readonly signal?: AbortSignal },
  ): Promise<OpenAIAgentsOutput>;
  errorFunction(call: unknown, error: unknown): string;
}

/** What the model gets: text, or text and images. */
export type OpenAIAgentsOutput = string | OpenAIAgentsPart[];

export type OpenAIAgentsPart =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'image';
      readonly image: { readonly url: string } | { readonly data: string; readonly mediaType: string };
    };

const optionsShape = { ...adapterShape, tool: functionOption('must be the function tool of @openai/agents') };

/**
 * Tools for an `Agent` of the OpenAI Agents SDK, made by its own `tool`.
 *
 * What the model reads of a failure is the tool's own text, also of arguments that do not fit; of an error that nobody
 * foresaw, that there was one. An abort ends the run.
 *
 * @throws UsageError `INVALID_OPTION`
 * @example
 * const agent = new Agent({ name: 'Reader', tools: openAIAgentsTools(set, { tool }) });
 */
export function openAIAgentsTools<T>(source: ToolSource, options: OpenAIAgentsOptions<T>): T[] {
  checkAdapterOptions(optionsShape, options, 'openAIAgentsTools');
  const named = namedTools(source, options.prefix ?? '', 'openAIAgentsTools');
  return named.map((one) => options.tool(definitionOf(one, options)));
}

function definitionOf<T>(named: NamedTool, options: OpenAIAgentsOptions<T>): OpenAIAgentsDefinition {
  const { name, tool } = named;
  return {
    name,
    description: tool.description,
    parameters: { ...inputSchemaOf(named, 'draft-2020-12'), additionalProperties: true },
    strict: false,
    async execute(input, call = { context: undefined }, details = {}) {
      return outputOf(await modelCall(tool, input, { call, signal: details.signal, options }));
    },
    errorFunction: (_, error) => mendingText(error) ?? `${name} failed unexpectedly. Go on without it.`,
  };
}

function outputOf({ result, images }: ModelAnswer): OpenAIAgentsOutput {
  if (images.length === 0) return result.text;
  const shown = images.flatMap((image): OpenAIAgentsPart[] => [
    { type: 'text', text: captionOf(image) },
    { type: 'image', image: image.source },
  ]);
  return [{ type: 'text', text: result.text }, ...shown];
}
