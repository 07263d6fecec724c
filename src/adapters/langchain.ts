import { captionOf, type ModelImage } from '../tools/model-images.js';
import type { ToolResult } from '../tools/tool.js';
import { type AdapterOptions, adapterShape, checkAdapterOptions, functionOption } from './adapter-options.js';
import { type InputSchema, inputSchemaOf } from './input-schema.js';
import { type ModelAnswer, mendingText, modelCall } from './model-call.js';
import { type NamedTool, namedTools, type ToolSource } from './tool-source.js';

export interface LangChainOptions<T> extends AdapterOptions<LangChainCall> {
  /** LangChain's own `tool`. Wrap it to add what it takes beside: `(run, fields) => tool(run, { ...fields, returnDirect: true })`. */
  tool: (run: LangChainRun, fields: LangChainFields) => T;
  /** LangChain's own `ToolMessage`: what says that a call failed, without ending the run. */
  ToolMessage: new (
    fields: LangChainFailure,
  ) => object;
}

/** What LangChain tells of a call: its configuration, or the runtime of an agent. */
export interface LangChainCall {
  readonly signal?: AbortSignal;
  readonly toolCall?: { readonly id?: string };
  readonly configurable?: Readonly<Record<string, unknown>>;
}

/** What the model gets, and what the program gets: LangChain's `content_and_artifact`. */
export type LangChainRun = (input: unknown, call: LangChainCall) => Promise<[content: unknown, artifact: unknown]>;

export interface LangChainFields {
  readonly name: string;
  readonly description: string;
  readonly schema: InputSchema;
  readonly responseFormat: 'content_and_artifact';
  /** Without, a model reads only that something was wrong with its arguments. */
  readonly verboseParsingErrors: true;
}

export interface LangChainFailure {
  readonly content: string;
  readonly tool_call_id: string;
  readonly status: 'error';
  readonly name: string;
  readonly artifact: unknown;
}

/** Of what LangChain's `tool` may give, that which has a schema like ours: its type covers tools of a single text as well. */
export type WithSchema<T> = T extends { readonly schema: infer S } ? (InputSchema extends S ? T : never) : never;

const optionsShape = {
  ...adapterShape,
  tool: functionOption('must be the function tool of @langchain/core/tools'),
  ToolMessage: functionOption('must be the class ToolMessage of @langchain/core/messages'),
};

/**
 * Tools for LangChain and LangGraph, made by LangChain's own `tool`: for `bindTools`, `ToolNode` and agents. What the model
 * reads is the content of the tool message, and its `artifact` is the result with its `data`.
 *
 * A failed call, also of arguments that do not fit, is a tool message of `status` `error`. Called by hand, without the id of a
 * call, a tool gives the content alone, and rejects arguments that do not fit. An abort rejects.
 *
 * @throws UsageError `INVALID_OPTION`
 * @example
 * const model = chat.bindTools(langChainTools(set, { tool, ToolMessage }));
 */
export function langChainTools<T>(source: ToolSource, options: LangChainOptions<T>): WithSchema<T>[] {
  checkAdapterOptions(optionsShape, options, 'langChainTools');
  const named = namedTools(source, options.prefix ?? '', 'langChainTools');
  return named.map((one) => options.tool(runOf(one, options), fieldsOf(one)) as WithSchema<T>);
}

function fieldsOf(named: NamedTool): LangChainFields {
  return {
    name: named.name,
    description: named.tool.description,
    schema: inputSchemaOf(named, 'draft-07'),
    responseFormat: 'content_and_artifact',
    verboseParsingErrors: true,
  };
}

function runOf<T>({ name, tool }: NamedTool, options: LangChainOptions<T>): LangChainRun {
  return async (input, call) => {
    const callId = call.toolCall?.id;
    const failure = (content: string, artifact?: ToolResult<unknown>) =>
      callId === undefined
        ? content
        : new options.ToolMessage({ content, tool_call_id: callId, status: 'error', name, artifact });
    try {
      const answer = await modelCall(tool, input, { call, signal: call.signal, options });
      const { result } = answer;
      return [result.isError ? failure(result.text, result) : contentOf(answer), result];
    } catch (error) {
      const text = mendingText(error);
      if (text === undefined || callId === undefined) throw error;
      return [failure(text), undefined];
    }
  };
}

function contentOf({ result, images }: ModelAnswer): unknown {
  if (images.length === 0) return result.text;
  const shown = images.flatMap((image) => [
    { type: 'text', text: captionOf(image) },
    { type: 'image_url', image_url: { url: addressOf(image) } },
  ]);
  return [{ type: 'text', text: result.text }, ...shown];
}

function addressOf({ source }: ModelImage): string {
  return 'url' in source ? source.url : `data:${source.mediaType};base64,${source.data}`;
}
