import path from 'node:path';
import { z } from 'zod';
import { checkOptions, invalidOption } from '../base/options.js';
import { asUrl } from '../base/url.js';
import type { Page } from '../page/page.js';
import type { RowRules } from '../page/row-rules.js';
import type { PageReader, ReadOptions } from '../reader/reader.js';
import type { CrawlExpectation, CrawlFailure } from './crawl-event.js';
import type { Step } from './crawl-outcome.js';
import {
  type Expectation,
  type ExpectationResult,
  type ExpectationTotals,
  expectationSchema,
  type JudgedPage,
  type ReadyExpectation,
  readyExpectation,
} from './expectation.js';
import { fileLines } from './file-lines.js';
import { jsonLine } from './json-line.js';
import { type Found, judgeExpectation, unreadResult } from './judge-expectation.js';
import { patternJudge } from './scope.js';

/** How a page stands to what was expected of it: a line of `expectations.jsonl`. */
interface JudgedRow extends ExpectationResult {
  /** As it was asked for. */
  readonly url: string;
  /** Of an answer. */
  readonly status?: number | undefined;
  readonly finalUrl?: string;
}

const keptRow = z.looseObject({ url: z.string(), name: z.string(), ok: z.boolean(), status: z.number().optional() });

/** At the door of whatever holds pages to contracts: of a crawl as of a read. */
const optionShape = z.object({ expect: z.array(expectationSchema) });

/** What becomes of the expectations of a URL. */
export interface Judgement {
  /** Of `expectations.jsonl`. */
  readonly lines: string;
  /** Of those that are not met. */
  readonly events: readonly CrawlExpectation[];
}

/** What is expected of the pages of a crawl, and how they stand to it. */
export class Expectations {
  readonly #each: readonly { readonly expectation: ReadyExpectation; readonly fits: (url: URL) => boolean }[];
  readonly #met = new Set<string>();
  /** Names of what is not met, by the URL that was asked for. */
  readonly #failed = new Map<string, Set<string>>();
  readonly #expectedFailures = new Set<string>();

  private constructor(expectations: readonly ReadyExpectation[]) {
    this.#each = expectations.map((expectation) => ({ expectation, fits: patternJudge([expectation.url], 'expect') }));
    const names = this.#each.map(({ expectation: { name } }) => name);
    const twice = names.find((name, at) => names.indexOf(name) < at);
    if (twice !== undefined)
      throw invalidOption(`expect: two are called ${twice}: give each a name of its own`, 'expect');
  }

  /** @throws UsageError `INVALID_OPTION` */
  static async of(expectations: readonly Expectation[]): Promise<Expectations> {
    checkOptions(optionShape, { expect: expectations }, 'expect');
    if (expectations.length === 0) throw invalidOption('expect: there is no expectation in it', 'expect');
    return new Expectations(await Promise.all(expectations.map(readyExpectation)));
  }

  get totals(): ExpectationTotals {
    const unmatched = this.#each
      .map(({ expectation }) => expectation)
      .filter(({ optional, name }) => !optional && !this.#met.has(name));
    return {
      failed: [...this.#failed.values()].reduce((sum, { size }) => sum + size, 0),
      failedPages: this.#failed.size,
      expectedFailures: this.#expectedFailures.size,
      unmatched: unmatched.map(({ name, url }) => ({ name, url: String(url) })),
    };
  }

  /** Whether something is expected of the page at a URL. */
  isAbout(url: string): boolean {
    return this.#fitting(url).length > 0;
  }

  /** A reader whose pages come judged; it is asked for no rows of the caller's own. */
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
    for await (const line of fileLines(path.join(folder, 'expectations.jsonl'))) {
      this.#count(keptRow.parse(JSON.parse(line)));
    }
  }

  /** Counts how a page stands that was read from a URL. */
  ofPage(url: string, page: JudgedPage): Judgement {
    const { expectations = [], url: finalUrl, statusCode: status } = page;
    const led = finalUrl === url ? {} : { finalUrl };
    return this.#judged(expectations.map((result) => ({ url, ...led, status, ...result })));
  }

  /** Counts what was not read, or was answered with a status of 400 and above. */
  ofFailure(url: string, { page, code, message }: Pick<CrawlFailure, 'page' | 'code' | 'message'>): Judgement {
    if (page !== undefined) return this.ofPage(url, page);
    const unread = this.#fitting(url).map((expectation) => unreadResult(expectation, `${code}: ${message}`));
    return this.#judged(unread.map((result) => ({ url, ...result })));
  }

  #judged(rows: readonly JudgedRow[]): Judgement {
    for (const row of rows) this.#count(row);
    const events = rows.flatMap(({ ok, url, finalUrl = url, name, faults = [] }): CrawlExpectation[] =>
      ok ? [] : [{ type: 'expectation', url: finalUrl, name, faults }],
    );
    return { lines: rows.map(jsonLine).join(''), events };
  }

  /** The last of a URL counts: one that failed may be asked for again. */
  #count({ url, name, ok, status = 0 }: Pick<JudgedRow, 'url' | 'name' | 'ok' | 'status'>): void {
    if (!this.#each.some(({ expectation }) => expectation.name === name)) return;
    this.#met.add(name);
    const failed = this.#failed.get(url) ?? new Set();
    if (ok) failed.delete(name);
    else failed.add(name);
    if (failed.size === 0) this.#failed.delete(url);
    else this.#failed.set(url, failed);
    if (failed.size === 0 && status >= 400) this.#expectedFailures.add(url);
    else this.#expectedFailures.delete(url);
  }

  #fitting(url: string): ReadyExpectation[] {
    const address = asUrl(url);
    if (address === undefined) return [];
    return this.#each.filter(({ fits }) => fits(address)).map(({ expectation }) => expectation);
  }

  async #read(reader: PageReader, url: string, options?: ReadOptions): Promise<JudgedPage> {
    const fitting = this.#fitting(url);
    if (fitting.length === 0) return reader.read(url, options);
    // What each asks for comes in a field of its own.
    const asked = fitting.map(({ rules }, at) => [`e${at}`, { fields: rules }] as const);
    const wanted = asked.filter(([, { fields }]) => Object.keys(fields).length > 0);
    const extract: RowRules = { fields: Object.fromEntries(wanted) };
    const page = await reader.read(url, wanted.length === 0 ? options : { ...options, extract });
    const { data, ...rest } = page;
    const expectations = await Promise.all(
      fitting.map((expectation, at) => judgeExpectation(expectation, page, foundIn(data, `e${at}`))),
    );
    return { ...rest, expectations };
  }
}

/** A step of the crawl with what it means for the expectations of its URL. */
export function withJudgement(step: Step, judgement: Judgement | undefined): Step {
  if (judgement === undefined || judgement.lines === '') return step;
  const { outcome, events } = step;
  const told = [...events, ...judgement.events];
  if (outcome === undefined) return { events: told };
  return { outcome: { ...outcome, lines: { ...outcome.lines, expectations: judgement.lines } }, events: told };
}

/** What came in a field of the one row that was asked for; undefined where there was more than a read gives. */
function foundIn(data: Page['data'], field: string): Found | undefined {
  if (data === undefined) return {};
  const found = data[0]?.[field];
  if (data.length === 0) return undefined;
  return typeof found === 'object' && found !== null ? (found as Found) : {};
}
