import { asUrl } from '../base/url.js';
import { escapeHtml } from './escape-html.js';
import { countWords } from './visible-text.js';

/** What the data of a page says of the page: facts, and its text as HTML. */
export interface StateContent {
  readonly title?: string;
  readonly description?: string;
  readonly byline?: string;
  readonly publishedTime?: string;
  readonly modifiedTime?: string;
  readonly imageUrl?: string;
  /** Absent when the data holds no text worth the name. */
  readonly html?: string;
}

const MAX_NODES = 200_000;
const MAX_RECORDS = 2_000;
const MAX_DEPTH = 60;
const MAX_TEXT_CHARS = 1_000_000;
/** One text may stand in any number of places, and would be looked at in each. */
const MAX_LOOKED_AT_CHARS = 20_000_000;
/** A title with its markup. */
const MAX_TITLE_CHARS = 10_000;
/** A record with this many words in its body is what the page is about. */
const BODY_WORDS = 25;
/** A text of fewer words is a label. */
const PROSE_WORDS = 8;

const TITLES = ['title', 'headline', 'name', 'heading'];
const BODIES = ['articleBody', 'body', 'content', 'html', 'bodyHtml', 'contentHtml', 'text', 'markdown', 'description'];
const DESCRIPTIONS = ['description', 'excerpt', 'summary', 'subtitle', 'abstract', 'dek'];
const AUTHORS = ['author', 'byline', 'authors', 'creator', 'writer'];
const PUBLISHED = ['datePublished', 'publishedAt', 'published_at', 'publishDate', 'publishedTime', 'published', 'date'];
const MODIFIED = ['dateModified', 'updatedAt', 'updated_at', 'modifiedTime', 'modified'];
const IMAGES = ['image', 'coverImage', 'thumbnail', 'thumbnailUrl', 'heroImage', 'ogImage'];
const MARKUP = /<(?:p|h[1-6]|ul|ol|div|br|strong|em|a|table|section|blockquote)\b[^<>]*>/i;
/** Addresses, programs, class lists and the like. */
const NO_PROSE = /^(?:https?:|\/|data:|#)|[{}]|=>|;\s*$|\bfunction\b|^[\w-]+(?:\s[\w-]+[:[\]/][^\s]*)+$/;

type Entries = Readonly<Record<string, unknown>>;

/**
 * Looks in data for the record that a page is about: a title, and the longest text beside it; failing that, for all prose
 * in the data. Bounded, whatever the data; circular data too.
 */
export function contentOfState(values: readonly unknown[]): StateContent {
  const budget = { nodes: MAX_NODES, chars: MAX_LOOKED_AT_CHARS };
  const { records, prose } = survey(values, budget);
  let main: { readonly record: Entries; readonly html: string; readonly words: number } | undefined;
  for (const record of records) {
    const html = bodyOf(record, budget);
    if (html.length <= (main?.words ?? BODY_WORDS)) continue;
    const words = wordsOf(html);
    if (words > (main?.words ?? BODY_WORDS)) main = { record, html, words };
  }
  if (main !== undefined) return { ...factsOf(main.record), html: articleOf(main.record, main.html) };
  const html = [...prose].map(asHtml).join('\n');
  return wordsOf(html) > BODY_WORDS ? { html } : {};
}

/** The facts that a record states about what it describes. */
export function factsOf(record: Entries): Omit<StateContent, 'html'> {
  const facts = {
    title: wordOf(record, TITLES),
    description: wordOf(record, DESCRIPTIONS),
    byline: nameOf(firstOf(record, AUTHORS)),
    publishedTime: dateOf(record, PUBLISHED),
    modifiedTime: dateOf(record, MODIFIED),
    imageUrl: urlOf(firstOf(record, IMAGES)),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined));
}

interface Survey {
  /** Objects that have a title. */
  readonly records: Entries[];
  /** Sentences, in order, once each. */
  readonly prose: Set<string>;
}

/** All looks into the same data share a budget: its parts may be one another's. */
interface Budget {
  nodes: number;
  chars: number;
}

/** Whether a text may still be looked at. */
function affords(budget: Budget, text: string): boolean {
  budget.chars -= text.length;
  return budget.chars >= 0;
}

