import {
  type ApproximateLocation,
  type ProviderDomains,
  providerDomains,
  providerLocation,
} from './provider-settings.js';
import type { SearchSettings } from './search-settings.js';

/** A web search as the Messages API takes it in `tools`. */
export interface AnthropicSearchTool extends ProviderDomains {
  type: 'web_search_20250305' | 'web_search_20260318';
  name: 'web_search';
  max_uses?: number;
  user_location?: ApproximateLocation;
  response_inclusion?: 'full';
}

/** What a search adds to a request to Anthropic. */
export interface AnthropicSearch {
  /** For `tools`. No tool of yours may be called `web_search` beside it. */
  readonly tool: AnthropicSearchTool;
  /** Options that the provider does not have. */
  readonly warnings: readonly string[];
}

/** @throws UsageError `UNSUPPORTED_BY_PROVIDER` */
export function anthropicSearch(settings: SearchSettings): AnthropicSearch {
  const { domains, maxUses, dynamicFiltering = false, searchContextSize } = settings;
  const location = providerLocation(settings.userLocation);
  const isPlaced = location !== undefined && Object.keys(location).length > 1;
  return {
    tool: {
      // The later versions filter unless told otherwise; the first cannot, and keeps its citations.
      ...(dynamicFiltering
        ? // An audit needs the results: a version that may leave them out is told not to.
          { type: 'web_search_20260318', name: 'web_search', response_inclusion: 'full' }
        : { type: 'web_search_20250305', name: 'web_search' }),
      ...(maxUses === undefined ? {} : { max_uses: maxUses }),
      ...providerDomains(domains, { provider: 'Anthropic' }),
      ...(isPlaced ? { user_location: location } : {}),
    },
    warnings: searchContextSize === undefined ? [] : ['searchContextSize is ignored: Anthropic has no such option'],
  };
}
