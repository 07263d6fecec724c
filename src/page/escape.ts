/**
 * Stand-ins for characters whose escaping depends on what comes later: a bracket is escaped only within a link's text,
 * and `!` only before one. Noncharacters, which no text may hold ({@link withoutStandIns}).
 */
const BRACKET_OPEN = '\ufdd0';
const BRACKET_CLOSE = '\ufdd1';
const BANG = '\ufdd2';
const STAND_INS = /[\ufdd0-\ufdd4]/g;

/** Around what stands for the target of a link until all links are written. */
export const TARGET_OPEN = '\ufdd3';
export const TARGET_CLOSE = '\ufdd4';

const URL_RUN = /(https?:\/\/[^\s<>"\ufdd0-\ufdd2]+)/;
const LINE_MARKER = /^(?:#{1,6}(?=\s)|[-+](?=\s+\S)|>|(?:-{2,}|=+)(?=\s*$)|~{3})/;
const LINE_NUMBER = /^(\d{1,9})(?=[.)](?:\s|$))/;
const LINE_DEFINITION = /^\ufdd0(?=[^\ufdd1]{1,999}\ufdd1:)/;

/**
 * Escapes what Markdown would take for markup in a text, and nothing else: no backslash in `foo_bar`, `C#`, `[1]` or a
 * bare URL. The start of `text` counts as the start of a line. Finish with {@link settleBrackets}.
 */
export function escapeText(text: string): string {
  const hasTildes = /~[\s\S]*?[^~]~|~~/.test(text);
  const escaped = text
    .replace(/\[/g, BRACKET_OPEN)
    .replace(/\]/g, BRACKET_CLOSE)
    .split(URL_RUN)
    .map((piece, index) => (index % 2 === 1 ? piece : escapeInline(piece, hasTildes)))
    .join('')
    .replace(/!$/, BANG);
  return escapeLineStart(escaped);
}

function escapeInline(text: string, hasTildes: boolean): string {
  const escaped = text
    .replace(/\\(?=[!-/:-@[-`{-~\ufdd0\ufdd1]|$)/g, '\\\\')
    .replace(/`/g, '\\`')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/&(?=#|[a-z]{2,31};)/gi, '\\&')
    // An asterisk or underscore that touches no word, or an underscore within one, can neither open nor close anything.
    .replace(/(?<=\S)\*|\*(?=\S)/g, '\\*')
    .replace(/(?<![\p{L}\p{N}_])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}_])/gu, '\\_');
  return hasTildes ? escaped.replace(/~/g, '\\~') : escaped;
}

function escapeLineStart(text: string): string {
  return text.replace(LINE_MARKER, '\\$&').replace(LINE_NUMBER, '$1\\').replace(LINE_DEFINITION, '\\[');
}

/** The text of a link or the description of an image, in which brackets must be escaped. */
export function escapeBrackets(text: string): string {
  return text.replaceAll(BRACKET_OPEN, '\\[').replaceAll(BRACKET_CLOSE, '\\]');
}

/**
 * Puts back the brackets and exclamation marks that turned out to need no escape, which is most: only before a bracket or
 * parenthesis can they make a link or an image. Once, on the whole Markdown.
 */
export function settleBrackets(markdown: string): string {
  return markdown
    .replace(/\ufdd2(?=\[)/g, '\\!')
    .replace(/\ufdd1(?=[([\ufdd0])/g, '\\]')
    .replaceAll(BANG, '!')
    .replaceAll(BRACKET_OPEN, '[')
    .replaceAll(BRACKET_CLOSE, ']');
}

/** Escapes the `[1]` of a text, which would be a link where 1 is defined. Before {@link settleBrackets}. */
export function escapeNumbers(markdown: string): string {
  return markdown.replace(/\ufdd0(?=[\s>]*\d+[\s>]*\ufdd1)/g, '\\[');
}

/** The text without the characters that this module keeps for itself. Before anything is escaped. */
export function withoutStandIns(text: string): string {
  return text.replace(STAND_INS, '');
}
