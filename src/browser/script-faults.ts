import { LIMITS } from '../base/limits.js';
import { listen } from './cdp-events.js';
import type { Tab } from './tab.js';

interface Context {
  readonly id: number;
  readonly auxData?: { readonly frameId?: string; readonly isDefault?: boolean };
}

interface ExceptionDetails {
  readonly executionContextId?: number;
  readonly text?: string;
  readonly exception?: { readonly description?: string };
}

interface ConsoleCall {
  readonly type: string;
  readonly executionContextId: number;
  readonly args?: readonly { readonly value?: unknown; readonly description?: string }[];
}

/**
 * Counts what went wrong with the scripts of the document now shown: exceptions that nobody caught, errors that were
 * reported on the console, scripts that did not come. Frames in it count for nothing: they are other pages.
 */
export class ScriptFaults {
  exceptions = 0;
  complaints = 0;
  lostScripts = 0;
  /** What the exceptions and complaints say, the first of them, each once. */
  messages: readonly string[] = [];
  readonly #tab: Tab;
  readonly #contexts = new Set<number>();
  readonly #scripts = new Set<string>();
  #stopListening: () => void = () => undefined;

  constructor(tab: Tab) {
    this.#tab = tab;
  }

  /** Begins to listen; to be called before the first navigation. */
  async watch(): Promise<void> {
    const { cdp, frameId } = this.#tab;
    this.#stopListening = listen(cdp, {
      'Runtime.executionContextCreated': ({ context }: { context: Context }) => {
        if (context.auxData?.frameId === frameId && context.auxData.isDefault) this.#contexts.add(context.id);
      },
      'Runtime.executionContextsCleared': () => this.#contexts.clear(),
      'Runtime.exceptionThrown': ({ exceptionDetails }: { exceptionDetails: ExceptionDetails }) => {
        if (!this.#contexts.has(exceptionDetails.executionContextId ?? -1)) return;
        this.exceptions += 1;
        this.#note(exceptionDetails.exception?.description ?? exceptionDetails.text ?? '');
      },
      'Runtime.consoleAPICalled': ({ type, executionContextId, args = [] }: ConsoleCall) => {
        if (type !== 'error' || !this.#contexts.has(executionContextId)) return;
        this.complaints += 1;
        this.#note(args.map(({ value, description }) => String(value ?? description ?? '')).join(' '));
      },
      'Network.requestWillBeSent': (event: { requestId: string; frameId?: string; type?: string }) => {
        if (event.type === 'Script' && event.frameId === frameId) this.#scripts.add(event.requestId);
      },
      'Network.responseReceived': ({ requestId, response }: { requestId: string; response: { status: number } }) => {
        if (response.status >= 400 && this.#scripts.delete(requestId)) this.lostScripts += 1;
      },
      'Network.loadingFailed': ({ requestId, canceled }: { requestId: string; canceled?: boolean }) => {
        if (!canceled && this.#scripts.delete(requestId)) this.lostScripts += 1;
      },
      'Page.frameNavigated': ({ frame }: { frame: { id: string } }) => {
        if (frame.id === frameId) this.#forget();
      },
    });
    await cdp.send('Runtime.enable');
  }

  close(): void {
    this.#stopListening();
  }

  #note(said: string): void {
    if (this.messages.length >= LIMITS.auditExamples) return;
    const note = noteOf(said);
    if (note !== '' && !this.messages.includes(note)) this.messages = [...this.messages, note];
  }

  #forget(): void {
    this.messages = [];
    this.exceptions = 0;
    this.complaints = 0;
    this.lostScripts = 0;
    this.#scripts.clear();
  }
}

/** What a page's program says, as one line that fits into a report. */
function noteOf(said: string): string {
  const line = said.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  return line.slice(0, LIMITS.auditMessageChars);
}
