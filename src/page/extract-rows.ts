import { UsageError } from '../base/errors.js';
import { LIMITS } from '../base/limits.js';
import { resolveWebUrl } from './base-url.js';
import { isHidden } from './hidden.js';
import { parseNumber } from './parse-number.js';
import type { FieldRule, Row, RowRules, ValueRule } from './row-rules.js';
import { visibleText } from './visible-text.js';
import { isElement } from './walk.js';
import { collapse } from './white-space.js';

export interface ExtractedRows {
  readonly data: readonly Row[];
  readonly warnings: readonly string[];
}

type Scope = Document | Element;

interface Extraction {
  readonly base: string | undefined;
  rowsLeft: number;
  charsLeft: number;
}

/**
 * Takes rows from a document by CSS selectors. What is hidden is no value and no row, and no text of one. At most
 * {@link LIMITS.extractedRows} rows, nested ones included, and {@link LIMITS.extractedChars} characters of values; a row
 * that would pass them is left out, and all after it, with a warning.
 *
 * @throws UsageError `INVALID_OPTION` for a selector that the DOM does not know.
 */
export function extractRows(document: Document, rules: RowRules, base: string | undefined): ExtractedRows {
  const extraction = { base, rowsLeft: LIMITS.extractedRows, charsLeft: LIMITS.extractedChars };
  const data = rowsOf(document, rules, extraction);
  const isCut = extraction.rowsLeft < 0 || extraction.charsLeft < 0;
  return {
    data,
    warnings: isCut ? [`extract: the rows were cut after ${data.length}: there is more on the page.`] : [],
  };
}

function rowsOf(scope: Scope, { rows, fields }: RowRules, extraction: Extraction): Row[] {
  const found: Row[] = [];
  for (const element of rows === undefined ? [scope] : shownMatches(scope, rows)) {
    extraction.rowsLeft--;
    const row = rowOf(element, fields, extraction);
    if (extraction.rowsLeft < 0 || extraction.charsLeft < 0) break;
    found.push(row);
  }
  return found;
}

function rowOf(scope: Scope, fields: RowRules['fields'], extraction: Extraction): Row {
  const values = Object.entries(fields).map(([name, rule]) => [name, fieldOf(scope, rule, extraction)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function fieldOf(scope: Scope, rule: FieldRule, extraction: Extraction): unknown {
  if (typeof rule === 'string') return fieldValue(scope, { select: rule }, extraction);
  if (!('fields' in rule)) return fieldValue(scope, rule, extraction);
  const rows = rowsOf(scope, rule, extraction);
  return rule.rows === undefined ? rows[0] : rows;
}

function fieldValue(scope: Scope, rule: ValueRule, extraction: Extraction): unknown {
  const own = isElement(scope) ? scope : scope.documentElement;
  const elements = rule.select === undefined ? [own] : shownMatches(scope, rule.select);
  if (rule.as === 'count') return [...elements].length;
  const values: (string | number)[] = [];
  for (const element of elements) {
    const value = scalarOf(element, rule, extraction.base);
    extraction.charsLeft -= String(value ?? '').length;
    if (extraction.charsLeft < 0) break;
    if (value !== undefined) values.push(value);
    // The first match decides: another one further on is another thing.
    if (!rule.all) break;
  }
  return rule.all ? values : values[0];
}

function scalarOf(element: Element, rule: ValueRule, base: string | undefined): string | number | undefined {
  const { as, attribute, decimal } = rule;
  if (as === 'url') {
    const raw = attribute === undefined ? (element.getAttribute('href') ?? element.getAttribute('src')) : undefined;
    return resolveWebUrl(raw ?? element.getAttribute(attribute ?? 'href'), base);
  }
  const raw = attribute === undefined ? visibleText(element, isHiddenNode) : element.getAttribute(attribute);
  const text = raw === null ? '' : collapse(raw);
  if (as === 'number') return parseNumber(text, decimal);
  return text === '' ? undefined : text;
}

function* shownMatches(scope: Scope, selector: string): Iterable<Element> {
  for (const element of matches(scope, selector)) if (isShown(element)) yield element;
}

function matches(scope: Scope, selector: string): Iterable<Element> {
  try {
    return scope.querySelectorAll(selector);
  } catch {
    throw new UsageError(`extract: ${JSON.stringify(selector)} is not a CSS selector that is known here`, {
      code: 'INVALID_OPTION',
      hint: 'Give a CSS selector such as "main .price".',
      details: { option: 'extract', selector },
    });
  }
}

function isShown(element: Element): boolean {
  for (let around: Element | null = element; around !== null; around = around.parentElement) {
    if (isHidden(around)) return false;
  }
  return true;
}

function isHiddenNode(node: Node): boolean {
  return isElement(node) && isHidden(node);
}
