import { elementName, isElement, isText, walk } from './walk.js';

/** Where a dollar sign is no formula's: programs, and what is a formula already. */
const LITERAL: ReadonlySet<string> = new Set('code pre kbd samp script style textarea math svg'.split(' '));

/**
 * TeX between the delimiters that MathJax and KaTeX look for. Between single dollar signs, which are prices as a rule, only
 * with a sign of TeX in it. What is between is cut so that no start is looked at twice.
 */
const TEX = new RegExp(
  [
    String.raw`\\\((?<inline>(?:[^\\]|\\[^()[\]])+)\\\)`,
    String.raw`\\\[(?<block>(?:[^\\]|\\[^()[\]])+)\\\]`,
    String.raw`\$\$(?<double>[^$]+)\$\$`,
    String.raw`(?<environment>\\begin\{(?<name>equation|align|gather|multline|eqnarray)(?<star>\*?)\}(?<body>[\s\S]{1,3000}?)\\end\{\k<name>\k<star>\})`,
    String.raw`(?<![\\$\w])\$(?<single>(?=[^\s$])(?=[^$]*[\\^_{])[^$\n]{1,300})(?<!\s)\$(?![\d$\w])`,
  ].join('|'),
  'g',
);

/** More than any page that people write has; a few characters make a formula, and each takes an element. */
const MAX_FORMULAS = 20_000;

type MakeFormula = (document: Document, tex: string, place: 'inline' | 'display') => Element;

/**
 * Marks formulas that stand in the text as their scripts have yet to set them: no escape must touch them. Changes the
 * document.
 */
export function markTexInText(document: Document, makeFormula: MakeFormula): void {
  if (textsWith(document.body, /\\[([b]|\$/).length === 0) return;
  // Some DOMs cut a text at each of its character references.
  document.body.normalize();
  const found = textsWith(document.body, /\\[([b]|\$[^$]*\$/);
  let formulas = 0;
  for (const text of found) {
    if (formulas >= MAX_FORMULAS) return;
    const pieces = piecesOf(text.data, MAX_FORMULAS - formulas, (tex, place) => makeFormula(document, tex, place));
    if (pieces.length === 1) continue;
    formulas += (pieces.length - 1) / 2;
    // One by one: a text may fall into more pieces than a call takes arguments.
    for (const piece of pieces) if (piece !== '') text.before(piece);
    text.remove();
  }
}

function textsWith(root: Element, pattern: RegExp): Text[] {
  const found: Text[] = [];
  walk(root, {
    enter(node) {
      if (isElement(node)) return !LITERAL.has(elementName(node)) && !node.hasAttribute('data-pageward-math');
      if (isText(node) && pattern.test(node.data)) found.push(node);
      return true;
    },
  });
  return found;
}

function piecesOf(
  text: string,
  most: number,
  make: (tex: string, place: 'inline' | 'display') => Element,
): Array<Element | string> {
  const pieces: Array<Element | string> = [];
  let from = 0;
  for (const { 0: whole, index, groups = {} } of text.matchAll(TEX)) {
    const { inline, single, block, double, environment, name, body } = groups;
    // A display is one equation already.
    const displayed = block ?? double ?? (name === 'equation' ? body : environment);
    const tex = (inline ?? single ?? displayed ?? '').trim();
    if (pieces.length >= 2 * most) break;
    if (tex === '') continue;
    pieces.push(text.slice(from, index), make(tex, displayed === undefined ? 'inline' : 'display'));
    from = index + whole.length;
  }
  return [...pieces, text.slice(from)];
}