function survey(values: readonly unknown[], budget: Budget): Survey {
  const records: Entries[] = [];
  const prose = new Set<string>();
  const seen = new Set<object>();
  let chars = 0;
  const pending: { readonly value: unknown; readonly depth: number }[] = [];
  const push = (parts: readonly unknown[], depth: number): void => {
    for (let index = parts.length - 1; index >= 0; index -= 1) pending.push({ value: parts[index], depth });
  };
  push(values, 0);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string') {
      if (chars < MAX_TEXT_CHARS && affords(budget, value) && isProse(value)) {
        prose.add(value);
        chars += value.length;
      }
    } else if (typeof value === 'object' && value !== null && !seen.has(value) && depth < MAX_DEPTH) {
      seen.add(value);
      budget.nodes -= 1;
      if (budget.nodes < 0) break;
      if (records.length < MAX_RECORDS && isRecord(value, budget)) records.push(value);
      push(Object.values(value).slice(0, MAX_NODES), depth + 1);
    }
  }
  return { records, prose };
}

function isRecord(value: object, budget: Budget): value is Entries {
  if (Array.isArray(value)) return false;
  return TITLES.map((name) => own(value as Entries, name)).some(
    (title) =>
      typeof title === 'string' && title.length < MAX_TITLE_CHARS && affords(budget, title) && title.trim() !== '',
  );
}

/** The longest text of a record, as HTML. Editors keep texts as trees of blocks. */
function bodyOf(record: Entries, budget: Budget): string {
  const bodies = BODIES.map((name) => own(record, name)).map((body) =>
    typeof body === 'string'
      ? affords(budget, body)
        ? asHtml(body)
        : ''
      : typeof body === 'object' && body !== null
        ? blocksOf(body, budget)
        : '',
  );
  return bodies.reduce((longest, body) => (body.length > longest.length ? body : longest), '');
}

function blocksOf(tree: object, budget: Budget): string {
  return [...survey([tree], budget).prose].map(asHtml).join('\n');
}

function articleOf(record: Entries, body: string): string {
  const title = wordOf(record, TITLES) ?? '';
  return body.includes(escapeHtml(title)) && /<h1\b/i.test(body) ? body : `<h1>${escapeHtml(title)}</h1>\n${body}`;
}

function asHtml(text: string): string {
  if (MARKUP.test(text)) return text.slice(0, MAX_TEXT_CHARS);
  const paragraphs = text.slice(0, MAX_TEXT_CHARS).split(/\n\s*\n/);
  return paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n');
}

function isProse(text: string): boolean {
  return text.length > 30 && (MARKUP.test(text) || !NO_PROSE.test(text)) && wordsOf(text) >= PROSE_WORDS;
}

function wordsOf(html: string): number {
  return countWords(html.replace(/<[^<>]*>/g, ' '));
}

function own(record: Entries, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function firstOf(record: Entries, names: readonly string[]): unknown {
  return names.map((name) => own(record, name)).find((value) => value !== undefined && value !== null && value !== '');
}

function wordOf(record: Entries, names: readonly string[]): string | undefined {
  const words = names.map((name) => own(record, name)).filter((value) => typeof value === 'string');
  return words
    .filter((value) => value.length < MAX_TITLE_CHARS)
    .map((value) => value.replace(/<[^<>]*>|\s+/g, ' ').trim())
    .find((value) => value !== '' && value.length < 2_000);
}

/** A name by itself, in an object, or the names in a list. */
function nameOf(value: unknown, depth = 0): string | undefined {
  if (depth > 3) return undefined;
  if (Array.isArray(value)) {
    const names = value
      .slice(0, 20)
      .map((item) => nameOf(item, depth + 1))
      .filter((name) => name !== undefined);
    return names.length === 0 ? undefined : names.join(', ');
  }
  const name =
    typeof value === 'object' && value !== null ? wordOf(value as Entries, ['name', 'fullName', 'displayName']) : value;
  return typeof name === 'string' && name.trim() !== '' && name.length < 200 && asUrl(name) === undefined
    ? name.trim()
    : undefined;
}

function dateOf(record: Entries, names: readonly string[]): string | undefined {
  return names
    .map((name) => own(record, name))
    .find((value): value is string => {
      return typeof value === 'string' && value.length < 60 && /\d{4}/.test(value) && !Number.isNaN(Date.parse(value));
    });
}

/** An address by itself, in an object, or the first of a list. */
function urlOf(value: unknown, depth = 0): string | undefined {
  if (depth > 3) return undefined;
  if (Array.isArray(value)) return urlOf(value[0], depth + 1);
  if (typeof value === 'object' && value !== null)
    return urlOf(firstOf(value as Entries, ['url', 'src', 'contentUrl']), depth + 1);
  return typeof value === 'string' && /^(?:https?:)?\//.test(value) && value.length < 2_000 ? value : undefined;
}
