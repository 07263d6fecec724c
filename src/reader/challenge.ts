import type { LoadedDocument } from './reader.js';

const CHALLENGE_STATUS = new Set([401, 403, 405, 429, 503]);

/** Words that bot walls show in place of the page, whoever makes them. Judged only on short pages with a telling status. */
const CHALLENGE_TEXT =
  /just a moment|checking (?:if the site connection is secure|your browser)|verify(?:ing)? (?:that )?you are (?:a )?human|enable javascript and cookies to continue|are you a robot|complete the captcha|unusual traffic|attention required|access denied.{0,80}reference #/is;

/** Among a page's `warnings`, that it is a challenge. */
export const CHALLENGE_WARNING =
  'The site answered with a challenge to prove that a person is reading; this is not the page itself.';

/**
 * A page that asks who is reading in place of saying what it says is not the page. It is given as it came, with this
 * warning; we solve no challenges.
 */
export function challengeWarning(document: LoadedDocument, text: string): string | undefined {
  const declared = document.headers['cf-mitigated'] === 'challenge';
  const seems = CHALLENGE_STATUS.has(document.statusCode) && text.length < 4_000 && CHALLENGE_TEXT.test(text);
  if (!declared && !seems) return undefined;
  return CHALLENGE_WARNING;
}
