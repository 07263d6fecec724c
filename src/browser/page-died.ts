import { BrowserError } from '../base/errors.js';

/** The error of a read whose page, or browser, is no more. */
export function pageDied(cause?: unknown): BrowserError {
  return new BrowserError('The browser or its page died during the read', {
    code: 'BROWSER_CRASHED',
    hint: 'Read again; if it keeps happening, run `npx pageward doctor`.',
    cause,
  });
}
