/**
 * About how many tokens a language model takes a text for: one for four characters of Latin, Greek or Cyrillic script, for
 * two of other alphabets, and for each Chinese, Japanese or Korean one. Every model counts otherwise; this is for choosing
 * what to read, not for bills.
 */
export function estimateTokens(text: string): number {
  let quarters = 0;
  for (let at = 0; at < text.length; at++) quarters += quartersOf(text.charCodeAt(at));
  return Math.ceil(quarters / 4);
}

function quartersOf(unit: number): number {
  // Armenian begins the other alphabets; U+2000 to U+2E7F are punctuation and signs, which stand in every script.
  if (unit < 0x530 || (unit >= 0x2000 && unit < 0x2e80)) return 1;
  return unit < 0x2000 ? 2 : 4;
}
