/**
 * A region's flag (a black flag, its short code in tag characters, the cancel tag), or one character that shows nothing:
 * a control other than tab and newline, a format character, a variation selector, a Unicode tag, a lone surrogate.
 */
const INVISIBLE =
  /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}|[\0-\x08\x0b-\x1f\x7f-\x9f\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\p{Surrogate}]/gu;

const JOINER = /[\u200c\u200d]/;
const IDEOGRAPHIC_SELECTOR = /[\u{e0100}-\u{e01ef}]/u;
/** Parts of words: grapheme joiner, Khmer vowels, Mongolian selectors, the fillers that spell old Hangul. */
const WORD_PART = /[\u034f\u17b4\u17b5\u180b-\u180d\u180f\u115f\u1160]/;
const STANDARD_SELECTOR = /[\ufe00-\ufe0f]/;

const ENDS_IN_LETTER_OR_EMOJI = /[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u;
const STARTS_WITH_LETTER_OR_EMOJI = /^[\p{L}\p{M}\p{Extended_Pictographic}]/u;
/** Where a joiner at the end of a word changes the last letter's shape: cursive scripts and Indic viramas. */
const SHAPED_AT_WORD_END = /[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]$/u;
const ENDS_VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}]$/u;

/**
 * Removes what a person cannot see and a model reads all the same. What scripts and emoji are spelled with stays: joiners
 * between letters or emoji, variation selectors after what they vary, region flags. A carriage return becomes a line
 * feed, a lone surrogate U+FFFD.
 */
export function stripInvisible(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(INVISIBLE, (found, offset: number, whole: string) => {
    if (found.startsWith('\u{1f3f4}')) return found;
    if (/^\p{Surrogate}$/u.test(found)) return '\ufffd';
    const before = whole.slice(Math.max(0, offset - 2), offset);
    const after = whole.slice(offset + found.length, offset + found.length + 2);
    return belongs(found, before, after) ? found : '';
  });
}

function belongs(character: string, before: string, after: string): boolean {
  if (JOINER.test(character)) {
    if (!ENDS_IN_LETTER_OR_EMOJI.test(before)) return false;
    return STARTS_WITH_LETTER_OR_EMOJI.test(after) || SHAPED_AT_WORD_END.test(before);
  }
  if (STANDARD_SELECTOR.test(character)) return ENDS_VISIBLE.test(before);
  if (IDEOGRAPHIC_SELECTOR.test(character)) return /\p{sc=Han}$/u.test(before);
  return WORD_PART.test(character) && (/[\p{L}\p{M}]$/u.test(before) || /^[\u1160-\u11ff]/.test(after));
}
