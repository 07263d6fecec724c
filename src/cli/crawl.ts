import { UsageError } from '../base/errors.js';
import type { CrawlDone } from '../crawl/crawl-event.js';
import type { CrawlOptions } from '../crawl/crawl-options.js';
import { crawl } from '../crawl/crawler.js';
import type { Guard } from '../guard/guard.js';
import type { CommandCall } from './command.js';
import type { CRAWL_FLAGS } from './crawl-flags.js';
import { CrawlOutput } from './crawl-output.js';
import { EXIT, type ExitCode, exitCodeOfCrawl } from './exit-codes.js';
import { readExpectations } from './expect-file.js';
import { type FlagValues, givenOf } from './flag.js';
import { openGuard } from './open-guard.js';
import { browserReaderOptionsOf, refuseBrowserFlags } from './open-reader.js';
import { printNote, type Terminal } from './output.js';
import { policyOf } from './policy.js';
import { openProgress } from './progress.js';
import { isReporting, readyToReport, reportOn } from './reporting.js';

type Values = FlagValues<typeof CRAWL_FLAGS>;

/** `pageward crawl`: reads a site into a folder, or onto stdout, a line of JSON for each page. */
export async function crawlCommand({ args, values, terminal }: CommandCall<typeof CRAWL_FLAGS>): Promise<ExitCode> {
  const before = await readyToReport(values);
  if (isReporting(values)) refuseUnreportable(values);
  const expect = values.expect === undefined ? undefined : await readExpectations(values.expect);
  const { guard, close: closeLog } = openGuard(terminal, values, policyOf(values));
  const progress = openProgress(terminal, {
    mode: values.progress ?? 'auto',
    ...(values.maxPages !== undefined && { maxPages: values.maxPages }),
  });
  const output = new CrawlOutput(terminal, progress, {
    printsPages: values.out === undefined,
    isVerbose: values.verbose ?? false,
    tellsAll: values.verbose === true || values.progress === 'json',
  });
  let end: CrawlDone | undefined;
  try {
    for await (const event of crawl(args, {
      ...optionsOf(values, guard),
      ...(expect && { expect }),
      signal: terminal.signal,
    })) {
      await output.take(event);
      if (event.type === 'done') end = event;
    }
  } catch (error) {
    if (terminal.signal.aborted) tellInterrupted(terminal, values);
    throw error;
  } finally {
    progress.close();
    closeLog();
  }
  if (end === undefined) return EXIT.unable;
  if (values.out === undefined || !isReporting(values)) return exitOf(end);
  return await reportOn(values.out, { values, before, terminal });
}

/** Nothing read is a failure, whatever the reason. */
function exitOf({ reason, totals: { failures, pages, expectations } }: CrawlDone): ExitCode {
  const { failed = 0, expectedFailures = 0, unmatched = [] } = expectations ?? {};
  const isUnmet = failed > 0 || (reason === 'complete' && unmatched.length > 0);
  const isFailing = failures > expectedFailures || pages + expectedFailures === 0 || isUnmet;
  return exitCodeOfCrawl(reason, { isFailing });
}

/** A report is made once, from a folder. */
function refuseUnreportable({ out, queue }: Values): void {
  if (queue !== undefined) {
    throw new UsageError('processes that share a crawl would each report on it', {
      code: 'INVALID_OPTION',
      hint: 'Crawl with --audit --out DIR, and then run pageward report DIR.',
    });
  }
  if (out !== undefined) return;
  throw new UsageError('a report is made from the folder of a crawl, and there is none', {
    code: 'INVALID_OPTION',
    hint: 'Add --out DIR.',
  });
}

function tellInterrupted(terminal: Terminal, { out, queue }: Values): void {
  if (queue !== undefined) printNote(terminal, 'stopped; the others go on, and so does the same command');
  else if (out !== undefined) printNote(terminal, `stopped; the same command with --resume goes on`);
}

/** Those that the crawl calls as the flags do. */
const OPTIONS = [
  ...(['out', 'resume', 'assets', 'llmsTxt', 'llmsFull', 'since'] as const),
  ...(['maxPages', 'maxDepth', 'maxPagesPerHost', 'maxBytes', 'maxMinutes', 'maxFailures'] as const),
  ...(['scope', 'include', 'exclude', 'order', 'skipNofollow', 'robots', 'sitemap'] as const),
  ...(['concurrency', 'maxPerHost', 'retries', 'images', 'audit'] as const),
];

function optionsOf(values: Values, guard: Guard): CrawlOptions {
  // Of the crawl, these mean something else than of a read.
  const { reader = 'auto', delay, queue, crawlName: name, maxBytes: _, exclude: __, ...rest } = values;
  const ofReads = { ...rest, reader };
  if (name !== undefined && queue === undefined) {
    throw new UsageError('--crawl-name is for a crawl with --queue', { code: 'INVALID_OPTION' });
  }
  if (reader === 'http') refuseBrowserFlags(ofReads);
  return {
    reader,
    readerOptions: { ...browserReaderOptionsOf(ofReads, guard), ...givenOf(values, ['contact']) },
    ...givenOf(values, OPTIONS),
    ...(isReporting(values) && { audit: true, externalLinks: values.external !== 'off' }),
    ...(delay !== undefined && { spacingMs: delay }),
    ...(queue !== undefined && { queue: { url: queue, ...(name !== undefined && { name }) } }),
  };
}
