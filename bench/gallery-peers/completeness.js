import { parseHTML } from 'linkedom';

/** The words of each block of a Markdown text; images have none. */
export function blocksOf(markdown) {
  const lines = markdown.split('\n').filter((line) => !/^-? ?!\[/.test(line));
  return lines.map((line) => plainText(line.replace(/^(?:\d+\.|-|#+) /, ''))).filter((words) => words !== '');
}

/** The words of a text, in order; what separates them, marks included, is nobody's fault. */
function plainText(text) {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * Whether every block of `expected` (Markdown) is in an answer, in order. What else is in it does not count against it,
 * nor does the form: HTML counts for every word in it, shown or not. Images do not count.
 */
export function isComplete(expected, answer) {
  const found = plainText(isHtml(answer) ? textOfHtml(answer) : answer);
  let from = 0;
  for (const words of blocksOf(expected)) {
    const at = found.indexOf(words, from);
    if (at === -1) return false;
    from = at + words.length;
  }
  return true;
}

/** Whether a text for reading has any of these phrases in it. Of HTML nobody expects that it has not. */
export function isPolluted(phrases, answer) {
  return !isHtml(answer) && phrases.some((phrase) => plainText(answer).includes(plainText(phrase)));
}

function isHtml(answer) {
  return /^\s*<(?:!doctype|html)/i.test(answer);
}

function textOfHtml(html) {
  const { document } = parseHTML(html);
  for (const element of document.querySelectorAll('script, style, noscript')) element.remove();
  const parts = [];
  const collect = (node) => {
    if (node.nodeType === 3) parts.push(node.data);
    for (const child of node.childNodes) collect(child);
  };
  collect(document);
  return parts.join('');
}
