import {
  type ApproximateLocation,
  type ProviderDomains,
  providerDomains,
  providerLocation,
} from './provider-settings.js';
import type { SearchSettings } from './search-settings.js';

/** A web search as the Responses API takes it in `tools`. */
export interface OpenAISearchTool {
  type: 'web_search';
  filters?: ProviderDomains;
  user_location?: ApproximateLocation;
  search_context_size?: 'low' | 'medium' | 'high';
}

/** What a search adds to a request to OpenAI. */
export interface OpenAISearch {
  /** For `tools`. */
  readonly tool: OpenAISearchTool;
  /** For `include`: unasked, an answer does not say which pages were searched, and there is little to audit. */
  readonly include: 'web_search_call.action.sources'[];
  /** Options that the provider does not have, and rules that it may not heed. */
  readonly warnings: readonly string[];
}

/** Of either list, by OpenAI's guide to web search. */
const MAX_RULES = 100;

/** @throws UsageError `UNSUPPORTED_BY_PROVIDER` */
export function openaiSearch(settings: SearchSettings): OpenAISearch {
  const { domains, searchContextSize } = settings;
  const filters = providerDomains(domains, { provider: 'OpenAI', maxRules: MAX_RULES });
  const location = providerLocation(settings.userLocation);
  return {
    tool: {
      type: 'web_search',
      ...(Object.keys(filters).length === 0 ? {} : { filters }),
      ...(location === undefined ? {} : { user_location: location }),
      ...(searchContextSize === undefined ? {} : { search_context_size: searchContextSize }),
    },
    include: ['web_search_call.action.sources'],
    warnings: warningsOf(settings),
  };
}

function warningsOf({ domains, maxUses, dynamicFiltering }: SearchSettings): string[] {
  const warnings: string[] = [];
  if (maxUses !== undefined) {
    warnings.push('maxUses is ignored: OpenAI has no such option; max_tool_calls of the request bounds all its tools');
  }
  if (dynamicFiltering) warnings.push('dynamicFiltering is ignored: OpenAI has no such option');
  const byPath = domains?.rules.find(({ segments }) => segments.length > 0);
  if (byPath) {
    warnings.push(`${byPath.text} is passed on with its path, but OpenAI documents domains only: audit the answer`);
  }
  return warnings;
}
