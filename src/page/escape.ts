import { standInFor } from './stand-ins.js';

/** A bare URL; what may end a sentence or an emphasis is not of it. */
const URL_RUN = /((?<![a-z])https?:\/\/[^\s<>"]*[^\s<>"*_~?!.,:;'`])/i;
/** What could begin a heading, a list, a quote, a rule, an underline or a row of delimiters, were it first on its line. */
const BLOCK_START = /^\s*(?:[#>+=:|-][#>+=:|\s-]*|\d{0,9}[.)])/;

/**
 * Takes what Markdown could take for markup out of a text: what does not depend on what stands beside it is escaped, of
 * the rest each character becomes its stand-in. Finish with `settleMarkdown`, which escapes those that would change the
 * meaning where they came to stand, and no others: no backslash in `foo_bar`, `C#`, `[1]` or a bare URL.
 */
export function escapeText(text: string): string {
  return text
    .split(URL_RUN)
    .map((piece, index) => (index % 2 === 1 ? piece.replace(/[[\]$]/g, standInFor) : escapeInline(piece)))
    .join('')
    .replace(BLOCK_START, standInFor);
}

function escapeInline(text: string): string {
  return text
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
    .replace(/<(?=[a-z/!?]|$)/gi, '\\<')
    .replace(/&(?=#x?[\da-f]+;|[a-z][a-z\d]{1,31};)/gi, '\\&')
    .replace(/[[\]*_~`$]|!$/g, standInFor);
}

/** The text of a link or the description of an image, in which brackets must be escaped. */
export function escapeBrackets(text: string): string {
  return text.replaceAll(standInFor('['), '\\[').replaceAll(standInFor(']'), '\\]');
}
