import { UsageError } from '../../base/errors.js';
import type { Guard } from '../../guard/guard.js';
import { AutoReader } from '../../reader/auto-reader.js';
import { BrowserReader } from '../../reader/browser-reader.js';
import { HttpReader } from '../../reader/http-reader.js';
import type { PageReader } from '../../reader/reader.js';
import type { FlagValues } from '../flag.js';
import { browserReaderOptionsOf, readerOptionsOf } from '../open-reader.js';
import type { SERVE_FLAGS } from '../options.js';

export type ReaderName = 'auto' | 'http' | 'browser';

/** The readers that requests choose from, under one guard and with one browser, which starts when a page first needs it. */
export interface Readers {
  /** Whether there is a browser to choose. */
  readonly hasBrowser: boolean;
  /** @throws UsageError `INVALID_OPTION` for a reader that the operator has not let requests have */
  choose(name: ReaderName | undefined): PageReader;
  close(): Promise<void>;
}

/** @throws UsageError `INVALID_OPTION` */
export function openReaders(values: FlagValues<typeof SERVE_FLAGS>, guard: Guard, concurrency: number): Readers {
  const preferred = values.reader ?? 'auto';
  const http = new HttpReader(readerOptionsOf(values, guard));
  if (preferred === 'http') {
    return {
      hasBrowser: false,
      choose(name = 'http') {
        if (name === 'http') return http;
        throw new UsageError(`reader ${name} is not to be had: this server has no browser`, { code: 'INVALID_OPTION' });
      },
      close: () => http.close(),
    };
  }
  // As many pages as reads: whoever has waited for a turn here need not wait for one there.
  const browser = new BrowserReader({
    ...browserReaderOptionsOf(values, guard),
    concurrency: Math.min(concurrency, 64),
  });
  const { timeout } = values;
  const readers = { http, browser, auto: new AutoReader({ http, browser, ...(timeout && { timeoutMs: timeout }) }) };
  return {
    hasBrowser: true,
    choose: (name = preferred) => readers[name],
    close: async () => void (await Promise.all([http.close(), browser.close()])),
  };
}
