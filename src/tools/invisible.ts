/**
 * A region's flag (a black flag, its short code in tag characters, the cancel tag), or one character that shows nothing:
 * a control other than tab and newline, a format character, a variation selector, a Unicode tag, a lone surrogate.
 */
const INVISIBLE =
  /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}|[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\p{Surrogate}]/gu;

/** Parts of words: grapheme joiner, Khmer vowels, Mongolian selectors, the fillers that spell old Hangul. */
const WORD_PARTS: readonly number[] = [0x034f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180c, 0x180d, 0x180f];

const ENDS_VISIBLE = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]$/u;
const ENDS_IN_LETTER = /[\p{L}\p{M}]$/u;
const ENDS_IN_LETTER_OR_EMOJI = /[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u;
const STARTS_WITH_LETTER_OR_EMOJI = /^(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{Extended_Pictographic}]/u;
const STARTS_WITH_HANGUL_JAMO = /^[\u1160-\u11ff]/;
/** Where a joiner at the end of a word shapes the last letter: cursive scripts, and the viramas of India. */
const ENDS_IN_SHAPED = /(?:\p{sc=Arab}|\p{sc=Syrc}|\p{sc=Mong}|\p{sc=Mlym}|\p{sc=Sinh}|\p{sc=Deva}|\p{sc=Beng})$/u;
const ENDS_IN_HAN = /\p{sc=Han}$/u;

/**
 * Removes what a person cannot see and a model reads all the same. What scripts and emoji are spelled with stays: joiners
 * between letters or emoji, variation selectors after what they vary, region flags. A carriage return becomes a line
 * feed, a lone surrogate U+FFFD.
 */
export function stripInvisible(text: string): string {
  let removedUpTo = -1;
  return text.replace(/\r\n?/g, '\n').replace(INVISIBLE, (found, offset: number, whole: string) => {
    if (found === '\n' || found === '\t' || found.startsWith('\u{1f3f4}')) return found;
    if (/\p{Surrogate}/u.test(found)) return '\ufffd';
    const end = offset + found.length;
    const before = offset === removedUpTo ? '' : whole.slice(Math.max(0, offset - 2), offset);
    if (belongs(found.codePointAt(0) ?? 0, before, whole.slice(end, end + 2))) return found;
    removedUpTo = end;
    return '';
  });
}

function belongs(code: number, before: string, after: string): boolean {
  if (code === 0x200c || code === 0x200d) {
    if (!ENDS_IN_LETTER_OR_EMOJI.test(before)) return false;
    return STARTS_WITH_LETTER_OR_EMOJI.test(after) || ENDS_IN_SHAPED.test(before);
  }
  if (code >= 0xfe00 && code <= 0xfe0f) return ENDS_VISIBLE.test(before);
  if (code >= 0xe0100 && code <= 0xe01ef) return ENDS_IN_HAN.test(before);
  return WORD_PARTS.includes(code) && (ENDS_IN_LETTER.test(before) || STARTS_WITH_HANGUL_JAMO.test(after));
}
