import { LONGEST_TIMER_MS } from '../../base/deadline.js';
import { UsageError } from '../../base/errors.js';
import { nearestName } from '../../base/nearest-name.js';
import type { ReadOptions } from '../../reader/reader.js';
import { choiceFlag, type FlagTable, type FlagValues, parseFlag, switchFlag } from '../flag.js';
import { READ_FLAGS } from '../options.js';
import { FORMATS } from './format.js';

/**
 * What a request may ask for. Nothing in here widens what is reached or what is run: networks, domains, headers, sessions,
 * scripts and actions are the operator's, on the command line.
 */
export const REQUEST_OPTIONS = {
  format: choiceFlag(FORMATS, 'what to answer with, whatever the Accept header says'),
  reader: READ_FLAGS.reader,
  images: READ_FLAGS.images,
  content: choiceFlag(['main', 'full'], 'the content, or all that can be seen (default main)'),
  selector: READ_FLAGS.selector,
  exclude: READ_FLAGS.exclude,
  links: READ_FLAGS.links,
  maxChars: READ_FLAGS.maxChars,
  offset: READ_FLAGS.offset,
  timeout: READ_FLAGS.timeout,
  waitFor: READ_FLAGS.waitFor,
  scroll: READ_FLAGS.scroll,
  screenshot: switchFlag('add a picture of the whole page to JSON'),
  noCache: switchFlag('read anew what was read a while ago'),
} satisfies FlagTable;

export type RequestOptions = FlagValues<typeof REQUEST_OPTIONS>;

const HEADER = 'x-pageward-';

/**
 * The options among the headers (`X-Pageward-Max-Chars: 500`), and those of a query, which win.
 *
 * @param query without what is no option
 * @throws UsageError `INVALID_OPTION`, also for what is no option; it names the one that was likely meant
 */
export function requestOptionsOf(
  query: URLSearchParams,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): RequestOptions {
  const written = new Map<string, { readonly values: readonly string[]; readonly source: string }>();
  for (const [name, value] of Object.entries(headers)) {
    if (!name.startsWith(HEADER) || value === undefined) continue;
    const key = name.slice(HEADER.length).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    written.set(key, { values: [value].flat(), source: name });
  }
  for (const key of new Set(query.keys())) written.set(key, { values: query.getAll(key), source: key });

  const values: Record<string, unknown> = {};
  for (const [key, { values: given, source }] of written) {
    if (!Object.hasOwn(REQUEST_OPTIONS, key)) throw unknownOption(source, key);
    const flag = REQUEST_OPTIONS[key as keyof typeof REQUEST_OPTIONS];
    if (flag.kind !== 'list' && given.length > 1) {
      throw new UsageError(`${source} is given ${given.length} times`, { code: 'INVALID_OPTION' });
    }
    // `&images` means the same as `&images=true`.
    const parts = flag.kind === 'switch' && given[0] === '' ? ['true'] : given;
    values[key] = parseFlag<unknown>(flag, parts, source);
  }
  const options = values as RequestOptions;
  checkWaiting(options);
  return options;
}

/** How the reader is asked for it. @param capMs the longest that the operator lets a read take; 0 is no end */
export function readOptionsOf(options: RequestOptions, capMs: number): ReadOptions & { readonly timeoutMs: number } {
  const { format, images, content, selector, exclude, links, timeout, waitFor, scroll, screenshot, noCache } = options;
  const timeoutMs = cappedAt(capMs, timeout);
  return {
    timeoutMs,
    ...(images && { images }),
    ...(content && { content }),
    ...(selector && { include: selector }),
    ...(exclude && { exclude }),
    ...(links && { links }),
    ...(format === 'html' && { html: true }),
    ...(scroll && { scroll }),
    ...((screenshot || format === 'png') && { screenshot: { fullPage: true, format: 'png' } }),
    ...(noCache && { bypassCache: true }),
    // As long as the read may take; an action's own patience is shorter.
    ...(typeof waitFor === 'object' && {
      actions: [{ wait: waitFor, timeoutMs: timeoutMs || LONGEST_TIMER_MS }],
    }),
  };
}

/** What of the options only a browser can do, as the caller knows it. */
export function tasksIn({ waitFor, scroll, screenshot, format }: RequestOptions): string[] {
  return [
    ...(waitFor === undefined ? [] : ['waitFor']),
    ...(scroll === undefined ? [] : ['scroll']),
    ...(screenshot ? ['screenshot'] : []),
    ...(format === 'png' ? ['a picture'] : []),
  ];
}

/** An expression would run in the page as a program of the caller's, and the events say less than settling knows. */
function checkWaiting({ waitFor }: RequestOptions): void {
  if (waitFor === undefined || (typeof waitFor === 'object' && !('expression' in waitFor))) return;
  throw new UsageError('waitFor must be a CSS selector or milliseconds', { code: 'INVALID_OPTION' });
}

function cappedAt(capMs: number, asked = capMs): number {
  if (capMs === 0) return asked;
  return asked === 0 ? capMs : Math.min(asked, capMs);
}

function unknownOption(source: string, key: string): UsageError {
  const names = Object.keys(REQUEST_OPTIONS);
  const meant = nearestName(key, names);
  return new UsageError(`${source.slice(0, 100)} is not an option of a request`, {
    code: 'INVALID_OPTION',
    hint: meant === undefined ? `The options are ${names.join(', ')}.` : `Did you mean ${meant}?`,
  });
}
