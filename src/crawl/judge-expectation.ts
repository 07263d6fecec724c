import { withDeadline } from '../base/deadline.js';
import { messageOf } from '../base/errors.js';
import type { Page } from '../page/page.js';
import { countWords } from '../page/visible-text.js';
import { checkRows } from '../reader/read-rows.js';
import type { ExpectationFault, ExpectationResult, ReadyExpectation } from './expectation.js';
import type { TextPattern } from './text-pattern.js';

const SCHEMA_TIMEOUT_MS = 10_000;

/** What the rules of an expectation have found in a page, by the names of its rules. */
export type Found = Readonly<Record<string, unknown>>;

/**
 * Holds a page to what is expected of it.
 *
 * @param found nothing of what is no HTML; undefined where there was more of it than a read gives
 */
export async function judgeExpectation(
  expectation: ReadyExpectation,
  page: Pick<Page, 'title' | 'text' | 'statusCode'>,
  found: Found | undefined,
): Promise<ExpectationResult> {
  // On a page that says only that something is wrong everything else is amiss too.
  const answer = statusFaults(expectation, page);
  if (answer.length > 0) return resultOf(expectation, answer);
  return resultOf(expectation, [
    ...textFaults(expectation, page),
    ...(found === undefined
      ? [{ what: 'rows', expected: 'as many as can be read of one page', actual: 'more' }]
      : [...itemFaults(expectation, found), ...(await rowFaults(expectation, found))]),
  ]);
}

/** What becomes of an expectation whose page could not be read. */
export function unreadResult(expectation: ReadyExpectation, failure: string): ExpectationResult {
  return resultOf(expectation, [{ what: 'page', expected: 'to be read', actual: failure }]);
}

function resultOf({ name }: ReadyExpectation, faults: readonly ExpectationFault[]): ExpectationResult {
  return faults.length === 0 ? { name, ok: true } : { name, ok: false, faults };
}

function statusFaults({ statuses }: ReadyExpectation, { statusCode }: Pick<Page, 'statusCode'>): ExpectationFault[] {
  const isWell = statuses.length === 0 ? statusCode < 400 : statuses.includes(statusCode);
  const expected = statuses.length === 0 ? 'below 400' : statuses.join(' or ');
  return isWell ? [] : [{ what: 'status', expected, actual: String(statusCode) }];
}

function textFaults(
  { title, text, absentText, minWords = 0 }: ReadyExpectation,
  page: Pick<Page, 'title' | 'text'>,
): ExpectationFault[] {
  const words = minWords === 0 ? 0 : countWords(page.text);
  return [
    ...looked('title', title, { text: page.title ?? '', wanted: true, otherwise: page.title ?? '(none)' }),
    ...looked('text', text, { text: page.text, wanted: true, otherwise: '(not on the page)' }),
    ...looked('text', absentText, { text: page.text, wanted: false, otherwise: '(on the page)' }),
    ...(words < minWords ? [{ what: 'words', expected: `at least ${minWords}`, actual: String(words) }] : []),
  ];
}

/** What of some patterns is otherwise than wanted: a pattern that takes too long says nothing, and so is not met either. */
function looked(
  what: string,
  patterns: readonly TextPattern[],
  { text, wanted, otherwise }: { readonly text: string; readonly wanted: boolean; readonly otherwise: string },
): ExpectationFault[] {
  return patterns.flatMap(({ source, isIn }) => {
    const isThere = isIn(text);
    if (isThere === wanted) return [];
    const actual = isThere === undefined ? '(the regular expression took longer than a second)' : otherwise;
    return [{ what, expected: wanted ? source : `without ${source}`, actual }];
  });
}

function itemFaults({ selector, absent, minItems, maxItems }: ReadyExpectation, found: Found): ExpectationFault[] {
  const faults: ExpectationFault[] = [];
  const [items, unwanted] = [Number(found['selector'] ?? 0), Number(found['absent'] ?? 0)];
  if (selector !== undefined) {
    const least = minItems ?? (maxItems === undefined ? 1 : 0);
    if (items < least) faults.push({ what: selector, expected: `at least ${least}`, actual: String(items) });
    if (maxItems !== undefined && items > maxItems) {
      faults.push({ what: selector, expected: `at most ${maxItems}`, actual: String(items) });
    }
  }
  if (absent !== undefined && unwanted > 0) faults.push({ what: absent, expected: 'none', actual: String(unwanted) });
  return faults;
}

async function rowFaults(
  { fields, rows: selector, schema }: ReadyExpectation,
  found: Found,
): Promise<ExpectationFault[]> {
  if (fields === undefined) return [];
  const given = found['rows'];
  const rows = Array.isArray(given) ? given : given === undefined ? [] : [given];
  if (rows.length === 0) return [{ what: selector ?? 'fields', expected: 'at least one row', actual: '0' }];
  if (schema === undefined) return [];
  const deadline = { timeoutMs: SCHEMA_TIMEOUT_MS, what: 'judging the rows' };
  const { faults } = await withDeadline(deadline, () => checkRows(rows, schema)).catch((error: unknown) => {
    // A schema of somebody else's may throw anything, or never come to an end; that is no fault of the page's, and must not pass for none.
    return {
      faults: [{ index: 0, path: [], message: `a schema that can judge it (${messageOf(error)})`, value: rows[0] }],
    };
  });
  return faults.map(({ index, path, message, value }) => ({
    what: [`row ${index + 1}`, ...path.map(String)].join('.'),
    expected: message,
    actual: value === undefined ? '(none)' : (JSON.stringify(value) ?? String(value)),
  }));
}
