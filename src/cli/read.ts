import { UsageError } from '../base/errors.js';
import { isHtmlType } from '../base/media-type.js';
import { createGuard, type Decision } from '../guard/guard.js';
import { type Page, windowOf } from '../page/page.js';
import { READ_PLAINLY } from '../reader/needs-browser.js';
import { webFetch } from '../tools/web-fetch.js';
import type { CommandCall } from './command.js';
import { EXIT, type ExitCode, exitCodeFor, exitCodeOf, graver } from './exit-codes.js';
import type { FlagValues } from './flag.js';
import { mapInOrder } from './in-order.js';
import { type OpenReader, openReader } from './open-reader.js';
import type { READ_FLAGS } from './options.js';
import { openOutput, printError, printNote, type Terminal } from './output.js';
import { policyOf } from './policy.js';
import { saveScreenshot } from './screenshot.js';

type Values = FlagValues<typeof READ_FLAGS>;

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
export async function read({ args, values, terminal }: CommandCall<typeof READ_FLAGS>): Promise<ExitCode> {
  if (values.screenshot !== undefined && args.length > 1) {
    throw new UsageError('--screenshot takes one URL, since it is one file', { code: 'INVALID_OPTION' });
  }
  const guard = createGuard({
    ...policyOf(values),
    ...(values.caBundle !== undefined && { caBundle: values.caBundle }),
    ...(values.verbose && { onDecision: (decision: Decision) => printRefusal(terminal, decision) }),
  });
  const output = await openOutput(terminal, values.output);
  const reader = await openReader(values, guard);
  const show = values.format === 'tool' ? toolAnswer : pageText;
  const headed = args.length > 1 && values.format !== 'json';
  let exit: ExitCode = EXIT.clean;
  try {
    const attempts = mapInOrder(args, CONCURRENCY, async (url) => ({
      url,
      outcome: await show(reader, url, values, terminal).catch((error: unknown) => ({ error })),
    }));
    for await (const { url, outcome } of attempts) {
      if ('error' in outcome) {
        terminal.signal.throwIfAborted();
        printError(terminal, outcome.error, url);
        exit = graver(exit, exitCodeOf(outcome.error));
        continue;
      }
      exit = graver(exit, outcome.exit);
      await output.write(`${headed ? `<!-- ${url} -->\n\n` : ''}${outcome.text.trimEnd()}\n${headed ? '\n' : ''}`);
    }
  } finally {
    await Promise.all([reader.close(), output.close()]);
  }
  return exit;
}

/** What a model would get, to the letter; a refusal is an answer too. */
async function toolAnswer(reader: OpenReader, url: string, values: Values, terminal: Terminal): Promise<Shown> {
  const { images, offset, maxChars, timeout } = values;
  const fetchPage = webFetch(reader, {
    ...(maxChars !== undefined && { maxChars }),
    ...(timeout && { timeoutMs: timeout }),
  });
  const result = await fetchPage.run({ url, images, offset }, { signal: terminal.signal });
  if (result.isError) return { text: result.text, exit: exitCodeFor(result.error.code) };
  return { text: result.text, exit: await finish(result.data, url, values, terminal) };
}

async function pageText(reader: OpenReader, url: string, values: Values, terminal: Terminal): Promise<Shown> {
  const { format = 'markdown', images = false, offset = 0, maxChars = Number.POSITIVE_INFINITY } = values;
  const read = await reader.read(url, { images, html: format === 'html', signal: terminal.signal });
  const exit = await finish(read, url, values, terminal);
  // A picture has a file of its own.
  const { screenshot: _, ...page } = read;
  for (const warning of page.warnings ?? []) {
    if (warning !== READ_PLAINLY || values.verbose) printNote(terminal, `${url}: ${warning}`);
  }
  if (page.statusCode >= 400) printNote(terminal, `${url}: HTTP ${page.statusCode}`);
  if (format === 'html') return { text: page.html ?? page.text, exit };
  const window = windowOf(page.text, offset, maxChars);
  if (format === 'json') return { text: JSON.stringify({ ...page, ...window }), exit };
  if (window.nextOffset !== undefined) {
    printNote(terminal, `${url}: cut at ${maxChars} characters; --offset ${window.nextOffset} goes on`);
  }
  return { text: titled(page, offset) + window.text + imageList(page), exit };
}

/** Saves the picture that was asked for, and says how the read counts. */
async function finish(page: Page, url: string, values: Values, terminal: Terminal): Promise<ExitCode> {
  const exit = page.statusCode >= 400 ? EXIT.findings : EXIT.clean;
  if (values.screenshot === undefined) return exit;
  if (await saveScreenshot(page, values.screenshot)) return exit;
  printNote(terminal, `${url}: there is no screenshot to save`);
  return EXIT.findings;
}

/** A page's title is no part of its text, and its heading is not where it only repeats the title: here it would be lost. */
function titled({ title, text, mediaType, extraction }: Page, offset: number): string {
  const isWhole = isHtmlType(mediaType) && extraction?.rung !== 'selector' && offset === 0;
  return isWhole && title !== undefined && !/^# /m.test(text) ? `# ${title}\n\n` : '';
}

function imageList({ images = [] }: Page): string {
  if (images.length === 0) return '';
  return `\n\n${images.map(({ url, alt }) => `- ${url}${alt === '' ? '' : ` — ${alt}`}`).join('\n')}`;
}

function printRefusal(terminal: Terminal, decision: Decision): void {
  if (decision.decision === 'allow') return;
  const { url, code, reason, detail } = decision;
  printNote(terminal, `refused ${url} [${code}]: ${reason}${detail === undefined ? '' : ` (${detail})`}`);
}
