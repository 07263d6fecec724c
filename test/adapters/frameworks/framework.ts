import type { AdapterOptions } from '#src/adapters/adapter-options.js';
import type { ToolSource } from '#src/adapters/tool-source.js';
import type { ImageOptions } from '#src/tools/model-images.js';

/** A call that the scripted model makes. */
export interface ScriptedCall {
  readonly name: string;
  readonly input: unknown;
}

/** What the model finds in its next request for one of its calls. */
export interface Reading {
  readonly text: string;
  /** Where the provider's protocol has a mark for it. */
  readonly isError?: boolean;
  /** As URLs, those with bytes as `data:` URLs. */
  readonly images: readonly string[];
}

export interface Talk {
  /** The tools as the model is told of them. */
  readonly offered: readonly { readonly name: string; readonly schema: unknown }[];
  readonly readings: readonly Reading[];
}

export interface TalkOptions extends Pick<AdapterOptions<unknown>, 'prefix' | 'context'> {
  readonly images?: ImageOptions & Required<Pick<ImageOptions, 'loader'>>;
  readonly signal?: AbortSignal;
}

/** A framework with a scripted model: it makes the calls in one turn, and says something in the next. */
export interface Framework {
  readonly name: string;
  converse(source: ToolSource, calls: readonly ScriptedCall[], options?: TalkOptions): Promise<Talk>;
}
