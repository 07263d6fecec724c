import { z } from 'zod';
import { InvalidInputError } from '../base/errors.js';
import { checkOptions, invalidOption } from '../base/options.js';
import { AutoReader, type AutoReaderOptions, autoReaderShape } from '../reader/auto-reader.js';
import { guardOf, type ReaderOptions, withGuard } from '../reader/options.js';
import type { PageReader } from '../reader/reader.js';
import { duckDuckGo } from '../search/duckduckgo.js';
import type { WebSearch } from '../search/search.js';
import { type AskHumanOptions, askHuman } from './ask-human.js';
import { type CrawlUrlOptions, crawlUrl } from './crawl-url.js';
import { boundaryOption, type FenceBoundary } from './fence-boundary.js';
import { type HttpRequestOptions, httpRequest } from './http-request.js';
import { HumanChannel } from './human-channel.js';
import { checkReader } from './judged-read.js';
import { type NowOptions, now } from './now.js';
import type { AnyTool, ToolContext, ToolResult } from './tool.js';
import { type WebFetchOptions, webFetch } from './web-fetch.js';
import { type WebSearchOptions, webSearch } from './web-search.js';

/** What all tools of a set have in common, and of each its own options; `false` leaves the tool out. */
export interface ToolsetOptions extends AutoReaderOptions {
  /**
   * Reads the pages instead of the AutoReader that is made, and stays its maker's. Of the options of readers only the policy
   * and whom to trust (`caBundle`, `insecureTls`) are taken beside it: they are the other tools' too. One of ours has a
   * guard already: give both the same.
   */
  reader?: PageReader;
  /**
   * What is searched (default: a `duckDuckGo` of its own), and stays its maker's. Domain rules do not hold for it: it is
   * asked, and of its results those are left out that they do not permit.
   */
  search?: WebSearch;
  /** Who is asked; without one there is no `ask_human`. Stays its maker's. */
  human?: HumanChannel;
  /** A word in the markers of every fence that no page can know. */
  boundary?: FenceBoundary;
  webFetch?: false | Omit<WebFetchOptions, 'guard' | 'boundary'>;
  webSearch?: false | Pick<WebSearchOptions, 'name' | 'timeoutMs'>;
  crawlUrl?: false | Omit<CrawlUrlOptions, 'guard' | 'boundary'>;
  /** Headers, certificates and a user agent of the readers are not sent by it: give it its own. */
  httpRequest?:
    | false
    | Pick<HttpRequestOptions, 'name' | 'methods' | 'timeoutMs' | 'maxBytes' | 'maxChars' | 'headers'>;
  now?: false | NowOptions;
  askHuman?: AskHumanOptions;
}

/** Tools that share a reader with the pages that it keeps, and a guard. */
export interface Toolset extends AsyncDisposable {
  /** In the order in which a model should read of them. */
  readonly tools: readonly AnyTool[];
  /**
   * Runs a call by the name of its tool, for loops that get both from a model. As `Tool.run`.
   *
   * @throws InvalidInputError `INVALID_INPUT` also for a name that no tool has.
   */
  run(name: string, input: unknown, context?: ToolContext): Promise<ToolResult<unknown>>;
  /** Ends everything that was made for the set: reader, browser, search, connections. */
  close(): Promise<void>;
}

const own = z.union([z.literal(false), z.record(z.string(), z.unknown())], 'must be false or options').optional();

const optionsSchema = z.strictObject({
  ...autoReaderShape,
  reader: z.custom<PageReader>().optional(),
  search: z.custom<WebSearch>().optional(),
  human: z.instanceof(HumanChannel).optional(),
  boundary: boundaryOption,
  webFetch: own,
  webSearch: own,
  crawlUrl: own,
  httpRequest: own,
  now: own,
  askHuman: own,
} satisfies Record<keyof ToolsetOptions, z.ZodType>);

/**
 * Makes all tools at once, over one reader and under one guard.
 *
 * @throws UsageError `INVALID_OPTION`
 * @example
 * await using set = toolset({ allowDomains: ['example.com'], httpRequest: false });
 * const answer = await set.run('web_fetch', { url: 'https://example.com/' });
 */
export function toolset(options: ToolsetOptions = {}): Toolset {
  checkOptions(optionsSchema, options, 'toolset');
  const { reader: given, search: engine, human, boundary, ...rest } = options;
  const { webFetch: fetching, webSearch: searching, crawlUrl: crawling, httpRequest: requesting, ...others } = rest;
  const { now: telling, askHuman: asking, ...reading } = others;
  checkReader(given, 'toolset');
  const { guard, ...readerOnly } = withGuard(reading);
  checkIdle(given, readerOnly);

  const shared = given ?? new AutoReader({ ...readerOnly, guard });
  const fenced = boundary === undefined ? {} : { boundary };
  const made: { close?(): Promise<void> }[] = given === undefined ? [shared] : [];
  const { caBundle, insecureTls } = reading;
  const trust = { ...(caBundle && { caBundle }), ...(insecureTls && { insecureTls }) };
  const tools: AnyTool[] = [];
  if (searching !== false) {
    const { allowDomains, blockDomains, domains, ...open } = reading;
    const source = engine ?? duckDuckGo({ guard: guardOf(open), ...trust });
    if (engine === undefined) made.push(source);
    const rules = { ...(allowDomains && { allowDomains }), ...(blockDomains && { blockDomains }) };
    tools.push(webSearch(source, { ...searching, ...rules, ...(domains && { domains }), ...fenced }));
  }
  if (fetching !== false) tools.push(webFetch(shared, { ...fetching, ...fenced, guard }));
  if (crawling !== false) {
    tools.push(crawlUrl(shared instanceof AutoReader ? shared.browser : shared, { ...crawling, ...fenced, guard }));
  }
  if (requesting !== false) {
    tools.push(httpRequest({ ...trust, ...requesting, ...fenced, guard }));
  }
  if (telling !== false) tools.push(now(telling));
  if (human !== undefined) tools.push(askHuman(human, asking));
  return setOf(tools, made);
}

function setOf(tools: readonly AnyTool[], made: readonly { close?(): Promise<void> }[]): Toolset {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const names = [...byName.keys()].join(', ');
  if (byName.size < tools.length) {
    throw invalidOption('toolset: two tools have the same name', 'name', `Give each its own; there are ${names}.`);
  }
  const close = async (): Promise<void> => {
    await Promise.all([...tools, ...made].map((one) => one.close?.()));
  };
  return {
    tools,
    async run(name, input, context) {
      const tool = byName.get(name);
      if (tool !== undefined) return tool.run(input, context);
      throw new InvalidInputError(`There is no tool ${JSON.stringify(name)}`, { hint: `There are ${names}.` });
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** What is set for a reader that is made elsewhere must not pass for heeded. */
function checkIdle(
  reader: PageReader | undefined,
  { caBundle: _, insecureTls: __, ...readerOnly }: ReaderOptions,
): void {
  const [idle] = reader === undefined ? [] : Object.keys(readerOnly);
  if (idle === undefined) return;
  throw invalidOption(`toolset: reader and ${idle} exclude each other`, idle, `Give ${idle} to the reader.`);
}
