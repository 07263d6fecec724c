import { asUrl } from '../base/url.js';
import type { TextLine } from './heading-lines.js';
import { propertiesOf, propertyValue } from './item-properties.js';
import { typesOf } from './json-ld.js';
import { claimsToBeOffer, claimsToBeWritten, writtenItems, writtenNodes } from './main-things.js';
import type { PageClaims } from './page-claims.js';
import { CREDIT, isAccountName, personName } from './person-name.js';
import type { SiteNames } from './site-names.js';

const AUTHOR_META = [
  'author',
  'article:author',
  'parsely-author',
  'sailthru.author',
  'dc.creator',
  'citation_author',
  'byl',
];
/** Classes by which sites mark who wrote what they are on. */
const NAME_CLASS =
  /(?:^|[\s_-])(?:byline|by-line|author(?:-?name|-?link|s)?|username|user-?name|creator|poster|written-by|posted-by|postauthor)(?:$|[\s_-])/i;
const NO_NAME_CLASS =
  /(?:avatar|image|photo|bio|box|title|role|job|date|time|social|count|description|stats|desc|info$)/i;
const MAX_AUTHORS = 10;
const MAX_LINE_CHARS = 160;

interface Evidence {
  readonly claims: PageClaims;
  readonly site: SiteNames;
  readonly lines: readonly TextLine[];
}

/**
 * Who wrote a page, as a reader would say it: by JSON-LD, microdata and the head of the page; else by who is named at its
 * heading. Neither addresses nor account names where there is a name; the site itself only of what is written on it.
 */
export function bylineOf(evidence: Evidence): string | undefined {
  const { claims, site } = evidence;
  const isPlace = (name: string) => !claimsToBeWritten(claims) && site.isSite(name);
  const stated = [statedByNodes(evidence), statedByItems(claims), statedInHead(evidence)].find(
    (name) => name !== undefined && !isPlace(name),
  );
  if (stated !== undefined && !isAccountName(stated)) return stated;
  const shown = shownAtHeading(evidence);
  // Many sites publish the account, and show the name.
  return shown !== undefined && (stated === undefined || /\s/.test(shown)) ? shown : stated;
}

function statedByNodes({ claims, site }: Evidence): string | undefined {
  const { graph } = claims;
  for (const node of writtenNodes(claims)) {
    const authors = listOf(node['author'] ?? node['creator']).slice(0, MAX_AUTHORS);
    const names = authors.map((author) => {
      if (typeof author === 'string') return personName(author);
      const named = graph.resolve(author);
      if (named === undefined) return undefined;
      const name = personName(textOf(named['name']) ?? [named['givenName'], named['familyName']].map(textOf).join(' '));
      const isFirm = typesOf(named).some((type) => /Organization|Corporation/.test(type));
      return isFirm && name !== undefined && site.isSite(name) ? undefined : name;
    });
    const known = [...new Set(names.filter((name) => name !== undefined))];
    if (known.length > 0) return known.join(', ');
  }
  return undefined;
}

function statedByItems(claims: PageClaims): string | undefined {
  for (const item of writtenItems(claims)) {
    const authors = [...propertiesOf(claims.markup, item, 'author'), ...propertiesOf(claims.markup, item, 'creator')];
    const names = authors.slice(0, MAX_AUTHORS).map((property) => {
      const person = claims.markup.items.find(({ element }) => element === property.element);
      const [name] = person === undefined ? [] : propertiesOf(claims.markup, person, 'name');
      return personName(
        name === undefined ? propertyValue(property) || property.element.textContent : propertyValue(name),
      );
    });
    const known = [...new Set(names.filter((name) => name !== undefined))];
    if (known.length > 0) return known.join(', ');
  }
  return undefined;
}

function statedInHead({ claims: { meta } }: Evidence): string | undefined {
  for (const name of AUTHOR_META) {
    const stated = meta.get(name);
    // Facebook's rule wants a profile's address where everybody else puts a name.
    const author = stated === undefined || asUrl(stated) !== undefined ? undefined : personName(stated);
    if (author !== undefined) return author;
  }
  return undefined;
}

/** Who is named on a line of their own at the heading: by a credit, a link that says so, or a class for names. */
function shownAtHeading({ claims, lines, site }: Evidence): string | undefined {
  const isWritten = claimsToBeWritten(claims);
  // Beside what is for sale stand the names of those who bought it.
  if (claimsToBeOffer(claims) && !isWritten) return undefined;
  for (const { text, elements } of lines) {
    if (text.length > MAX_LINE_CHARS) continue;
    const marked = markedName(elements);
    const name = CREDIT.test(text) ? personName(marked ?? text) : marked;
    if (name !== undefined && isNameLike(name) && (isWritten || !site.isSite(name))) return name;
  }
  return undefined;
}

/** The name in an element that is marked for one; the innermost, since the whole line may be marked too. */
function markedName(elements: readonly Element[]): string | undefined {
  const marked = elements.filter(isMarked);
  for (const [index, element] of marked.entries()) {
    const inner = marked[index + 1];
    const text = element.textContent ?? '';
    const name =
      (inner !== undefined && element.contains(inner)) || text.length > MAX_LINE_CHARS ? undefined : personName(text);
    if (name !== undefined) return name;
  }
  return undefined;
}

function isMarked(element: Element): boolean {
  if (/(?:^|\s)author(?:\s|$)/.test(element.getAttribute('rel') ?? '')) return true;
  const classes = (element.getAttribute('class') ?? '').split(/\s+/);
  return classes.some((name) => NAME_CLASS.test(name) && !NO_NAME_CLASS.test(name));
}

/** A credit may go on as a sentence. */
function isNameLike(name: string): boolean {
  const words = name.split(' ');
  return (
    words.length <= 8 &&
    (words.length === 1 || words.filter((word) => /^\p{Lu}|^\p{Lo}/u.test(word)).length * 2 >= words.length)
  );
}

function listOf(value: unknown): readonly unknown[] {
  return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
