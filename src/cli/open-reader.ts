import { UsageError } from '../base/errors.js';
import type { SessionOptions } from '../browser/session-options.js';
import type { Guard } from '../guard/guard.js';
import type { AutoReader } from '../reader/auto-reader.js';
import type { BrowserReader, BrowserReaderOptions } from '../reader/browser-reader.js';
import type { HttpReader } from '../reader/http-reader.js';
import type { ReaderOptions } from '../reader/options.js';
import type { PageReader, ReadOptions } from '../reader/reader.js';
import { readActions } from './action-file.js';
import { contentOptionsOf } from './content.js';
import { type FlagValues, flagName } from './flag.js';
import type { READ_FLAGS } from './options.js';
import { pictureFormatOf } from './page-files.js';

type Values = FlagValues<typeof READ_FLAGS>;

const NEED_A_BROWSER = [
  'waitFor',
  'scroll',
  'actions',
  'captureJson',
  'screenshot',
  'pdf',
  'mhtml',
  'storageState',
  'device',
  'viewport',
  'locale',
  'timezone',
] as const satisfies readonly (keyof Values)[];

/** A reader that must be closed. It reads as the flags say, whoever asks it: `--format tool` shows a model the same. */
export type OpenReader = PageReader & { close(): Promise<void> };

/**
 * The reader that the flags ask for. Loads the code of that reader and of no other.
 *
 * @throws UsageError `INVALID_OPTION`
 */
export async function openReader(values: Values, guard: Guard): Promise<OpenReader> {
  const always = { ...contentOptionsOf(values), ...(await tasksOf(values)) };
  const reader = await createReader(values, guard);
  const { rendersJavaScript, guarded, maxBytes } = reader;
  return {
    rendersJavaScript,
    guarded,
    maxBytes,
    read: (url, options) => reader.read(url, { ...always, ...options }),
    close: () => reader.close(),
  };
}

/** What is done for every page beside reading it. */
async function tasksOf({ screenshot, pdf, mhtml, html, scroll, actions, captureJson }: Values): Promise<ReadOptions> {
  return {
    ...(screenshot !== undefined && { screenshot: { fullPage: true, format: pictureFormatOf(screenshot) } }),
    ...(pdf !== undefined && { pdf: true }),
    ...(mhtml !== undefined && { mhtml: true }),
    ...(html !== undefined && { html: true }),
    ...(scroll !== undefined && { scroll }),
    ...(actions !== undefined && { actions: await readActions(actions) }),
    ...(captureJson && { capture: { json: captureJson } }),
  };
}

/**
 * A reader of the kind that the flags ask for, with all that they say once for all of its reads.
 *
 * @throws UsageError `INVALID_OPTION`
 */
export async function createReader(values: Values, guard: Guard): Promise<HttpReader | BrowserReader | AutoReader> {
  const { reader = 'auto' } = values;
  if (reader === 'http') {
    refuseBrowserFlags(values);
    return new (await import('../reader/http-reader.js')).HttpReader(readerOptionsOf(values, guard));
  }
  const options = browserReaderOptionsOf(values, guard);
  if (reader === 'browser') return new (await import('../reader/browser-reader.js')).BrowserReader(options);
  return new (await import('../reader/auto-reader.js')).AutoReader(options);
}

/** @throws UsageError `INVALID_OPTION` for a flag that needs the browser which `--reader http` does not have */
export function refuseBrowserFlags(values: Values): void {
  const flag = NEED_A_BROWSER.find((key) => values[key] !== undefined);
  if (flag === undefined) return;
  throw new UsageError(`${flagName(flag)} needs a browser, and --reader http has none`, { code: 'INVALID_OPTION' });
}

/** The options of a reader as the flags write them. @throws UsageError `INVALID_OPTION` */
export function readerOptionsOf(values: Values, guard: Guard): ReaderOptions {
  const { timeout, maxBytes, userAgent, header, caBundle, insecureTls } = values;
  return {
    guard,
    ...(timeout !== undefined && { timeoutMs: timeout }),
    ...(maxBytes !== undefined && { maxBytes }),
    ...(userAgent !== undefined && { userAgent }),
    ...(header && { headers: parseHeaders(header) }),
    ...(caBundle !== undefined && { caBundle }),
    ...(insecureTls && { insecureTls }),
  };
}

/** The same of one that has a browser. @throws UsageError `INVALID_OPTION` */
export function browserReaderOptionsOf(values: Values, guard: Guard): BrowserReaderOptions {
  const { waitFor, browserPath, jail, noSandbox } = values;
  return {
    ...readerOptionsOf(values, guard),
    ...(waitFor && { waitFor }),
    ...sessionOf(values),
    ...(browserPath !== undefined && { browserPath }),
    ...(jail && { jail }),
    ...(noSandbox && { sandbox: 'off' as const }),
  };
}

function sessionOf({ storageState, device, viewport, locale, timezone }: Values): SessionOptions {
  return {
    ...(storageState !== undefined && { storageState }),
    ...(device !== undefined && { device }),
    ...(viewport !== undefined && { viewport }),
    ...(locale !== undefined && { locale }),
    ...(timezone !== undefined && { timezoneId: timezone }),
  };
}

function parseHeaders(lines: readonly string[]): Record<string, string> {
  const pairs = lines.map((line): [string, string] => {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([^\r\n\0]*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) {
      throw new UsageError(`--header must be written 'Name: value' (got ${JSON.stringify(line)})`, {
        code: 'INVALID_OPTION',
      });
    }
    return [name.toLowerCase(), value.trim()];
  });
  return Object.fromEntries(pairs);
}
