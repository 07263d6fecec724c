/** Text of a page as one line: without what moves a cursor, turns the text around it, or ends the line. */
export function plainLine(text: string): string {
  return text
    .replace(/[\s\u2028\u2029]+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim();
}
