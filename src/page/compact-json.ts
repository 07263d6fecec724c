/**
 * JSON without the spaces between its tokens and with escaped letters written out; invalid JSON comes back unchanged.
 * Works on the text and not on its value, so that large numbers and repeated keys stay what they are.
 */
export function compactJson(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  return text.replace(/"(?:[^"\\]|\\.)*"|\s+/g, (token) => {
    if (!token.startsWith('"')) return '';
    return token.includes('\\') ? JSON.stringify(JSON.parse(token)) : token;
  });
}
