import { type SearchTarget, searchTarget } from './search-target.js';

export interface SearchRow {
  readonly title: string;
  readonly url: string;
  /** Empty where the page shows none. */
  readonly snippet: string;
  /** `YYYY-MM-DD`. */
  readonly publishedTime?: string;
}

/** A page of DuckDuckGo, taken apart. */
export interface SearchPage {
  /** `none`: it says that nothing was found. `blocked`: it asks for proof of a person. `unknown`: neither, and no results. */
  readonly outcome: 'results' | 'none' | 'blocked' | 'unknown';
  readonly rows: readonly SearchRow[];
  /** What the form that leads furthest sends: on all pages but the last, that to the next one. */
  readonly next?: Readonly<Record<string, string>>;
}

const LINK = 'a.result__a, a.result-link';
const SNIPPET = '.result__snippet, .result-snippet';
/** Both layouts, plain and lite: a link, and what belongs to it after it, by order of appearance. */
const PARTS = `${LINK}, ${SNIPPET}, .result__extras span, .timestamp`;
const ROW = '.result, .result__body';
const AD = '.result--ad, tr.result-sponsored';
const NO_RESULT = '.result--no-result, .no-results';
const CHALLENGE =
  '#challenge-form, [data-testid="anomaly-modal"], [class*="anomaly-modal"], form[action*="anomaly.js"]';
const BLOCK_NOTICE = 'error-lite@duckduckgo.com';
/** A page that says nothing else. */
const BLOCK_NOTICE_CHARS = 500;
/** Pages have some thirty. */
const MAX_PARTS = 1_000;

interface DraftRow {
  readonly title: string;
  readonly url: string;
  snippet: string;
  publishedTime: string | undefined;
}

/**
 * Reads a results page of DuckDuckGo. By its elements and never by its words, which repeat what was searched for: whoever
 * looks for `anomaly.js` is not blocked. That there is nothing must be said: a page of which nothing is left is unknown.
 */
export function readSearchPage(document: Document): SearchPage {
  const { rows, ended, broken } = rowsOf(document);
  const next = furthestForm(document);
  if (rows.length > 0) return { outcome: 'results', rows, ...(next && { next }) };
  if (document.querySelector(CHALLENGE) !== null) return { outcome: 'blocked', rows };
  if (!broken && (ended || saysNone(document))) return { outcome: 'none', rows };
  const text = textOf(document.body);
  const isBlock = text.length < BLOCK_NOTICE_CHARS && text.includes(BLOCK_NOTICE);
  return { outcome: isBlock ? 'blocked' : 'unknown', rows };
}

interface Rows {
  readonly rows: readonly SearchRow[];
  /** A row that stands after the last result was seen. */
  readonly ended: boolean;
  /** There are rows that we cannot read. */
  readonly broken: boolean;
}

function rowsOf(document: Document): Rows {
  const found = new Map<string, DraftRow>();
  const dropped = new Set<'own' | 'end' | 'broken'>();
  let row: DraftRow | undefined;
  for (const part of [...document.querySelectorAll(PARTS)].slice(0, MAX_PARTS)) {
    if (part.matches(LINK)) {
      const target = targetOf(part);
      row = undefined;
      if ('dropped' in target) dropped.add(target.dropped);
      else {
        row = { title: textOf(part), url: target.url, snippet: '', publishedTime: undefined };
        // The same page may be there twice, under a direct link and a wrapped one.
        if (!found.has(row.url)) found.set(row.url, row);
      }
    } else if (row !== undefined && part.matches(SNIPPET)) row.snippet ||= textOf(part);
    else if (row !== undefined) row.publishedTime ??= dateOf(textOf(part));
  }
  const rows = [...found.values()].map(({ publishedTime, ...rest }) => ({
    ...rest,
    ...(publishedTime === undefined ? {} : { publishedTime }),
  }));
  return { rows, ended: dropped.has('end'), broken: dropped.has('broken') };
}

function targetOf(link: Element): SearchTarget {
  const isAd = link.closest(AD) !== null || link.closest(ROW)?.querySelector('.badge--ad') != null;
  if (isAd) return { dropped: 'own' };
  // Two blanks, as older pages have it, and as no page of that name.
  if (link.closest(NO_RESULT) !== null || /^\s*No {2}results\.\s*$/.test(link.textContent)) return { dropped: 'end' };
  const target = searchTarget(link.getAttribute('href'));
  return 'url' in target && textOf(link) === '' ? { dropped: 'broken' } : target;
}

function saysNone(document: Document): boolean {
  if (document.querySelector(NO_RESULT) !== null) return true;
  const tables = document.querySelectorAll('table');
  const cells = [...(tables[tables.length - 1]?.querySelectorAll('td') ?? [])];
  return cells.some((cell) => /^No (?:more )?results\.$/.test(textOf(cell)));
}

/** On a page in the middle the form to the previous one stands first; which is which its words may say in any language. */
function furthestForm(document: Document): Record<string, string> | undefined {
  const forms = [...document.querySelectorAll('form')].map(hiddenFieldsOf).filter(({ s }) => /^\d+$/.test(s ?? ''));
  return forms.reduce<Record<string, string> | undefined>(
    (furthest, form) => (furthest === undefined || Number(form['s']) > Number(furthest['s']) ? form : furthest),
    undefined,
  );
}

function hiddenFieldsOf(form: Element): Record<string, string> {
  const fields = [...form.querySelectorAll('input[type="hidden"]')].slice(0, MAX_PARTS);
  return Object.fromEntries(
    fields.flatMap((field) => {
      const name = field.getAttribute('name');
      return name ? [[name, field.getAttribute('value') ?? '']] : [];
    }),
  );
}

function dateOf(text: string): string | undefined {
  const day = /^(\d{4}-\d{2}-\d{2})T\d/.exec(text)?.[1];
  return day === undefined || Number.isNaN(Date.parse(day)) ? undefined : day;
}

function textOf(element: Element | null): string {
  return (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
}
