import { asUrl } from '../base/url.js';
import { type Container, isBoilerplate } from './container.js';
import { HEADINGS } from './elements.js';
import { PROSE_WORDS } from './prose.js';
import { visibleText, wordsOf } from './visible-text.js';
import { elementName, elementsNamed, elementsWhere, walk } from './walk.js';

/** Longer than this it is a text in large letters. */
const MAX_CHARS = 300;
/** What stands between the parts of a `<title>`. */
const TITLE_SEPARATOR = /\s+[-–—|·•:»/\\]+\s+|\s*[|»]\s*|:\s+/;
const LOGO = /(?:^|[\s_-])(?:logo|brand|branding|site-?(?:title|name))(?:$|[\s_-])/i;
/** A logo's sign stands so few elements around the heading. */
const LOGO_LEVELS = 3;
/** A title may stand among so many lines at the top, over or under a date and a category. */
const TOP_LINES = 3;

/** The heading of a page as a whole. */
export interface PageHeading {
  readonly html: string;
  readonly text: string;
  /** Whether the title that the page is given says it word for word. */
  readonly isTitle: boolean;
}

/** What a page says of itself elsewhere. */
export interface PageNames {
  /** As its head has it, with the names of section and site. */
  readonly title?: string | undefined;
  /** As the page is given it. */
  readonly givenTitle?: string | undefined;
  readonly siteName?: string | undefined;
  readonly author?: string | undefined;
  readonly isArticle?: boolean | undefined;
}

/** A heading, when it is neither long nor empty, and where it stands. */
interface Candidate {
  readonly element: Element;
  readonly words: string;
  readonly isInside: boolean;
  readonly isTitle: boolean;
}

/**
 * The heading of the page itself: of its top headings the one that its title names, else the only one in its main element,
 * else the only one at all; where it has none, the heading that its title names. Never the name of the site.
 */
export function pageHeading(document: Document, main: Container, names: PageNames): PageHeading | undefined {
  const headings = candidates(document, main.element, names);
  const tops = headings.filter(({ element }) => elementName(element) === 'h1');
  const inside = tops.filter(({ isInside }) => isInside);
  const chosen =
    inside.find(({ isTitle }) => isTitle) ??
    tops.find(({ isTitle }) => isTitle) ??
    only(inside) ??
    only(tops) ??
    (tops.length === 0 ? headings.find(({ isInside, isTitle }) => isInside && isTitle) : undefined);
  if (chosen === undefined) return undefined;
  const { element, words } = chosen;
  const given = wordsOf(names.givenTitle ?? names.title ?? '');
  return { html: element.outerHTML, text: visibleText(element), isTitle: ` ${given} `.includes(` ${words} `) };
}

function only(candidates: readonly Candidate[]): Candidate | undefined {
  return candidates.length === 1 ? candidates[0] : undefined;
}

function candidates(document: Document, main: Element, names: PageNames): Candidate[] {
  const title = `${wordsOf(names.title ?? '')} | ${wordsOf(names.givenTitle ?? '')}`;
  const segments = (names.title ?? '').split(TITLE_SEPARATOR).map(wordsOf);
  const siteName = wordsOf(names.siteName ?? '');
  return headingsIn(document.body).flatMap((element) => {
    const text = (element.textContent ?? '').trim();
    const words = wordsOf(text);
    if (words === '' || text.length > MAX_CHARS || words === siteName || isLogo(element)) return [];
    const isInside = main.contains(element) && main !== document.body;
    // Sites put their name last.
    if (!isInside && segments.length > 1 && words === segments.at(-1)) return [];
    return [{ element, words, isInside, isTitle: ` ${title} `.includes(` ${words} `) }];
  });
}

function headingsIn(body: Element): Element[] {
  const found: Element[] = [];
  walk(body, {
    enter(node) {
      if (isBoilerplate(node)) return false;
      const isHeading = HEADINGS.has(elementName(node));
      if (isHeading) found.push(node as Element);
      return !isHeading;
    },
  });
  return found;
}

/** Whether it leads to the start of the site, or says that it is the site's sign. */
function isLogo(heading: Element): boolean {
  const links = [heading.closest('a[href]'), ...elementsNamed(heading, 'a')];
  if (links.some((link) => link !== null && isHome(link.getAttribute('href') ?? ''))) return true;
  let element: Element | null = heading;
  for (let level = 0; level < LOGO_LEVELS && element !== null; level++) {
    if (LOGO.test(`${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`)) return true;
    element = element.parentElement;
  }
  return false;
}

function isHome(href: string): boolean {
  return asUrl(href)?.pathname === '/';
}

/** Whether a content lacks the page's heading: it is not in it, and stood in `whole` before what the content tells. */
export function lacksHeading(
  content: { readonly headings: readonly string[]; readonly hasTop: boolean; readonly text: string },
  heading: PageHeading,
  whole: string,
): boolean {
  const words = wordsOf(heading.text);
  if (content.headings.includes(words) || (content.hasTop && !heading.isTitle)) return false;
  const lines = content.text.split('\n');
  if (lines.slice(0, TOP_LINES).some((line) => wordsOf(line) === words)) return false;
  const first = lines.find((line) => wordsOf(line).split(' ').length >= PROSE_WORDS) ?? lines[0] ?? '';
  const all = whole.split('\n');
  const at = all.indexOf(first);
  return at < 0 || all.indexOf(heading.text.split('\n')[0] ?? '') <= at;
}

/** The words of every heading in an element, and whether one is a top heading. */
export function headingsOf(
  root: Element,
  isLeftOut: (node: Node) => boolean,
): { headings: readonly string[]; hasTop: boolean } {
  const elements = elementsWhere(root, (element) => HEADINGS.has(elementName(element)) && !isLeftOut(element));
  return {
    headings: elements.map((element) => wordsOf(element.textContent ?? '')),
    hasTop: elements.some((element) => elementName(element) === 'h1'),
  };
}
