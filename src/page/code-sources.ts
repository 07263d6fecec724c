import { BLOCK_ELEMENTS } from './elements.js';
import { childElements, elementName, elementsNamed, elementsWhere } from './walk.js';

/** Editors and highlighters that show code line by line without a `<pre>` around it, and what each line is. */
const LINES: ReadonlyArray<readonly [block: RegExp, line: string]> = [
  [/(?:^|\s)CodeMirror(?:\s|$)/, '.CodeMirror-line'],
  [/(?:^|\s)cm-editor(?:\s|$)/, '.cm-line'],
  [/(?:^|\s)ace_editor(?:\s|$)/, '.ace_line'],
  [/(?:^|\s)monaco-editor(?:\s|$)/, '.view-line'],
  [/(?:^|\s)syntaxhighlighter(?:\s|$)/, '.code .line'],
  [/(?:^|\s)crayon-syntax(?:\s|$)/, '.crayon-line'],
  [/(?:^|\s)(?:js-file-line-container|blob-code-content|highlight)(?:\s|$)/, 'td.blob-code'],
];
const TOLD = ['data-language', 'data-mode-id', 'data-tagsearch-lang'];

/**
 * Makes a `<pre>` of all code that is shown as such without one: in editors, in tables with the line numbers beside it, in
 * `<code>` of several lines. Changes the document.
 */
export function gatherCode(document: Document): void {
  for (const element of elementsWhere(document.body, isSource)) {
    if (!element.isConnected) continue;
    const [, selector] = LINES.find(([block]) => block.test(element.getAttribute('class') ?? '')) ?? [];
    const lines = selector === undefined ? [] : Array.from(element.querySelectorAll(selector));
    if (lines.length > 0)
      element.replaceWith(
        blockOf(
          element,
          lines.map((line) => line.textContent ?? ''),
        ),
      );
    else if (elementName(element) === 'table') freeFromNumbers(element);
    else if (elementName(element) === 'code') blockFromCode(element);
    else if (['xmp', 'listing'].includes(elementName(element)))
      element.replaceWith(blockOf(element, [element.textContent ?? '']));
  }
}

function isSource(element: Element): boolean {
  const name = elementName(element);
  if (['table', 'code', 'xmp', 'listing'].includes(name)) return true;
  const classes = name === 'div' ? element.getAttribute('class') : null;
  return classes !== null && LINES.some(([block]) => block.test(classes));
}

function blockOf(source: Element, lines: readonly string[]): Element {
  const block = source.ownerDocument.createElement('pre');
  block.textContent = lines.map((line) => line.replaceAll('\u200b', '')).join('\n');
  const classes = source.getAttribute('class');
  if (classes !== null) block.setAttribute('class', classes);
  for (const name of TOLD) {
    const told = [source, ...elementsWhere(source, (inner) => inner.hasAttribute(name))].find((inner) =>
      inner.hasAttribute(name),
    );
    if (told !== undefined) block.setAttribute(name, told.getAttribute(name) ?? '');
  }
  return block;
}

/** A table of one row, line numbers in one cell and code in the other, gives its place to the code. */
function freeFromNumbers(table: Element): void {
  const rows = elementsNamed(table, 'tr');
  const cells = rows.length === 1 ? childElements(rows[0] ?? table) : [];
  const [numbers, code] = cells;
  if (cells.length !== 2 || numbers === undefined || code === undefined) return;
  const [block] = elementsNamed(code, 'pre');
  if (block === undefined || !/^[\s\d]+$/.test(numbers.textContent ?? '')) return;
  const outer = table.parentElement?.localName === 'code' ? table.parentElement : table;
  const inPre = outer.closest('pre');
  (inPre ?? outer).replaceWith(block);
  // The wrapper that goes may be the one that tells the language.
  const [inner] = elementsNamed(block, 'code');
  if (inner === undefined && outer !== table)
    for (const { name, value } of Array.from(outer.attributes)) block.setAttribute(name, value);
}

/** In a line of text code has no lines. */
function blockFromCode(code: Element): void {
  if (code.closest('pre, a, h1, h2, h3, h4, h5, h6') !== null) return;
  const isShownAsBlock =
    /display\s*:\s*block/i.test(code.getAttribute('style') ?? '') && /\S\s*\n\s*\S/.test(code.textContent ?? '');
  const hasLines =
    elementsWhere(code, (part) => part.localName === 'br' || BLOCK_ELEMENTS.has(part.localName)).length > 0;
  if (!isShownAsBlock && !hasLines) return;
  const block = code.ownerDocument.createElement('pre');
  code.replaceWith(block);
  block.append(code);
}
