import { asUrl } from '../base/url.js';
import { type Answer, answerOf, type ConsultedPage, type PageCitation } from './answer.js';
import { type Fields, fieldsOf } from './fields.js';
import { StreamedMessages } from './streamed-messages.js';

/**
 * What was said to a model and by it, in a provider's own shapes, as they came and whichever are at hand: messages or
 * responses of the Messages API (Anthropic), responses or input and output items of the Responses API (OpenAI), the events of
 * either's streams; one of them or a list. It is never changed. What has another shape is passed over.
 */
export type Transcript = object | readonly object[];

/** A page that a hosted search consulted. */
export interface HostedSource extends ConsultedPage {
  /** Of the transcript's entry. */
  readonly index: number;
}

/** A tie between a passage of an answer and a page. */
export interface HostedCitation extends PageCitation {
  /** Of the transcript's entry. */
  readonly index: number;
}

/** A completed message of the assistant, or an item of one, with its place in the transcript. */
export interface AssistantEntry extends Answer {
  readonly index: number;
}

/** The completed messages of the assistant, in order. That of a stream has the place of the event which completed it. */
export function assistantEntries(transcript: Transcript): AssistantEntry[] {
  const streamed = new StreamedMessages();
  const entries: readonly unknown[] = Array.isArray(transcript) ? transcript : [transcript];
  return entries.flatMap((value, index) => {
    const entry = fieldsOf(value);
    const message = entry && streamed.isEvent(entry) ? streamed.take(entry) : entry;
    return message && isAssistants(message) ? [{ index, ...answerOf(partsOf(message)) }] : [];
  });
}

/**
 * Every page that hosted searches consulted, each once, in the order of first appearance. Pages that the provider opened for
 * the model are among them; sources without an address, such as a provider's weather feed, are not.
 */
export function sources(transcript: Transcript): HostedSource[] {
  const found = new Map<string, HostedSource>();
  for (const { index, sources } of assistantEntries(transcript)) {
    for (const source of sources) {
      const key = asUrl(source.url)?.href ?? source.url;
      if (!found.has(key)) found.set(key, { ...source, index });
    }
  }
  return [...found.values()];
}

/** Every citation that the assistant's text carries, in the order of the transcript, repeated as often as it stands there. */
export function citations(transcript: Transcript): HostedCitation[] {
  return assistantEntries(transcript).flatMap(({ index, citations }) =>
    citations.map((citation) => ({ ...citation, index })),
  );
}

const UNDER_WAY: ReadonlySet<unknown> = new Set(['queued', 'in_progress', 'searching']);

function isAssistants({ type, role, status, stop_reason, output }: Fields): boolean {
  const isUnderWay = UNDER_WAY.has(status) || stop_reason === null;
  return !isUnderWay && (role === 'assistant' || type === 'web_search_call' || Array.isArray(output));
}

/** The parts of a message, of all items of a response, or the item itself. */
function partsOf(message: Fields): unknown[] {
  const { output, content } = message;
  if (Array.isArray(output)) {
    return output.map(fieldsOf).flatMap((item) => (item && isAssistants(item) ? [...partsOf(item), undefined] : []));
  }
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content : [message];
}
