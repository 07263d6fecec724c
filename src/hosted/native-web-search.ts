import { type AnthropicSearch, anthropicSearch } from './anthropic-search.js';
import { type OpenAISearch, openaiSearch } from './openai-search.js';
import { type NativeWebSearchOptions, parseSearchOptions } from './search-settings.js';

export type { AnthropicSearch, AnthropicSearchTool } from './anthropic-search.js';
export type { OpenAISearch, OpenAISearchTool } from './openai-search.js';
export type { ApproximateLocation, ProviderDomains } from './provider-settings.js';
export type { NativeWebSearchOptions, UserLocation } from './search-settings.js';

/** A search that the model's provider runs, for whichever provider answers. */
export interface NativeWebSearch {
  /**
   * For a request to Anthropic's Messages API.
   *
   * @throws UsageError `UNSUPPORTED_BY_PROVIDER`: a domain rule that the provider cannot be told.
   */
  anthropic(): AnthropicSearch;
  /**
   * For a request to OpenAI's Responses API.
   *
   * @throws UsageError `UNSUPPORTED_BY_PROVIDER`: a domain rule that the provider cannot be told.
   */
  openai(): OpenAISearch;
}

/**
 * A search that the model's provider runs, checked before any request is made. Makes none itself and reads no environment.
 * The provider is told which domains to search; whether it kept to them, its answer shows: see `DomainPolicy.audit`.
 *
 * @throws UsageError `INVALID_OPTION` naming the option; `UNSUPPORTED_BY_PROVIDER` for an empty list of domains to allow.
 * @example
 * const { tool } = nativeWebSearch({ allowDomains: ['europa.eu', 'oecd.org/ai'], maxUses: 5 }).anthropic();
 * const message = await client.messages.create({ model, max_tokens, messages, tools: [tool] });
 */
export function nativeWebSearch(options: NativeWebSearchOptions = {}): NativeWebSearch {
  const settings = parseSearchOptions(options);
  const tell = <Search extends AnthropicSearch | OpenAISearch>(search: Search): Search => {
    for (const warning of search.warnings) options.onWarning?.(warning);
    return search;
  };
  return { anthropic: () => tell(anthropicSearch(settings)), openai: () => tell(openaiSearch(settings)) };
}
