/** A value as a line of JSON, for readers too that take U+2028 and U+2029 for line breaks, as Node's `readline` does. */
export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value).replace(/[\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`)}\n`;
}
