import { refusalError } from '../guard/decision.js';
import type { Guard } from '../guard/guard.js';
import type { PageReader } from '../reader/reader.js';

/**
 * The `read` of a reader that is not locked into the guard: its URL is judged before it is asked, and where it ended
 * afterwards, and no more is promised.
 *
 * @throws RefusedError and NetworkError of the guard; whatever the reader throws.
 */
export function judgedRead(reader: PageReader, guard: Guard): PageReader['read'] {
  return async (url, options = {}) => {
    const { signal } = options;
    const asked = { scope: guard.scope(url), ...(signal && { signal }) };
    const before = await guard.judge(url, asked);
    if (before.decision === 'refuse') throw refusalError(before);
    const page = await reader.read(url, options);
    // Withheld when the reader was led inside: what it read there must not reach the model.
    const after = await guard.judge(URL.canParse(page.url) ? new URL(page.url) : page.url, asked);
    if (after.decision === 'refuse') throw refusalError(after, url);
    return page;
  };
}
