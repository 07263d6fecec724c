import { invalidOption } from '../base/options.js';
import { asUrl } from '../base/url.js';
import { refusalError } from '../guard/decision.js';
import type { Guard } from '../guard/guard.js';
import type { PageReader } from '../reader/reader.js';

/**
 * A reader's `read` with the URL judged before it is asked, so that what is refused starts nothing. Of a reader that is
 * not ours, where it ended is judged too: what it read inside must not reach the model.
 */
export function judgedRead(reader: PageReader, guard: Guard): PageReader['read'] {
  return async (url, options = {}) => {
    const { signal } = options;
    const asked = { scope: guard.scope(url), ...(signal && { signal }) };
    const before = await guard.judge(url, asked);
    if (before.decision === 'refuse') throw refusalError(before);
    const page = await reader.read(url, options);
    if (reader.guarded) return page;
    const after = await guard.judge(asUrl(page.url) ?? page.url, asked);
    if (after.decision === 'refuse') throw refusalError(after, url, page.statusCode);
    return page;
  };
}

/** @throws UsageError `INVALID_OPTION` for what cannot read, as the options are that were given in a reader's place. */
export function checkReader(reader: PageReader | undefined, owner: string): void {
  if (reader === undefined || typeof reader?.read === 'function') return;
  throw invalidOption(
    `${owner}: reader: has no method read`,
    'reader',
    'Give a reader first, and the options after it.',
  );
}
