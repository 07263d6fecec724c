import { type Fields, fieldsOf, listOf } from './fields.js';

const ANTHROPIC_EVENT = /^(?:message_(?:start|delta|stop)|content_block_(?:start|delta|stop)|ping)$/;
const OPENAI_END = /^response\.(?:completed|incomplete|failed)$/;

/**
 * Puts the events of a provider's stream together to the message or response that they make. A stream that ends before its
 * last event gives none.
 */
export class StreamedMessages {
  #message: Fields = {};
  readonly #blocks = new Map<unknown, StreamedBlock>();
  #items: unknown[] = [];

  /** Whether an entry of a transcript is an event of a stream, and no message by itself. */
  isEvent({ type }: Fields): boolean {
    return typeof type === 'string' && (type.startsWith('response.') || ANTHROPIC_EVENT.test(type));
  }

  /** Takes the next event; gives the message if that completes one. */
  take(event: Fields): Fields | undefined {
    const type = String(event['type']);
    if (!type.startsWith('response.')) return this.#takeAnthropics(type, event);
    if (type === 'response.created') this.#items = [];
    if (type === 'response.output_item.done') this.#items.push(event['item']);
    if (!OPENAI_END.test(type)) return undefined;
    const response = fieldsOf(event['response']) ?? {};
    return listOf(response['output']).length > 0 ? response : { ...response, output: this.#items };
  }

  #takeAnthropics(type: string, { index, message, content_block, delta }: Fields): Fields | undefined {
    switch (type) {
      case 'message_start':
        this.#message = fieldsOf(message) ?? {};
        this.#blocks.clear();
        return undefined;
      case 'content_block_start':
        this.#blocks.set(index, new StreamedBlock(fieldsOf(content_block) ?? {}));
        return undefined;
      case 'content_block_delta':
        this.#blocks.get(index)?.add(fieldsOf(delta) ?? {});
        return undefined;
      case 'message_stop':
        return {
          ...this.#message,
          stop_reason: 'end_turn',
          content: Array.from(this.#blocks.values(), (block) => block.whole()),
        };
      default:
        return undefined;
    }
  }
}

/** A block of an Anthropic message as its text and its citations arrive. */
class StreamedBlock {
  readonly #start: Fields;
  readonly #text: string[] = [];
  readonly #citations: unknown[];

  constructor(start: Fields) {
    this.#start = start;
    this.#citations = listOf(start['citations']);
  }

  add({ type, text, citation }: Fields): void {
    if (type === 'text_delta' && typeof text === 'string') this.#text.push(text);
    if (type === 'citations_delta') this.#citations.push(citation);
  }

  whole(): Fields {
    const { type, text = '' } = this.#start;
    return type === 'text'
      ? { ...this.#start, text: `${text}${this.#text.join('')}`, citations: this.#citations }
      : this.#start;
  }
}
