import { holdsEmphasis, joinEmphases, writeEmphases } from './emphasis-edges.js';
import { settleLineStarts } from './line-starts.js';
import { NOTE_CLOSE, NOTE_OPEN, plainly, standInFor } from './stand-ins.js';

/** A line at which what is open in the line before is over: a blank one, or one on which a rule has written a marker. */
const BLOCK_BORDER = /(\n(?=[ >]*(?:$|[-*+] |\d{1,9}[.)] |\||#{1,6} )))/m;
const ASTERISK = standInFor('*');
const UNDERSCORE = standInFor('_');
const OPEN = standInFor('[');
const CLOSE = standInFor(']');
/** Brackets, and bare URLs that hold what would be emphasis were they none: after an open bracket they are none. */
const BRACKET = new RegExp(`[${OPEN}${CLOSE}]|https?://(?=[^\\s<>"]{0,2000}?[*_~])`, 'g');
const REFERENCE = new RegExp(`${NOTE_OPEN}(.{1,20}?)${NOTE_CLOSE}`, 'g');
const DOLLAR = standInFor('$');
/** At the beginning of a file it opens front matter, up to the next rule. */
const OPENING_RULE = /^---(?=\n)/;
const WORD = /[\p{L}\p{N}]/u;

export interface Surroundings {
  /** Numbers in brackets are defined in the text. */
  readonly hasNumbers?: boolean;
  /** Formulas are written between dollar signs. */
  readonly hasMath?: boolean;
}

/**
 * Puts the characters that were stood in for back into a finished Markdown, with a backslash where Markdown would take them
 * for markup, and writes the delimiters of emphasis. Once, on the whole.
 */
export function settleMarkdown(markdown: string, { hasNumbers = false, hasMath = false }: Surroundings = {}): string {
  const noted = settleNotes(joinEmphases(markdown));
  const blocks = settleLineStarts(noted).split(BLOCK_BORDER);
  const settled = blocks.map((block) => settleBlock(block, { hasNumbers, hasMath })).join('');
  return settled.replace(OPENING_RULE, '***');
}

/** A reference to a note whose text was left out is shown as a number in brackets. */
function settleNotes(markdown: string): string {
  if (!markdown.includes(NOTE_OPEN)) return markdown;
  const known = new Set(Array.from(markdown.matchAll(/^[ >]*\[\^(.{1,20})\]: /gm), ([, label]) => label));
  return markdown.replace(REFERENCE, (_, label: string) =>
    known.has(label) ? `[^${label}]` : `${OPEN}${label}${CLOSE}`,
  );
}

/**
 * Escapes the brackets and exclamation marks that could make a link, an image or a note: an opening bracket whose closing
 * one stands before a bracket or a parenthesis. Not the closing one, which may end a bare URL, where a backslash is a
 * character like others.
 */
function settleBrackets(block: string, hasNumbers: boolean): string {
  const escaped = new Set<number>();
  let open: number[] = [];
  for (const { 0: sign, index } of block.matchAll(BRACKET)) {
    if (sign === OPEN) open.push(index);
    else if (sign === CLOSE && !/[([\ufdd0]/.test(block.charAt(index + 1))) open.pop();
    else {
      for (const at of open) escaped.add(at);
      open = [];
    }
  }
  return block
    .replace(BRACKET, (sign, at: number) => (escaped.has(at) ? '\\[' : sign))
    .replace(/\ufdd0(?=\^)/g, '\\[')
    .replace(hasNumbers ? /\ufdd0(?=[\s>]*\d+[\s>]*\ufdd1)/g : /$^/g, '\\[')
    .replace(/\ufdd2(?=\[)/g, '\\!');
}

function settleBlock(block: string, { hasNumbers, hasMath }: Required<Surroundings>): string {
  if (!/[\ufdd0-\ufde8]/.test(block)) return block;
  const isEmphasized = holdsEmphasis(block);
  const escaped = settleTildes(settleTicks(settleBrackets(block, hasNumbers)), isEmphasized);
  const priced = hasMath ? escaped.replaceAll(DOLLAR, '\\$') : escaped;
  const plain = plainly(
    [ASTERISK, UNDERSCORE].reduce((text, sign) => settleDelimiters(text, sign, isEmphasized), priced),
  );
  return isEmphasized ? writeEmphases(plain) : plain;
}

/** A backtick alone opens no code. */
function settleTicks(block: string): string {
  const first = block.search(/[`\ufdd8]/);
  return first < 0 || /^\ufdd8[^`\ufdd8]*$/.test(block.slice(first)) ? block : block.replace(/\ufdd8/g, '\\`');
}

function settleTildes(block: string, isEmphasized: boolean): string {
  const tildes = block.match(/\ufdd7/g)?.length ?? 0;
  return tildes > 1 || (tildes > 0 && isEmphasized) ? block.replace(/\ufdd7/g, '\\~') : block;
}

/**
 * Escapes the asterisks or underscores of a text unless nothing can come of them: with white space on both sides one
 * neither opens nor closes anything, nor does an underscore within a word, and without another there is nothing to close.
 */
function settleDelimiters(block: string, sign: string, isEmphasized: boolean): string {
  let firstOpener = Number.POSITIVE_INFINITY;
  let lastCloser = -1;
  const active = new Set<number>();
  for (const { 0: run, index } of block.matchAll(new RegExp(`${sign}+`, 'g'))) {
    const before = block.charAt(index - 1);
    const after = block.charAt(index + run.length);
    if (sign === UNDERSCORE && WORD.test(before) && WORD.test(after)) continue;
    if (after.trim() !== '') firstOpener = Math.min(firstOpener, index);
    if (before.trim() !== '') lastCloser = index;
    if (before.trim() !== '' || after.trim() !== '') for (let at = 0; at < run.length; at++) active.add(index + at);
  }
  if (firstOpener >= lastCloser && !isEmphasized) return block;
  return block.replaceAll(sign, (_, at: number) => (active.has(at) ? `\\${plainly(sign)}` : sign));
}
