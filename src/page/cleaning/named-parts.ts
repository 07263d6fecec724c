import { proseWordsIn } from '../prose.js';
import { remembering } from '../remembering.js';
import { countWords } from '../visible-text.js';
import { elementName, elementsNamed, isElement, walk } from '../walk.js';
import type { DroppedParts } from './dropped.js';
import { nameWords } from './part-names.js';

/** A kind of part that sites put into the block of their text, known by what its markup is called. */
interface NamedPart {
  readonly names: RegExp;
  /** Larger ones are called so for another reason. */
  readonly maxWords: number;
  /** At least so much of it must be links. */
  readonly minLinkShare?: number;
  /** Of a page's prose; {@link MAX_PROSE_SHARE} where it is not said. */
  readonly maxProseShare?: number;
}

const PARTS: readonly NamedPart[] = [
  // Ways to pass the page on.
  {
    names: / (?:share|sharing|sharebar|social|socials|addthis|addtoany|sharedaddy|shareaholic|sociable|follow us) /,
    maxWords: 60,
  },
  // Who wrote it and when, which the metadata say.
  {
    names:
      / (?:byline|bylines|dateline|timestamp|pubdate|datetime|(?:post|entry|article|story) (?:meta|date|info|byline)|(?:published|posted|publish|updated|modified) (?:on|at|date|time)|reading time|read time|time to read) /,
    maxWords: 40,
  },
  {
    names:
      / (?:author|authors|contributor|contributors) (?:bio|box|info|card|about|block|profile|details|description|section|name|footer) | (?:about|post|entry|article) authors? | bio /,
    maxWords: 160,
  },
  // Where the page stands in its site.
  { names: / (?:breadcrumb|breadcrumbs|crumbs|breadcrumbs?list) /, maxWords: 60 },
  {
    names: / (?:tags|taglist|tag list|tag cloud|tagcloud|taxonomy|topics|keywords|categories|filed under|cat links) /,
    maxWords: 60,
    minLinkShare: 0.5,
  },
  {
    names:
      / (?:pagination|pager|(?:post|posts|page|entry) (?:navigation|nav|pagination)|nav links|prev next|prevnext|next prev) /,
    maxWords: 80,
  },
  { names: / (?:skip (?:link|links|to|nav)|skiplink|jump link|jump to nav) /, maxWords: 12 },
  // Other pages.
  {
    names:
      / (?:related|recirc|recirculation|recommended|recommendation|recommendations|outbrain|taboola|zergnet|trending|most (?:read|popular|viewed|recent)|popular (?:posts|stories|articles)|more (?:stories|articles|posts|news|from)|read (?:more|next|also|on)|readmore|also (?:like|read|see)|see also|latest (?:news|posts|stories)|recent (?:posts|stories|articles)|up next|next (?:article|story|post)) /,
    maxWords: 1_500,
  },
  // What asks for something.
  {
    names:
      / (?:newsletter|newsletters|subscribe|subscription|signup|sign up|optin|opt in|mailchimp|mc embed|paywall|donate|donation|donations|promo|promos|promotion|promobox|cta|call to action) /,
    maxWords: 250,
  },
  {
    names:
      / (?:ad|ads|advert|adverts|advertisement|advertising|adsense|adslot|dfp|sponsor|sponsored|sponsors|affiliate disclosure) /,
    maxWords: 120,
  },
  // What its lawyers want to be said, which may be longer than the text.
  { names: / (?:disclaimers?|fine print) /, maxWords: 100_000, maxProseShare: 0.6 },
  // What readers say and do.
  {
    names:
      / (?:comments|comment (?:list|form|area|section|respond|wrapper|count|link)|commentlist|disqus|respond|discussion|livefyre) /,
    maxWords: 100_000,
    maxProseShare: 0.95,
  },
  {
    names:
      / (?:feedback|was this helpful|helpful|page survey|rate this|rating widget|edit this page|edit page|edit on github|edit link|improve this page) /,
    maxWords: 80,
  },
  // Not for the eye, or not for paper.
  { names: / (?:noprint|no print|print hidden|hidden print|print none|print hide|dont print) /, maxWords: 150 },
  {
    names: / (?:sr only|visually hidden|visuallyhidden|screen reader (?:text|only)|offscreen|a11y hidden) /,
    maxWords: 10,
  },
];

/** Elements that are called after what is in them, or hold the page. */
const NEVER: ReadonlySet<string> = new Set(
  'html body main pre code table tbody tr td th h1 h2 h3 h4 h5 h6 li a'.split(' '),
);
/** A part with more of the page's prose is the page's text, whatever it is called. */
const MAX_PROSE_SHARE = 0.2;

/** Removes what the markup itself calls a share bar, a byline, related stories, an advertisement and the like. */
export function removeNamedParts(root: Element, dropped: DroppedParts): void {
  const prose = proseWordsIn(root);
  const found: Element[] = [];
  const calledSo = remembering((names: string) => PARTS.filter((part) => part.names.test(names)));
  walk(root, {
    enter(node) {
      if (!isElement(node) || node === root || NEVER.has(elementName(node))) return true;
      const names = nameWords(node);
      if (names === '' || !calledSo(names).some((part) => fits(node, part, prose))) return true;
      found.push(node);
      return false;
    },
  });
  for (const element of found) {
    dropped.add(element);
    element.remove();
  }
}

function fits(
  element: Element,
  { maxWords, minLinkShare = 0, maxProseShare = MAX_PROSE_SHARE }: NamedPart,
  prose: number,
): boolean {
  const words = countWords(element.textContent ?? '');
  if (words > maxWords || elementsNamed(element, 'h1', 'main').length > 0) return false;
  if (minLinkShare > 0) {
    const links = elementsNamed(element, 'a').reduce((sum, link) => sum + countWords(link.textContent ?? ''), 0);
    if (links < words * minLinkShare) return false;
  }
  return proseWordsIn(element) <= prose * maxProseShare;
}
