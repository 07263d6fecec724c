import { createHash } from 'node:crypto';
import { isPagewardError } from '../base/errors.js';
import { asUrl } from '../base/url.js';
import type { Page } from '../page/page.js';
import type { AutoReader } from '../reader/auto-reader.js';
import type { PageReader, ReadOptions } from '../reader/reader.js';
import type { ReaderChoiceTotals } from './crawl-event.js';
import { ReaderChoice, showsMore } from './reader-choice.js';

/** An AutoReader that learns, over the pages of a crawl, which of them need a browser. */
export class ChoosingReader implements PageReader {
  readonly rendersJavaScript = true;
  readonly guarded = true;
  readonly #auto: AutoReader;
  readonly #choice: ReaderChoice;

  /** `seed` decides which pages are read both ways. */
  constructor(auto: AutoReader, seed: string) {
    this.#auto = auto;
    this.#choice = new ReaderChoice(randomFrom(seed));
  }

  get totals(): ReaderChoiceTotals {
    return this.#choice.totals;
  }

  async read(url: string, options: ReadOptions = {}): Promise<Page> {
    const { browser, http } = this.#auto;
    // Only a program sees what is behind the `#`.
    if (asUrl(url)?.hash) return browser.read(url, options);
    switch (this.#choice.choose(url)) {
      case 'browser':
        return this.#rendered(url, options);
      case 'http':
        return http.read(url, options);
      case 'compare':
        return this.#bothWays(url, options);
      case 'undecided': {
        const page = await this.#auto.read(url, options);
        if (page.statusCode < 400) this.#choice.learn(url, page.rendered ? 'browser' : 'http');
        return page;
      }
    }
  }

  /** Where the browser fails, the page may be had without it. */
  async #rendered(url: string, options: ReadOptions): Promise<Page> {
    try {
      return await this.#auto.browser.read(url, options);
    } catch (error) {
      if (!isBrowserFault(error)) throw error;
      return this.#auto.read(url, options);
    }
  }

  async #bothWays(url: string, options: ReadOptions): Promise<Page> {
    const plain = await this.#auto.http.read(url, options);
    if (plain.statusCode >= 400) return plain;
    try {
      const rendered = await this.#auto.browser.read(url, options);
      const takes = showsMore(plain.text, rendered.text) ? 'browser' : 'http';
      this.#choice.compared(url, takes);
      return takes === 'browser' ? rendered : plain;
    } catch {
      options.signal?.throwIfAborted();
      this.#choice.cannotCompare(url);
      return this.#auto.read(url, options);
    }
  }
}

function isBrowserFault(error: unknown): boolean {
  return isPagewardError(error) && (error.code.startsWith('BROWSER_') || error.code === 'GUARD_SELFTEST');
}

/** Numbers from 0 to 1 that are the same for the same seed. */
function randomFrom(seed: string): () => number {
  let count = 0;
  return () => {
    count += 1;
    return createHash('sha256').update(`${seed} ${count}`).digest().readUInt32BE(0) / 2 ** 32;
  };
}
