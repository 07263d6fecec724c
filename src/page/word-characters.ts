/** It is part of a word that begins before it. */
export const OF_WORD = 1;
/** It is of a script that writes no spaces: a word by itself, where none has begun. */
const WORD_ITSELF = 2;
const KNOWN = 4;

const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const BASIC_CHARACTERS = 0x10000;

/** What is known of the characters asked for; the patterns, which know all of them, take many times as long. */
const traits = new Uint8Array(BASIC_CHARACTERS);

/** What a character is in a text of words: {@link OF_WORD}, {@link WORD_ITSELF}, both, or 0. */
export function wordTraits(code: number): number {
  if (code >= BASIC_CHARACTERS) return traitsOf(code);
  const known = traits[code] ?? 0;
  if (known !== 0) return known & ~KNOWN;
  const found = traitsOf(code);
  traits[code] = found | KNOWN;
  return found;
}

function traitsOf(code: number): number {
  const character = String.fromCodePoint(code);
  return (LETTER_OR_NUMBER.test(character) ? OF_WORD : 0) | (UNSPACED.test(character) ? WORD_ITSELF : 0);
}
