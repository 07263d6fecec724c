import { UsageError } from '../base/errors.js';
import type { MapEnd, MapEvent, MapUrl } from '../crawl/map-event.js';
import type { MapOptions } from '../crawl/map-options.js';
import { mapSite } from '../crawl/site-map.js';
import type { Guard } from '../guard/guard.js';
import type { CommandCall } from './command.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { type FlagValues, givenOf } from './flag.js';
import type { MAP_FLAGS } from './map-flags.js';
import { openGuard } from './open-guard.js';
import { readerOptionsOf } from './open-reader.js';
import { oneLine, openOutput, printNote, quietly, type Terminal } from './output.js';
import { policyOf } from './policy.js';

type Values = FlagValues<typeof MAP_FLAGS>;

/** Of what could not be had; `--verbose` prints all. */
const NOTICES_SHOWN = 10;

/** `pageward map`: prints the URLs of a site, one a line, as they are found. */
export async function map({ args, values, ...call }: CommandCall<typeof MAP_FLAGS>): Promise<ExitCode> {
  const terminal = quietly(call.terminal, values);
  const [start = '', ...others] = args;
  if (others.length > 0) throw new UsageError('map takes one URL', { code: 'INVALID_OPTION' });
  const { guard, close: closeLog } = openGuard(terminal, values, policyOf(values));
  const output = await openOutput(terminal);
  let notices = 0;
  let end: MapEnd | undefined;
  try {
    for await (const event of mapSite(start, { ...optionsOf(values, guard), signal: terminal.signal })) {
      if (event.type === 'url') await output.write(`${lineOf(event, values)}\n`);
      else if (event.type === 'end') end = event;
      else {
        notices += 1;
        if (values.verbose || notices <= NOTICES_SHOWN) tell(terminal, event);
      }
    }
  } finally {
    closeLog();
  }
  if (!values.verbose && notices > NOTICES_SHOWN) {
    printNote(terminal, `${notices - NOTICES_SHOWN} more of these; --verbose prints them`);
  }
  return end === undefined ? EXIT.unable : exitOf(terminal, end);
}

function lineOf({ type: _, ...found }: MapUrl, { json }: Values): string {
  return json ? JSON.stringify(found) : oneLine(found.url);
}

function tell(terminal: Terminal, { about, message, code }: Extract<MapEvent, { type: 'notice' }>): void {
  printNote(terminal, `${about}: ${message}${code === undefined ? '' : ` [${code}]`}`);
}

/** Where nothing could be had, not even the page to begin with is known to be there. */
function exitOf(terminal: Terminal, { reason, urls, pages, failures }: MapEnd): ExitCode {
  if (reason !== 'complete') {
    printNote(terminal, `stopped at --${reason} with ${urls} URLs; there are more`);
    return EXIT.limit;
  }
  if (urls > 1 || pages > failures) return EXIT.clean;
  printNote(terminal, 'nothing was found beside the URL itself: no sitemap names more, and no page was read');
  return EXIT.findings;
}

/** Those that the map calls as the flags do. */
const OPTIONS = [
  ...(['maxUrls', 'maxPages', 'scope', 'include', 'exclude', 'sitemap', 'robots', 'skipNofollow'] as const),
  ...(['concurrency', 'maxPerHost'] as const),
];

function optionsOf(values: Values, guard: Guard): MapOptions {
  const { delay, timeout } = values;
  // The time-out is that of a request of the map's, and not of a read.
  const ofRequests = givenOf(values, ['userAgent', 'header', 'caBundle', 'insecureTls']);
  return {
    readerOptions: { ...readerOptionsOf(ofRequests, guard), ...givenOf(values, ['contact']) },
    ...givenOf(values, OPTIONS),
    ...(delay !== undefined && { spacingMs: delay }),
    ...(timeout !== undefined && { timeoutMs: timeout }),
  };
}
