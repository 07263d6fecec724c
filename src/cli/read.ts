import { UsageError } from '../base/errors.js';
import type { JudgedPage } from '../crawl/expectation.js';
import { Expectations } from '../crawl/expectations.js';
import { referencedWindow } from '../page/referenced-window.js';
import { READ_PLAINLY } from '../reader/needs-browser.js';
import { checkRows } from '../reader/read-rows.js';
import type { PageReader } from '../reader/reader.js';
import { webFetch } from '../tools/web-fetch.js';
import type { CommandCall } from './command.js';
import { EXIT, type ExitCode, exitCodeFor, exitCodeOf, graver } from './exit-codes.js';
import { faultsText, readExpectations } from './expect-file.js';
import { type FieldFile, readFields } from './field-file.js';
import type { FlagValues } from './flag.js';
import { fetchOptionsOf, formatOf } from './for-model.js';
import { mapInOrder } from './in-order.js';
import { openGuard } from './open-guard.js';
import { openReader } from './open-reader.js';
import type { READ_FLAGS } from './options.js';
import { oneLine, printError, printFault, printNote, quietly, type Terminal } from './output.js';
import { type PageFiles, pageFilesOf } from './page-files.js';
import { pageMarkdown } from './page-markdown.js';
import { openPageOutput } from './page-output.js';
import { policyOf } from './policy.js';

type Values = FlagValues<typeof READ_FLAGS>;

/** One URL, and all that reading it takes. */
interface Read {
  readonly url: string;
  /** Of the URLs, from 1. */
  readonly number: number;
  /** How many URLs there are. */
  readonly count: number;
  readonly reader: PageReader;
  readonly files: PageFiles;
  readonly values: Values;
  readonly format: ReturnType<typeof formatOf>;
  readonly terminal: Terminal;
}

/** One URL's answer, ready to print. */
interface Shown {
  readonly text: string;
  readonly exit: ExitCode;
}

/** Reads under way at once; the pages come out in the order of the URLs all the same. */
const CONCURRENCY = 4;

/**
 * `pageward read`: prints each page. A URL that cannot be read goes to stderr and the others still print; an HTTP status
 * of 400 and above is printed and counts as a failed read.
 */
export async function read({ args, values, ...call }: CommandCall<typeof READ_FLAGS>): Promise<ExitCode> {
  const format = formatOf(values);
  const terminal = quietly(call.terminal, values);
  if (values.captureJson && format !== 'json') {
    throw new UsageError('--capture-json adds to --format json, and to no other', { code: 'INVALID_OPTION' });
  }
  if (values.jsonl && values.fields === undefined) {
    throw new UsageError('--jsonl goes with --fields', { code: 'INVALID_OPTION' });
  }
  if (values.fields !== undefined && format === 'tool') {
    throw new UsageError('--fields prints rows, and --tool what a model would get', { code: 'INVALID_OPTION' });
  }
  if (values.expect !== undefined && (values.fields !== undefined || format === 'tool')) {
    throw new UsageError('--expect goes with neither --fields nor --tool', {
      code: 'INVALID_OPTION',
      hint: 'An expectation may have fields of its own.',
    });
  }
  const expectations = values.expect === undefined ? undefined : await expectationsOf(values.expect, args);
  const fields = values.fields === undefined ? undefined : await readFields(values.fields);
  const files = pageFilesOf(values, args.length);
  const { guard, close: closeLog } = openGuard(terminal, values, policyOf(values));
  const output = await openPageOutput(terminal, values.output);
  const opened = await openReader(values, guard);
  const reader = expectations?.reading(opened) ?? opened;
  const show = fields ? (read: Read) => rowsText(read, fields) : format === 'tool' ? toolAnswer : pageText;
  const headed = args.length > 1 && output.isShared && format !== 'json' && !fields;
  let exit: ExitCode = EXIT.clean;
  try {
    const about = { count: args.length, reader, files, values, format, terminal };
    const reads = args.map((url, index): Read => ({ url, number: index + 1, ...about }));
    const attempts = mapInOrder(reads, CONCURRENCY, async (read) => ({
      url: read.url,
      number: read.number,
      outcome: await show(read).catch((error: unknown) => ({ error })),
    }));
    for await (const { url, number, outcome } of attempts) {
      if ('error' in outcome) {
        terminal.signal.throwIfAborted();
        printError(terminal, outcome.error, url);
        exit = graver(exit, exitCodeOf(outcome.error));
        continue;
      }
      exit = graver(exit, outcome.exit);
      const text = `${outcome.text.trimEnd()}\n`;
      await output.write(headed ? `<!-- ${oneLine(url)} -->\n\n${text}\n` : text, number);
    }
  } finally {
    await Promise.all([opened.close(), output.close()]);
    closeLog();
  }
  return exit;
}

