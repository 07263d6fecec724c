import type { SearchResult } from '../search/search.js';

/** Results as a model or a person reads them: numbered, each with its title, address and snippet on lines of their own. */
export function renderResults(results: readonly SearchResult[]): string {
  if (results.length === 0) return 'No results.';
  return results.map(resultBlock).join('\n\n');
}

function resultBlock({ title, url, snippet }: SearchResult, index: number): string {
  const heading = `${index + 1}. ${oneLine(title) || '(untitled)'}`;
  return [heading, oneLine(url), oneLine(snippet)].filter((line) => line !== '').join('\n');
}

/** A snippet with line breaks could pass for the next result. */
function oneLine(text: string | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}
