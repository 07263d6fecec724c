import { plainly } from './stand-ins.js';

/** Lines on which a text begins with what is stood in for, after markers that rules have written. */
const TEXT_LINE =
  /^((?:[ >]|[-*+] |\d{1,9}[.)] |\[\^[^\]]{1,20}\]: )*)(\d{0,9}[\ufdd0\ufdd5-\ufdd8\ufdda-\ufde2].*)$/gm;

/**
 * Escapes what would be a block's marker where it stands at the start of a line of text (CommonMark 4 and 5). Takes each line
 * by itself: the same text within a line is no marker.
 */
export function settleLineStarts(markdown: string): string {
  return markdown.replace(TEXT_LINE, (_, prefix: string, text: string, at: number) => {
    const isFirst = at === 0 || markdown.charAt(at - 2) === '\n';
    return prefix + escapedStart(text, isFirst);
  });
}

function escapedStart(text: string, isFirst: boolean): string {
  const plain = plainly(text);
  const number = /^\d{1,9}(?=[.)](?:\s|$))/.exec(plain)?.[0];
  if (number !== undefined) return `${number}\\${plainly(text.charAt(number.length))}${text.slice(number.length + 1)}`;
  // A fence is all of its run: what is left of one after the first backslash would open code.
  const fence = /^(?:`{3,}|~{3,})/.exec(plain)?.[0];
  if (fence !== undefined) return `${fence.replace(/./g, '\\$&')}${text.slice(fence.length)}`;
  return isMarker(plain) || (!isFirst && /^=+\s*$/.test(plain)) ? `\\${plainly(text.charAt(0))}${text.slice(1)}` : text;
}

function isMarker(text: string): boolean {
  if (/^(?:#{1,6}|[-+*])(?:\s|$)|^>/.test(text)) return true;
  if (/^\[[^\]]{1,999}\]:/.test(text)) return true;
  // Rules, underlines of headings, and the row below a table's head, which need no pipe for a single column.
  return /^(?:-[-\s]*|_[_\s]*|\*[*\s]*|[|:-][|:\s-]*)$/.test(text);
}
