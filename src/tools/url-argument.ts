import { z } from 'zod';
import { asUrl } from '../base/url.js';

/** The URL that a model gives: what is none, or of another scheme, it can mend. */
export const urlArgument = z.string().superRefine((url, context) => {
  const problem = problemWith(url);
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
});

/** In the words that a model can act on; undefined when the URL will do. */
function problemWith(url: string): string | undefined {
  const scheme = /^\s*([a-z][a-z\d+.-]*):/i.exec(url)?.[1]?.toLowerCase();
  if (scheme !== 'http' && scheme !== 'https') {
    return `Unsupported URL scheme: '${scheme ?? '(none)'}'. Only absolute http and https URLs can be read.`;
  }
  return asUrl(url) === undefined ? 'This is not an absolute URL such as https://example.com/page.' : undefined;
}
