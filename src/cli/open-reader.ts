import type { Guard } from '../guard/guard.js';
import type { PageReader } from '../reader/reader.js';
import type { FlagValues } from './flag.js';
import type { READ_FLAGS } from './options.js';

/** A reader that must be closed. */
export type OpenReader = PageReader & { close(): Promise<void> };

/** The reader that the flags ask for. Loads the code of that reader and of no other. */
export async function openReader(values: FlagValues<typeof READ_FLAGS>, guard: Guard): Promise<OpenReader> {
  const { timeout, header, caBundle, insecureTls, browserPath, noSandbox } = values;
  const shared = {
    guard,
    ...(timeout !== undefined && { timeoutMs: timeout }),
    ...(header && { headers: parseHeaders(header) }),
    ...(caBundle !== undefined && { caBundle }),
    ...(insecureTls && { insecureTls }),
  };
  const browser = { ...(browserPath !== undefined && { browserPath }), ...(noSandbox && { sandbox: 'off' as const }) };
  switch (values.reader ?? 'auto') {
    case 'http':
      return new (await import('../reader/http-reader.js')).HttpReader(shared);
    case 'browser':
      return new (await import('../reader/browser-reader.js')).BrowserReader({ ...shared, ...browser });
    case 'auto':
      return new (await import('../reader/auto-reader.js')).AutoReader({ ...shared, ...browser });
  }
}
