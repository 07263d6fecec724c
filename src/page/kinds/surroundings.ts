import { headedRows } from './headed-rows.js';
import { repeatedLines } from './repeated-lines.js';
import { elementName, isElement, walk } from '../walk.js';
import { countWords } from '../visible-text.js';

const NEVER: ReadonlySet<string> = new Set('html body main article h1 tr td th tbody table pre code'.split(' '));
const ALWAYS: ReadonlySet<string> = new Set('nav aside footer dialog search menu'.split(' '));
const ROLES: ReadonlySet<string> = new Set('navigation complementary contentinfo search dialog alertdialog menu menubar tablist toolbar'.split(' '));
const NAMES =
  /(?:^|[\s_-])(?:breadcrumbs?|crumbs?|pagination|paging|pager|paginator|sidebar|side-?nav|side-?bar|share|sharing|sharethis|addthis|social(?:s|media|links|icons)?|newsletters?|subscribe|subscription-?form|cookies?|consent|footer|nav(?:bar|igation)?|menus?|mega-?menu|submenu|mini-?cart|cart-?(?:drawer|popup|count|summary)|filters?|facets?|facet|refinements?|refine|sort(?:ing|by|-by)?|related|recommend(?:ed|ations?)?|recs|up-?sells?|cross-?sells?|recently|similar|advert(?:s|isements?)?|ads?|sponsor(?:ed)?|skip(?:-?link|-?nav)?|log-?in|sign-?in|sign-?up|modal|popup|pop-up|drawer|overlay|tooltip|off-?canvas|wishlist|compare|quick-?view|announcement(?:-?bar)?|top-?bar|toolbar|utility-?(?:bar|nav)|search-?(?:box|form|bar)|back-?to-?top|screen-reader-text|sr-only|visually-?hidden)(?:$|[\s_-])/i;
const MAX_SHARE = 0.4;

export function surroundings(root: Element): ReadonlySet<Node> {
  const found = new Set<Node>();
  const total = countWords(root.textContent ?? '');
  walk(root, {
    enter(node) {
      if (!isElement(node)) return false;
      if (node === root) return true;
      const name = elementName(node);
      if (NEVER.has(name)) return true;
      const isSaid = ALWAYS.has(name) || ROLES.has(node.getAttribute('role')?.toLowerCase() ?? '') || NAMES.test(namesOf(node));
      if (!isSaid) return true;
      const words = countWords(node.textContent ?? '');
      if (words > total * MAX_SHARE || node.querySelector('h1') !== null) return true;
      found.add(node);
      return false;
    },
  });
  for (const row of headedRows(root)) found.add(row);
  for (const line of repeatedLines(root)) found.add(line);
  return found;
}

function namesOf(element: Element): string {
  const text = `${element.getAttribute('id') ?? ''} ${element.getAttribute('class') ?? ''}`;
  return text.replace(/([a-z])([A-Z])/g, '$1-$2');
}
