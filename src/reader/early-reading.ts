import type { BodyContent } from './body.js';
import type { ReadableDocument } from './reader.js';

/**
 * Reads what may turn out to be the document while its loader makes sure that it is done: most pages no longer change by
 * then, and the reading of those costs no time of its own.
 */
export class EarlyReading {
  readonly #read: (document: ReadableDocument) => Promise<BodyContent>;
  #draft: ReadableDocument | undefined;
  #content: Promise<BodyContent> | undefined;

  /** `read` is what reads a document; it may be called for several. */
  constructor(read: (document: ReadableDocument) => Promise<BodyContent>) {
    this.#read = read;
  }

  /** Begins to read a draft. One under way is let finish, and forgotten. */
  begin(draft: ReadableDocument): void {
    if (this.#draft !== undefined && areAlike(this.#draft, draft)) return;
    this.#draft = draft;
    this.#content = this.#read(draft);
    // Nobody may come to ask for it.
    this.#content.catch(() => undefined);
  }

  /** The content of the document as it was taken: of the draft, if that was it. */
  async finish(document: ReadableDocument): Promise<BodyContent> {
    const draft = this.#draft;
    const isRead = draft !== undefined && areAlike(draft, document) && document.readiness?.failure === undefined;
    const early = isRead ? await this.#content?.catch(() => undefined) : undefined;
    return early ?? this.#read(document);
  }
}

/** In all that reading depends on. */
function areAlike(one: ReadableDocument, other: ReadableDocument): boolean {
  return one.body === other.body && one.url === other.url && one.contentType === other.contentType;
}
