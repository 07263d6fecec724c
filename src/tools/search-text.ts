import { z } from 'zod';
import type { SearchResult } from '../search/search.js';
import { disarm } from './fence.js';
import { boundaryWord, type FenceBoundary } from './fence-boundary.js';
import { OUTSIDE_NOTE, type StructuredOutput } from './structured-output.js';

/** Results as a model or a person reads them: numbered, each with its title, address and snippet on lines of their own. */
export function renderResults(results: readonly SearchResult[]): string {
  if (results.length === 0) return 'No results.';
  return results.map(resultBlock).join('\n\n');
}

function resultBlock({ title, url, snippet }: SearchResult, index: number): string {
  const heading = `${index + 1}. ${oneLine(title) || UNTITLED}`;
  return [heading, oneLine(url), oneLine(snippet)].filter((line) => line !== '').join('\n');
}

/** Results as a structure for a model; its texts are those of {@link renderResults}. */
export function structuredResults(boundary: FenceBoundary | undefined): StructuredOutput<ShownSearch> {
  return {
    schema: structure,
    of({ data: { results, warnings } }) {
      const word = boundaryWord(boundary);
      const shown = (text: string | undefined): string => disarm(oneLine(text), word);
      return {
        note: OUTSIDE_NOTE,
        results: results.map(({ title, url, snippet }) => ({
          title: shown(title) || UNTITLED,
          url: shown(url),
          snippet: shown(snippet),
        })),
        warnings: [...warnings],
      };
    },
  };
}

interface ShownSearch {
  readonly results: readonly SearchResult[];
  readonly warnings: readonly string[];
}

const structure = z.strictObject({
  note: z.string(),
  results: z.array(z.strictObject({ title: z.string(), url: z.string(), snippet: z.string() })),
  warnings: z.array(z.string()).describe('What was left out, and why.'),
});

const UNTITLED = '(untitled)';

/** A snippet with line breaks could pass for the next result. */
function oneLine(text: string | undefined): string {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}
