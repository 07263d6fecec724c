import path from 'node:path';
import { z } from 'zod';
import { asUrl } from '../base/url.js';
import type { Page } from '../page/page.js';
import type { RowRules } from '../page/row-rules.js';
import type { PageReader, ReadOptions } from '../reader/reader.js';
import {
  type Expectation,
  type ExpectationResult,
  judgeExpectation,
  type ReadyExpectation,
  readyExpectation,
} from './expectation.js';
import { fileLines } from './file-lines.js';
import { patternJudge } from './scope.js';

const keptRow = z.looseObject({
  expectations: z.array(z.looseObject({ name: z.string(), ok: z.boolean() })).optional(),
});

/** A page, and how it stands to what was expected of it. */
export type JudgedPage = Page & { readonly expectations?: readonly ExpectationResult[] };

export interface ExpectationTotals {
  /** Pages that are otherwise than expected. */
  readonly failed: number;
  /** Names of expectations, not optional ones, that no page has met yet, rightly or not. */
  readonly unmatched: readonly string[];
}

/** What is expected of the pages of a crawl, and how they stand to it. */
export class Expectations {
  readonly #each: readonly { readonly expectation: ReadyExpectation; readonly fits: (url: URL) => boolean }[];
  readonly #met = new Set<string>();
  #failed = 0;

  /** @throws UsageError `INVALID_OPTION` */
  constructor(expectations: readonly Expectation[]) {
    this.#each = expectations.map((expectation) => ({
      expectation: readyExpectation(expectation),
      fits: patternJudge([expectation.url], 'expect'),
    }));
  }

  get totals(): ExpectationTotals {
    const unmatched = this.#each
      .map(({ expectation }) => expectation)
      .filter(({ optional, name }) => !optional && !this.#met.has(name));
    return { failed: this.#failed, unmatched: unmatched.map(({ name }) => name) };
  }

  /** A reader whose pages come judged. */
  reading(reader: PageReader): PageReader {
    const { rendersJavaScript, guarded, maxBytes } = reader;
    return {
      ...(rendersJavaScript === undefined ? {} : { rendersJavaScript }),
      ...(guarded === undefined ? {} : { guarded }),
      ...(maxBytes === undefined ? {} : { maxBytes }),
      read: (url, options) => this.#read(reader, url, options),
    };
  }

  /** Brings back how the pages stood that earlier runs have kept in a folder. */
  async restore(folder: string): Promise<void> {
    for await (const line of fileLines(path.join(folder, 'pages.jsonl'))) {
      this.counted(keptRow.parse(JSON.parse(line)).expectations);
    }
  }

  /** A page counts, of this run or of one before it. */
  counted(results: readonly Pick<ExpectationResult, 'name' | 'ok'>[] | undefined): void {
    for (const { name, ok } of results ?? []) {
      this.#met.add(name);
      if (!ok) this.#failed += 1;
    }
  }

  async #read(reader: PageReader, url: string, options?: ReadOptions): Promise<JudgedPage> {
    const address = asUrl(url);
    const fitting = address === undefined ? [] : this.#each.filter(({ fits }) => fits(address));
    if (fitting.length === 0) return reader.read(url, options);
    // What each asks for comes in a field of its own.
    const asked = fitting.map(({ expectation: { rules } }, at) => [`e${at}`, { fields: rules }] as const);
    const wanted = asked.filter(([, { fields }]) => Object.keys(fields).length > 0);
    const extract: RowRules = { fields: Object.fromEntries(wanted) };
    const page = await reader.read(url, wanted.length === 0 ? options : { ...options, extract });
    const { data, ...rest } = page;
    const expectations = await Promise.all(
      fitting.map(({ expectation }, at) => judgeExpectation(expectation, page, foundIn(data?.[0], `e${at}`))),
    );
    return { ...rest, expectations };
  }
}

function foundIn(row: Readonly<Record<string, unknown>> | undefined, field: string): Readonly<Record<string, unknown>> {
  const found = row?.[field];
  return typeof found === 'object' && found !== null ? (found as Readonly<Record<string, unknown>>) : {};
}
