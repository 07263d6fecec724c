import { nameWords } from '../cleaning/part-names.js';
import { proseWordsIn } from '../prose.js';
import { remembering } from '../remembering.js';
import { countWords } from '../visible-text.js';
import { elementName, elementsNamed, firstElement, isElement, walk } from '../walk.js';
import type { CardGroup } from './cards.js';
import { headedRows } from './headed-rows.js';
import type { PageKind } from './page-kind.js';
import { holdsPrice } from './prices.js';
import { repeatedLines } from './repeated-lines.js';
import { isWithinAny } from './within-any.js';

/** What sites call the parts around their content. */
interface NamedParts {
  readonly names: RegExp;
  /** Of the words of the element looked through; a larger part is called so for another reason. */
  readonly maxShare: number;
  /** It only labels and links: what tells something in sentences is called so for another reason. */
  readonly tellsNothing?: boolean;
  /** ... and what names prices. */
  readonly sellsNothing?: boolean;
  /** Only on pages of these kinds. */
  readonly kinds?: readonly PageKind[];
}

/** Whom a shop quotes it has chosen itself; what all buyers say is another text. */
const TESTIMONIAL = / testimonials? /;

const PARTS: readonly NamedParts[] = [
  // Ways through the site.
  {
    names:
      / (?:breadcrumbs?|crumbs|pagination|paging|pager|paginator|sidebar|sidenav|side nav|side bar|navbar|navigation|nav|menus?|mega menu|megamenu|submenu|footer|skip link|skip nav|skiplink|tablist|off canvas|offcanvas|top bar|topbar|utility nav|back to top|toc) /,
    maxShare: 0.4,
    tellsNothing: true,
    sellsNothing: true,
  },
  // What a visitor may do with the list.
  {
    names:
      / (?:filters?|facets?|refine|refinements?|sort|sorting|sortby|sort by|toolbar|search box|search form|search bar|searchbar|compare|quick view|quickview|wishlist) /,
    maxShare: 0.4,
    tellsNothing: true,
  },
  // What the site wants of a visitor.
  {
    names:
      / (?:share|sharing|sharethis|addthis|social|socials|newsletters?|subscribe|cookies?|consent|login|log in|sign in|signin|sign up|signup|modal|popup|pop up|drawer|overlay|tooltip|popover|announcement|mini cart|minicart|cart drawer|screen reader text|sr only|visually hidden|spinner|captcha|validation) /,
    maxShare: 0.25,
  },
  // What else there is.
  {
    names:
      / (?:related|recommend|recommended|recommendations?|recs|upsells?|up sells?|crosssells?|cross sells?|recently viewed|recently|similar|also (?:like|bought|viewed)|sponsored|advert|advertisements?|advertising) /,
    maxShare: 0.4,
  },
  {
    names: /^ (?:ads?|sponsor) | (?:ad|ads) (?:slot|unit|container|wrapper|banner|box|block|placement|label) /,
    maxShare: 0.1,
  },
  // What its lawyers want to be said.
  { names: / (?:disclaimers?|fine print) /, maxShare: 0.4 },
  // What buyers say of a product, and what the shop says of itself.
  {
    names: / (?:reviews?|comments?|ugc|questions|yotpo|bazaarvoice|bv) /,
    maxShare: 0.8,
    kinds: ['product'],
  },
  {
    names:
      / (?:legal|buybox|buy box|delivery|shipping|returns|fulfillment|preload|alert|seller|sellers|add to cart|availability|quantity|installments?|payments?|size (?:chart|guide)|store locator|trust) /,
    maxShare: 0.2,
    kinds: ['product', 'collection'],
  },
];

/** What stands around content by what it is. */
const ELEMENTS: ReadonlySet<string> = new Set('nav aside footer dialog search menu'.split(' '));
const ROLES: ReadonlySet<string> = new Set(
  'navigation complementary contentinfo search dialog alertdialog alert menu menubar tablist toolbar'.split(' '),
);
const MAX_ELEMENT_SHARE = 0.4;
/** A removal that costs more of the prose has taken the text for its surroundings. */
const MAX_PROSE_SHARE = 0.9;
/** Elements that are called after what is in them, or hold the page. */
const NEVER: ReadonlySet<string> = new Set('html body main h1 h2 h3 h4 h5 h6 tr td th tbody table pre code'.split(' '));

/** The parts of an element that surround its content, on a page of this kind. What holds the top heading never does. */
export function surroundings(root: Element, kind: PageKind, groups: readonly CardGroup[]): ReadonlySet<Node> {
  const found = new Set<Element>();
  const total = countWords(root.textContent ?? '');
  const parts = PARTS.filter(({ kinds }) => kinds?.includes(kind) ?? true);
  const calledSo = remembering((names: string) => parts.filter((part) => part.names.test(names)));
  walk(root, {
    enter(node) {
      if (!isElement(node)) return false;
      if (node === root || NEVER.has(elementName(node))) return true;
      if (kind === 'product' && isTestimonial(node)) return false;
      const share = maxShare(node, calledSo(nameWords(node)));
      if (share === 0) return true;
      if (countWords(node.textContent ?? '') > total * share || elementsNamed(node, 'h1').length > 0) return true;
      found.add(node);
      return false;
    },
  });
  if (kind !== 'service')
    for (const row of headedRows(root)) if (firstElement(row, isTestimonial) === undefined) found.add(row);
  if (kind === 'product') for (const ware of groups.filter(isOfGoods).flatMap(({ cards }) => cards)) found.add(ware);
  return new Set<Node>([...withoutText(root, found), ...repeatedLines(groups)]);
}

/** Whether most of its cards name or picture something and its price: beside a product those are others. */
function isOfGoods({ parent, cards, priced, headed }: CardGroup): boolean {
  return Math.min(priced, headed) >= cards.length / 2 && elementsNamed(parent, 'h1').length === 0;
}

/** Without the parts that hold the text of the page: as much is put back as makes half of its prose, the largest parts first. */
function withoutText(root: Element, parts: ReadonlySet<Element>): Element[] {
  const outermost = [...parts].filter(({ parentNode }) => parentNode === null || !isWithinAny(parentNode, parts));
  const sized = outermost
    .map((element) => ({ element, words: proseWordsIn(element) }))
    .sort((one, other) => one.words - other.words);
  const total = proseWordsIn(root);
  let left = sized.reduce((sum, { words }) => sum + words, 0);
  while (left > total * MAX_PROSE_SHARE) left -= sized.pop()?.words ?? left;
  return sized.map(({ element }) => element);
}

function isTestimonial(element: Element): boolean {
  return TESTIMONIAL.test(nameWords(element));
}

/** The most of the words that an element may have which is called what these parts are. */
function maxShare(element: Element, calledSo: readonly NamedParts[]): number {
  const isSaid = ELEMENTS.has(elementName(element)) || ROLES.has(element.getAttribute('role')?.toLowerCase() ?? '');
  return calledSo.reduce(
    (share, { maxShare, tellsNothing, sellsNothing }) => {
      if (share >= maxShare) return share;
      if (sellsNothing && holdsPrice(element.textContent ?? '')) return share;
      return tellsNothing && proseWordsIn(element) > 0 ? share : maxShare;
    },
    isSaid ? MAX_ELEMENT_SHARE : 0,
  );
}
