import { EMPHASIS_EDGES } from './stand-ins.js';
import { elementName, isWithin } from './walk.js';

/** A marker of a block that a rule has written; one that is text is still stood in for. */
const BLOCK_MARKER = /^(?:#{1,6} |> |[-*+] |\d+[.)] |\||`{3,}[^`\n]*\n|---|\$\$)/;
/** Elements that look the same: one right in the other adds nothing. */
const LIKE: ReadonlyMap<string, string> = new Map([
  ['b', 'strong'],
  ['strong', 'b'],
  ['i', 'em'],
  ['em', 'i'],
  ['s', 'del'],
  ['del', 's'],
]);

/**
 * Marks a text as emphasized, white space at its edges left outside. Not around several blocks, which no emphasis of
 * Markdown can span. Which delimiters are written in the end is decided by `settleEmphasis`.
 */
export function emphasized(content: string, node: Node, delimiter: keyof typeof EMPHASIS_EDGES): string {
  const text = content.trim();
  if (text === '' || text.includes('\n\n') || BLOCK_MARKER.test(text)) return content;
  if (elementName(node.parentNode) === LIKE.get(elementName(node))) return content;
  // What is struck out twice is struck out: GFM knows no more.
  if (delimiter === '~~' && isWithin(node, 'del', 's', 'strike')) return content;
  const [open, close] = EMPHASIS_EDGES[delimiter];
  const start = content.indexOf(text);
  return content.slice(0, start) + open + text + close + content.slice(start + text.length);
}
