import { asUrl } from '../base/url.js';
import { type Fields, fieldsOf, listOf } from './fields.js';

/** A page that a hosted search consulted. */
export interface ConsultedPage {
  readonly url: string;
  readonly title?: string;
}

/** A tie between a passage of an answer and a page. */
export interface PageCitation {
  readonly url: string;
  readonly title?: string;
  /** What the page says. Anthropic's. */
  readonly citedText?: string;
  /** Where in its piece of text the citation stands, as the provider counts. OpenAI's. */
  readonly start?: number;
  readonly end?: number;
}

/** What a message of the assistant holds. */
export interface Answer {
  readonly sources: readonly ConsultedPage[];
  readonly citations: readonly PageCitation[];
  /** What a reader sees, each run of text whole. */
  readonly texts: readonly string[];
}

/** What the parts of a message hold, by the documented shapes of both providers. Parts of other kinds separate texts. */
export function answerOf(parts: readonly unknown[]): Answer {
  const known = parts.map((part) => fieldsOf(part) ?? {});
  return { sources: known.flatMap(sourcesOf), citations: known.flatMap(citationsOf), texts: runsOf(known.map(textOf)) };
}

/** A citation begins a new block, in the middle of a sentence and perhaps of a link: what stands side by side is one text. */
function runsOf(texts: readonly (string | undefined)[]): string[] {
  const runs: string[][] = [[]];
  for (const text of texts) {
    if (text === undefined) runs.push([]);
    else runs.at(-1)?.push(text);
  }
  return runs.map((run) => run.join('')).filter((run) => run !== '');
}

function textOf({ type, text, refusal }: Fields): string | undefined {
  const shown = type === 'refusal' ? refusal : type === 'text' || type === 'output_text' ? text : undefined;
  return typeof shown === 'string' ? shown : undefined;
}

function sourcesOf({ type, content, action, results }: Fields): ConsultedPage[] {
  switch (type) {
    case 'web_search_tool_result':
      // Of a search that failed, `content` is the error.
      return listOf(content).flatMap(pageOf);
    case 'web_fetch_tool_result':
      return [fieldsOf(content) ?? {}].flatMap(pageOf);
    case 'web_search_call': {
      const { url, sources } = fieldsOf(action) ?? {};
      return [{ url }, ...listOf(sources), ...listOf(results)].flatMap(pageOf);
    }
    default:
      return [];
  }
}

function pageOf({ url, title }: Fields): ConsultedPage[] {
  return typeof url === 'string' && url !== '' ? [{ url, ...(typeof title === 'string' ? { title } : {}) }] : [];
}

function citationsOf({ citations, annotations }: Fields): PageCitation[] {
  return [...listOf(citations), ...listOf(annotations)].flatMap(
    ({ type, url, source, title, cited_text, start_index, end_index }) => {
      // Results that the caller's own search gave to the model are cited by their source, which may be no address.
      const isOwn = type === 'search_result_location' && typeof source === 'string' && asUrl(source) !== undefined;
      return pageOf({ url: isOwn ? source : url, title }).map((page) => ({
        ...page,
        ...(typeof cited_text === 'string' ? { citedText: cited_text } : {}),
        ...(typeof start_index === 'number' ? { start: start_index } : {}),
        ...(typeof end_index === 'number' ? { end: end_index } : {}),
      }));
    },
  );
}
