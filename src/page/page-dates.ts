import { isStartPage } from './base-url.js';
import type { TextLine } from './heading-lines.js';
import { propertiesOf, propertyValue } from './item-properties.js';
import { claimsToBeOffer, claimsToBeWritten, writtenItems, writtenNodes } from './main-things.js';
import type { PageClaims } from './page-claims.js';
import { findDate } from './stated-date.js';
import { countWords } from './visible-text.js';
import { elementName } from './walk.js';

/** When a page was published and changed: ISO 8601 where it can be told, else as the page writes it. */
export interface PageDates {
  readonly publishedTime: string | undefined;
  readonly modifiedTime: string | undefined;
}

/** Only articles bear these. */
const PUBLISHED_META = [
  'article:published_time',
  'og:published_time',
  'parsely-pub-date',
  'sailthru.date',
  'pubdate',
  'citation_publication_date',
  'publish-date',
  'publish_date',
  'publication_date',
  'article.published',
];
/** Any page may bear these. */
const DATE_META = [
  'datepublished',
  'date',
  'dc.date',
  'dc.date.issued',
  'dcterms.created',
  'dc.date.created',
  'dcterms.issued',
];
const MODIFIED_META = [
  'article:modified_time',
  'og:updated_time',
  'datemodified',
  'last-modified',
  'dcterms.modified',
  'dc.date.modified',
];
/** Programs that write manuals state the day of their last run. */
const MANUAL_TYPES = ['TechArticle', 'APIReference'];
const MAX_DAYS = 2;
/** The day that a writer joined the site, beside a post. */
const JOINED = /^(?:registered|joined|member since|join date|since|founded|location|from)\b/i;
const UPDATED =
  /\b(?:updated?|modified|edited|revised|changed|reviewed|last|aktualisiert|actualizado|mis à jour|aggiornato)\b/i;
/** A line with a date and more words than this is a text in which a date stands. */
const MAX_DATELINE_WORDS = 16;
const PATH_DATE = /\/((?:19|20)\d{2})[/-](\d{1,2})[/-](\d{1,2})(?:[/-]|$)/;

/**
 * Finds out when a page was published: by what it says of what is written on it, in JSON-LD, microdata and its head; else by
 * the date at its heading; else by its address. The day that a shop or a web page was made by some program is not it.
 */
export function pageDates(claims: PageClaims, lines: readonly TextLine[], url: string | undefined): PageDates {
  const { meta } = claims;
  const isWritten = claimsToBeWritten(claims);
  const isManual = MANUAL_TYPES.some((type) => claims.types.has(type));
  const inMeta = (names: readonly string[]) =>
    names
      .map((name) => meta.get(name))
      .find((value) => value !== undefined && (isWritten || findDate(value) !== undefined));
  const shown = shownDates(lines);
  const isOffer = claimsToBeOffer(claims);
  // Many days at the top are those of what is listed there.
  const isList = !isWritten && new Set(shown.days).size > MAX_DAYS;
  const dated =
    isOffer || isList || (isStartPage(url) && !isWritten)
      ? undefined
      : (shown.published ?? (isWritten ? dateOfPath(url) : undefined));
  const stated =
    ofNodes(claims, 'datePublished', 'dateCreated', 'uploadDate') ??
    ofItems(claims, 'datePublished', 'dateCreated') ??
    (isOffer ? undefined : inMeta(PUBLISHED_META)) ??
    (isWritten ? inMeta(DATE_META) : undefined);
  const changed = ofNodes(claims, 'dateModified') ?? ofItems(claims, 'dateModified') ?? inMeta(MODIFIED_META);
  const modified = changed ?? (isManual ? stated : undefined);
  const published = stated === undefined || isManual ? dated : asIso(stated);
  return {
    publishedTime: published === undefined ? undefined : asShown(published, shown.moments),
    modifiedTime: modified === undefined ? shown.modified : asIso(modified),
  };
}

function ofNodes(claims: PageClaims, ...names: string[]): string | undefined {
  for (const node of writtenNodes(claims)) {
    const value = names.map((name) => node[name]).find((value) => typeof value === 'string' && value.trim() !== '');
    if (typeof value === 'string') return value.trim();
  }
  return undefined;
}

function ofItems(claims: PageClaims, ...names: string[]): string | undefined {
  for (const item of writtenItems(claims)) {
    const values = names.flatMap((name) => propertiesOf(claims.markup, item, name)).map(propertyValue);
    const value = values.find((value) => value !== '');
    if (value !== undefined) return value;
  }
  return undefined;
}

interface ShownDates {
  readonly published: string | undefined;
  readonly modified: string | undefined;
  readonly days: readonly string[];
  /** Dates with their time, as they are written. */
  readonly moments: readonly string[];
}

/** The dates on lines of their own; one that is said to be of a change is no day of publication. */
function shownDates(lines: readonly TextLine[]): ShownDates {
  let published: string | undefined;
  let modified: string | undefined;
  const moments: string[] = [];
  const days: string[] = [];
  for (const { text, elements } of lines) {
    const times = elements.filter((element) => elementName(element) === 'time');
    const marked = times.map(dateOfTime);
    moments.push(...marked.filter((iso) => iso !== undefined));
    const found = findDate(text);
    const isDateline = found !== undefined && (found.start === 0 || countWords(text) <= MAX_DATELINE_WORDS);
    const date = marked.find((iso) => iso !== undefined) ?? (isDateline ? found.iso : undefined);
    if (date === undefined || countWords(text) > 2 * MAX_DATELINE_WORDS || JOINED.test(text)) continue;
    days.push(date.slice(0, 10));
    if (UPDATED.test(found === undefined ? text : text.slice(0, found.start))) modified ??= date;
    else published ??= date;
  }
  return { published, modified, days, moments };
}

/** By its attribute; by what it shows, where that is another day than the attribute has in its zone. */
function dateOfTime(time: Element): string | undefined {
  const stated = findDate(time.getAttribute('datetime') ?? '')?.iso;
  const shown = findDate(time.textContent ?? '')?.iso;
  return stated === undefined || (shown !== undefined && !stated.startsWith(shown.slice(0, 10))) ? shown : stated;
}

/** The same moment as the page writes it, in the zone of its readers: there it may be another day. */
function asShown(date: string, moments: readonly string[]): string {
  const instant = Date.parse(date);
  const same = moments.find((moment) => moment.includes('T') && Math.abs(Date.parse(moment) - instant) < 60_000);
  return same ?? date;
}

function dateOfPath(url: string | undefined): string | undefined {
  const [, year, month, day] = PATH_DATE.exec(url ?? '') ?? [];
  return year === undefined ? undefined : findDate(`${year}-${month}-${day}`)?.iso;
}

/** Text around a date is left away only when it is a date that it is around. */
function asIso(stated: string): string {
  const found = findDate(stated);
  if (found === undefined) return stated;
  return found.iso.includes('T') || !/T\d/.test(stated) ? found.iso : stated;
}
