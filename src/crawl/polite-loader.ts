import { isPagewardError } from '../base/errors.js';
import type { DocumentLoader, LoadedDocument } from '../reader/reader.js';
import { faultOutcome, type PaceOutcome } from './host-pace.js';
import type { HostTurns } from './host-turns.js';
import type { RobotsFiles } from './robots-file.js';

export interface PoliteLoaderOptions {
  readonly loader: DocumentLoader;
  readonly turns: Pick<HostTurns, 'enter' | 'setCrawlDelay'>;
  /** Without it, robots.txt is not asked. */
  readonly robots?: RobotsFiles | undefined;
}

/**
 * A loader that asks robots.txt first, of where a redirect led too, and waits for its turn at the host. Its `timeoutMs` is
 * that of the request; waiting comes on top.
 *
 * @throws as the loader does; RefusedError `REFUSED_ROBOTS`; ResponseError `RATE_LIMITED` for a host to be left alone.
 */
export function politeLoader({ loader, turns, robots }: PoliteLoaderOptions): DocumentLoader {
  const admit = async (url: string, signal: AbortSignal | undefined): Promise<void> => {
    await robots?.admit(url, signal);
    const delayMs = (await robots?.fileFor(url, signal))?.crawlDelayMs;
    if (delayMs !== undefined) turns.setCrawlDelay(url, delayMs);
  };
  return {
    async load(request, options = {}) {
      const { signal } = options;
      await admit(request.url, signal);
      const turn = await turns.enter(request.url, signal);
      const started = performance.now();
      let outcome: PaceOutcome | undefined;
      try {
        const document = await loader.load(request, options);
        outcome = outcomeOf(document);
        if (document.redirects.length > 0) await admit(document.url, signal);
        return document;
      } catch (error) {
        if (isPagewardError(error)) outcome ??= faultOutcome(error.code, performance.now() - started);
        throw error;
      } finally {
        turn.leave(outcome);
      }
    },
  };
}

function outcomeOf({ statusCode, headers, loadMs }: LoadedDocument): PaceOutcome {
  const retryAfter = headers['retry-after'];
  return { statusCode, elapsedMs: loadMs, ...(retryAfter === undefined ? {} : { retryAfter }) };
}
