import type { Tab } from './tab.js';

/**
 * Counts what went wrong with the scripts of the document now shown: exceptions that nobody caught, errors that were
 * reported on the console, scripts that did not come. Frames in it count for nothing: they are other pages.
 */
export class ScriptFaults {
  exceptions = 0;
  complaints = 0;
  lostScripts = 0;
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
    const onContext = ({
      context,
    }: {
      context: { id: number; auxData?: { frameId?: string; isDefault?: boolean } };
    }) => {
      if (context.auxData?.frameId === frameId && context.auxData.isDefault) this.#contexts.add(context.id);
    };
    const onCleared = (): void => this.#contexts.clear();
    const onException = ({ exceptionDetails }: { exceptionDetails: { executionContextId?: number } }): void => {
      if (this.#contexts.has(exceptionDetails.executionContextId ?? -1)) this.exceptions += 1;
    };
    const onConsole = ({ type, executionContextId }: { type: string; executionContextId: number }): void => {
      if (type === 'error' && this.#contexts.has(executionContextId)) this.complaints += 1;
    };
    const onRequest = (event: { requestId: string; frameId?: string; type?: string }): void => {
      if (event.type === 'Script' && event.frameId === frameId) this.#scripts.add(event.requestId);
    };
    const onAnswer = ({ requestId, response }: { requestId: string; response: { status: number } }): void => {
      if (response.status >= 400 && this.#scripts.delete(requestId)) this.lostScripts += 1;
    };
    const onFailed = ({ requestId, canceled }: { requestId: string; canceled?: boolean }): void => {
      if (!canceled && this.#scripts.delete(requestId)) this.lostScripts += 1;
    };
    const onNavigated = ({ frame }: { frame: { id: string } }): void => {
      if (frame.id === frameId) this.#forget();
    };
    cdp.on('Runtime.executionContextCreated', onContext);
    cdp.on('Runtime.executionContextsCleared', onCleared);
    cdp.on('Runtime.exceptionThrown', onException);
    cdp.on('Runtime.consoleAPICalled', onConsole);
    cdp.on('Network.requestWillBeSent', onRequest);
    cdp.on('Network.responseReceived', onAnswer);
    cdp.on('Network.loadingFailed', onFailed);
    cdp.on('Page.frameNavigated', onNavigated);
    this.#stopListening = () => {
      cdp.off('Runtime.executionContextCreated', onContext);
      cdp.off('Runtime.executionContextsCleared', onCleared);
      cdp.off('Runtime.exceptionThrown', onException);
      cdp.off('Runtime.consoleAPICalled', onConsole);
      cdp.off('Network.requestWillBeSent', onRequest);
      cdp.off('Network.responseReceived', onAnswer);
      cdp.off('Network.loadingFailed', onFailed);
      cdp.off('Page.frameNavigated', onNavigated);
    };
    await cdp.send('Runtime.enable');
  }

  close(): void {
    this.#stopListening();
  }

  #forget(): void {
    this.exceptions = 0;
    this.complaints = 0;
    this.lostScripts = 0;
    this.#scripts.clear();
  }
}
