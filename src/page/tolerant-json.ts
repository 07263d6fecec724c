import { parseJson } from './parse-json.js';
import { decodeReferences } from './plain-text.js';

/** What may follow a backslash in JSON. */
const ESCAPED = /["\\/bfnrtu]/;

/**
 * The values of a JSON text that people and templates have had their hands in: several values one after the other, comments
 * of HTML, JavaScript and CDATA around and between them, trailing commas, line breaks and tabs within strings, backslashes
 * before what needs none, quotes written as character references. Empty for what is still none. Linear in the text.
 */
export function parseTolerantJson(text: string): unknown[] {
  const strict = parseJson(text);
  if (strict !== undefined) return [strict];
  const values = mended(text);
  if (values.length > 0 || !text.includes('&')) return values;
  return mended(decodeReferences(text));
}

function mended(text: string): unknown[] {
  return rootsOf(text)
    .map(parseJson)
    .filter((value) => value !== undefined);
}

/** The objects and arrays in a text, each mended. */
function rootsOf(text: string): string[] {
  const roots: string[] = [];
  let root: string[] = [];
  let depth = 0;
  let at = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    const comment = commentAt(text, at);
    if (comment > 0) {
      at += comment;
      continue;
    }
    if (char === '"' && depth > 0) {
      const { mended, end } = stringAt(text, at);
      root.push(mended);
      at = end;
      continue;
    }
    if (char === '{' || char === '[') depth += 1;
    if ((char === '}' || char === ']') && depth > 0) {
      depth -= 1;
      dropTrailingComma(root);
      root.push(char);
      if (depth === 0) {
        roots.push(root.join(''));
        root = [];
      }
    } else if (depth > 0 && char > ' ') root.push(char);
    at += 1;
  }
  return roots;
}

/** The length of a comment, or of what opens or closes a section that is to be passed over. */
function commentAt(text: string, at: number): number {
  const char = text.charAt(at);
  if (char === '/' && text.startsWith('/*', at)) return lengthTo(text, at, '*/');
  if (char === '/' && text.startsWith('//', at)) return lengthTo(text, at, '\n');
  if (char === '<' && text.startsWith('<!--', at)) return 4;
  if (char === '-' && text.startsWith('-->', at)) return 3;
  if (char === '<' && text.startsWith('<![CDATA[', at)) return 9;
  return char === ']' && text.startsWith(']]>', at) ? 3 : 0;
}

function lengthTo(text: string, at: number, end: string): number {
  const found = text.indexOf(end, at + 2);
  return (found < 0 ? text.length : found + end.length) - at;
}

/** A string as it may stand in JSON. */
function stringAt(text: string, start: number): { mended: string; end: number } {
  const pieces = ['"'];
  let at = start + 1;
  for (; at < text.length && text.charAt(at) !== '"'; at += 1) {
    const char = text.charAt(at);
    if (char === '\\') {
      at += 1;
      const next = text.charAt(at);
      pieces.push(ESCAPED.test(next) ? `\\${next}` : next < ' ' ? ' ' : next);
    } else pieces.push(char < ' ' ? ' ' : char);
  }
  pieces.push('"');
  return { mended: pieces.join(''), end: at + 1 };
}

function dropTrailingComma(root: string[]): void {
  if (root.at(-1) === ',') root.pop();
}
