import { UsageError } from '../../base/errors.js';
import { locateBrowser } from '../../browser/locate.js';
import type { Guard } from '../../guard/guard.js';
import { AutoReader } from '../../reader/auto-reader.js';
import { BrowserReader } from '../../reader/browser-reader.js';
import { HttpReader } from '../../reader/http-reader.js';
import type { PageReader } from '../../reader/reader.js';
import type { FlagValues } from '../flag.js';
import { browserReaderOptionsOf, readerOptionsOf } from '../open-reader.js';
import type { SERVE_FLAGS } from '../options.js';
import { type RequestOptions, tasksIn } from './request-options.js';

/** The readers that requests choose from, under one guard and with one browser, which starts when a page first needs it. */
export interface Readers {
  /** What requests that need a browser can expect; looks at files only. */
  browser(): Promise<'off' | 'missing' | 'found'>;
  /** @throws UsageError `INVALID_OPTION` for a browser, or what needs one, where there is none or another reader is wanted */
  choose(options: RequestOptions): PageReader;
  close(): Promise<void>;
}

/** @throws UsageError `INVALID_OPTION` */
export function openReaders(values: FlagValues<typeof SERVE_FLAGS>, guard: Guard, concurrency: number): Readers {
  const preferred = values.reader ?? 'auto';
  const http = new HttpReader(readerOptionsOf(values, guard));
  if (preferred === 'http') {
    return {
      browser: async () => 'off',
      choose({ reader = 'http', ...options }) {
        const [wanted] = [...(reader === 'http' ? [] : [`reader ${reader}`]), ...tasksIn(options)];
        if (wanted === undefined) return http;
        throw new UsageError(`${wanted} needs a browser, and this server has none`, { code: 'INVALID_OPTION' });
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
    async browser() {
      const { browserPath } = values;
      return locateBrowser(browserPath === undefined ? {} : { browserPath }).then(
        () => 'found',
        () => 'missing',
      );
    },
    choose({ reader = preferred, ...options }) {
      const [wanted] = reader === 'http' ? tasksIn(options) : [];
      if (wanted === undefined) return readers[reader];
      throw new UsageError(`${wanted} needs a browser, and reader http has none`, { code: 'INVALID_OPTION' });
    },
    close: async () => void (await Promise.all([http.close(), browser.close()])),
  };
}
