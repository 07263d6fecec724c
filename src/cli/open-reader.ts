import { UsageError } from '../base/errors.js';
import type { Guard } from '../guard/guard.js';
import type { PageReader } from '../reader/reader.js';
import type { FlagValues } from './flag.js';
import type { READ_FLAGS } from './options.js';

/** A reader that must be closed. */
export type OpenReader = PageReader & { close(): Promise<void> };

/**
 * The reader that the flags ask for. Loads the code of that reader and of no other.
 *
 * @throws UsageError `INVALID_OPTION`
 */
export async function openReader(values: FlagValues<typeof READ_FLAGS>, guard: Guard): Promise<OpenReader> {
  const { reader = 'auto', timeout, waitFor, header, caBundle, insecureTls, browserPath, jail, noSandbox } = values;
  const shared = {
    guard,
    ...(timeout !== undefined && { timeoutMs: timeout }),
    ...(header && { headers: parseHeaders(header) }),
    ...(caBundle !== undefined && { caBundle }),
    ...(insecureTls && { insecureTls }),
  };
  if (reader === 'http') {
    if (waitFor)
      throw new UsageError('--wait-for needs a browser, and --reader http has none', { code: 'INVALID_OPTION' });
    return new (await import('../reader/http-reader.js')).HttpReader(shared);
  }
  const options = {
    ...shared,
    ...(waitFor && { waitFor }),
    ...(browserPath !== undefined && { browserPath }),
    ...(jail && { jail }),
    ...(noSandbox && { sandbox: 'off' as const }),
  };
  if (reader === 'browser') return new (await import('../reader/browser-reader.js')).BrowserReader(options);
  return new (await import('../reader/auto-reader.js')).AutoReader(options);
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