/** A contract that no page is held to says nothing. */
async function expectationsOf(file: string, urls: readonly string[]): Promise<Expectations> {
  const expectations = await Expectations.of(await readExpectations(file));
  if (urls.some((url) => expectations.isAbout(url))) return expectations;
  throw new UsageError(`--expect: none of ${file} is about ${urls.length === 1 ? 'this URL' : 'any of these URLs'}`, {
    code: 'INVALID_OPTION',
    hint: 'See that the url of each is a pattern of the URLs as they are given: /products/*, or re:REGEX.',
  });
}

/** What a model would get, to the letter; a refusal is an answer too. */
async function toolAnswer(read: Read): Promise<Shown> {
  const { reader, url, values, terminal } = read;
  const { images, offset, section } = values;
  const fetchPage = webFetch(reader, fetchOptionsOf(values));
  const result = await fetchPage.run(
    { url, images, offset, ...(section !== undefined && { section }) },
    { signal: terminal.signal },
  );
  if (result.isError) return { text: result.text, exit: exitCodeFor(result.error.code) };
  return { text: result.text, exit: await finish(result.data, read) };
}

async function pageText(read: Read): Promise<Shown> {
  const { reader, url, values, format, terminal } = read;
  const { images = false, offset = 0, maxChars = Number.POSITIVE_INFINITY } = values;
  const whole = await reader.read(url, { images, ...(format === 'html' && { html: true }), signal: terminal.signal });
  const exit = await finish(whole, read);
  // They have files of their own.
  const { screenshot: _, pdf: __, mhtml: ___, html, ...page } = whole;
  for (const warning of page.warnings ?? []) {
    if (warning !== READ_PLAINLY || values.verbose) printNote(terminal, `${url}: ${warning}`);
  }
  if (page.statusCode >= 400) printNote(terminal, `${url}: HTTP ${page.statusCode}`);
  if (format === 'html') return { text: html ?? page.text, exit };
  const window = referencedWindow(page.text, offset, maxChars);
  if (format === 'json') return { text: JSON.stringify({ ...page, ...window }), exit };
  if (window.nextOffset !== undefined) {
    printNote(terminal, `${url}: cut at ${maxChars} characters; --offset ${window.nextOffset} goes on`);
  }
  return { text: pageMarkdown(page, window, offset), exit };
}

/** The rows of a page, faulty ones too, whose faults go to stderr. */
async function rowsText(read: Read, { rules, schema }: FieldFile): Promise<Shown> {
  const { reader, url, count, values, terminal } = read;
  const page = await reader.read(url, { extract: rules, signal: terminal.signal });
  for (const warning of page.warnings ?? []) {
    if (warning !== READ_PLAINLY || values.verbose) printNote(terminal, `${url}: ${warning}`);
  }
  const data = page.data ?? [];
  const faults = schema === undefined ? [] : (await checkRows(data, schema)).faults;
  for (const { index, path, message, value } of faults) {
    const where = [`row ${index + 1}`, ...path.map(String)].join('.');
    printFault(terminal, `${url}: ${where}: ${message} (got ${JSON.stringify(value) ?? 'nothing'})`);
  }
  const exit = graver(await finish(page, read), faults.length > 0 ? EXIT.findings : EXIT.clean);
  const told = (named: object, plain: unknown) => JSON.stringify(count > 1 ? { url, ...named } : plain);
  const text = values.jsonl ? data.map((row) => told({ row }, row)).join('\n') : told({ rows: data }, data);
  return { text, exit };
}

/** Saves what was asked for, and says how the read counts. */
async function finish(page: JudgedPage, { url, number, files, terminal }: Read): Promise<ExitCode> {
  const missing = await files.save(page, number);
  for (const flag of missing) printNote(terminal, `${url}: there is nothing to save for ${flag}`);
  const { expectations = [] } = page;
  const unmet = expectations.filter(({ ok }) => !ok);
  for (const { name, faults = [] } of unmet) {
    printFault(terminal, `${url}: not as ${name} expects: ${faultsText(faults)}`);
  }
  // An answer that is as it should be has not failed.
  const isFailed = expectations.length === 0 ? page.statusCode >= 400 : unmet.length > 0;
  return isFailed || missing.length > 0 ? EXIT.findings : EXIT.clean;
}
