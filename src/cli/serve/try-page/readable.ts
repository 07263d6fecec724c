/**
 * A text of a site on a line of ours: what would turn the text around it, hide or break the line is written out, and no
 * more than a person reads is shown.
 */
export function readable(text: string, maxChars = 400): string {
  const cut = text.length > maxChars ? `${text.slice(0, maxChars)}…` : text;
  return cut.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, writtenOut);
}

/** A text of many lines as it is, but for what turns or hides it. Joiners stay: scripts and emoji are spelt with them. */
export function readableSource(text: string): string {
  return text.replace(/(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, writtenOut);
}

function writtenOut(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

export function count(number: number, one: string): string {
  return `${number.toLocaleString('en')} ${one}${number === 1 ? '' : 's'}`;
}

export function milliseconds(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(2)} s`;
}
