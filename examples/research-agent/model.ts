import type { AnyTool } from 'pageward';

/** What a step asks of a model. */
export interface ModelRequest {
  readonly instructions: string;
  readonly messages: readonly Message[];
  /** All that it can do besides writing. */
  readonly tools: readonly AnyTool[];
  readonly signal?: AbortSignal | undefined;
}

export type Message =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly reply: ModelReply }
  | { readonly role: 'tools'; readonly results: readonly CallResult[] };

export interface ModelReply {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  /** The turn as the provider wrote it. It goes back unchanged, with whatever the provider has sealed into it. */
  readonly raw?: readonly unknown[];
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

export interface CallResult {
  readonly id: string;
  readonly text: string;
  readonly isError: boolean;
}

/** One turn of a conversation: a provider's model, or a script that plays one. */
export interface Model {
  readonly name: string;
  reply(request: ModelRequest): Promise<ModelReply>;
}

/** A tool's arguments as JSON Schema, which is how providers want them. */
export function argumentsOf({ input }: AnyTool): Record<string, unknown> {
  return input['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
}
