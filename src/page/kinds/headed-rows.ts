import { HEADINGS } from '../elements.js';
import { countWords, wordsOf } from '../visible-text.js';
import { elementName, elementsWhere } from '../walk.js';

/** What heads a row that leads away from what the page is about, as whole lines of words in lower case. */
const OTHERS = new RegExp(
  `^(?:${[
    'related (?:products?|items?|articles?|posts?|stories|content|resources|links|searches|topics|questions|threads|discussions|topics)|related to .*|related',
    '(?:you|you ll) (?:may|might) (?:also )?(?:like|enjoy|love|be interested in).*|you ll (?:also )?love.*',
    '(?:people|customers?|shoppers|others|guests|members|users)(?: who .*)? (?:also|ultimately) (?:bought|viewed|liked|like|ask|asked|shopped|purchased|search|searched).*',
    '(?:frequently|often|commonly) bought together|bought together|pairs? (?:well )?with|goes (?:well|great) with|complete (?:the|your) (?:look|set|outfit|kit)|shop the look|wear it with|style with',
    '(?:recently|last) viewed.*|your (?:recently|browsing) .*|recent(?:ly)? (?:searches|viewed)',
    'recommended.*|recommendations?.*|our recommendations|picked for you|just for you|suggested.*|inspired by your .*|similar (?:products?|items?|to this|styles?|jobs?|listings?|games?|articles?).*|compare (?:with )?similar.*|more like this|more (?:items|products|games|to (?:explore|discover|consider|love)|from (?:this|the|our) .*|by this .*).*',
    '(?:explore|discover|see|view) (?:more|related|similar).*|popular searches|top searches|sponsored.*',
    '(?:customer|product|user|verified|guest|our customer|shopper|member|steam)? ?(?:reviews?|ratings?)(?: and ratings| ratings| reviews)?(?: for this .*| of .*| \\d+)?|ratings? (?:and )?reviews?.*|reviews? (?:and )?ratings?.*|what (?:our )?(?:customers|people|others|clients) (?:are )?say(?:ing)?.*|write a review|leave a review|(?:read )?(?:all )?\\d+ reviews?|questions? (?:and )?answers?|customer questions.*|q a',
    '(?:shipping|delivery|returns?)(?: (?:and )?(?:shipping|delivery|returns?|policies|policy|information|info|details|exchanges|refunds|handling))*.*|payment (?:methods|options|and security).*|secure (?:payments?|checkout)|warranty information',
    '(?:sign ?up|subscribe|be the first|newsletter|keep in touch|follow).*|(?:join|stay|get|don t miss)(?: (?:our|us|in touch|connected|updated|notified|up to date|the (?:newsletter|latest|club|community|list|conversation)|exclusive|emails?|news|(?:a )?\\d+|out)(?: .*)?)?',
    'follow us.*|connect with us|share(?: this.*)?|contact us|need help.*|help(?: and support)?|customer (?:service|care|support)|we re here to help|have (?:a )?questions?.*|still have questions.*|about (?:the )?(?:seller|shop|store)|meet (?:your|the) (?:sellers?|maker).*',
    '(?:filters?|filter by|refine|refine (?:by|your).*|sort(?: by)?|narrow (?:by|your).*|shop by|categories|category|browse by|product categories|tags|archives?|recent (?:posts|comments))',
    'your (?:cart|bag|basket|privacy.*)|shopping (?:cart|bag)|cart|(?:cookie|privacy) (?:settings|preferences|policy)|login|log in|sign in|create an account.*|my account|choose (?:your|a) (?:country|location|language|region).*|select (?:your|a) (?:country|location|language|region).*',
    'ähnliche (?:produkte|artikel)|das könnte (?:ihnen|dir|sie|dich) auch.*|kunden .* auch|zuletzt angesehen.*|bewertungen|kundenbewertungen|passend dazu|zubehör',
    'produits (?:similaires|associés|complémentaires)|vous aimerez aussi.*|avis(?: clients?)?|récemment consultés?|les clients .* aussi.*',
    'productos (?:relacionados|similares)|también te puede.*|opiniones(?: de .*)?|vistos recientemente|reseñas.*',
    'prodotti (?:correlati|simili)|potrebbe(?:ro)? (?:anche )?interessarti.*|recensioni|visti di recente',
    'produtos relacionados|gerelateerde producten|klanten kochten ook|reviews|podobne produkty|похожие товары|отзывы|関連商品|相关产品|レビュー',
  ].join('|')})$`,
  'u',
);
const MAX_HEADING_WORDS = 9;
/** A larger part is the page's content, whatever heads it. */
const MAX_SHARE = 0.4;
/** No page has more; for each, the elements around it are read. */
const MAX_ROWS = 60;

/** The parts of an element each of which begins with a heading that says that it leads elsewhere. */
export function headedRows(root: Element): Element[] {
  const total = countWords(root.textContent ?? '');
  const heads = elementsWhere(root, isHeading).filter((heading) => {
    const label = wordsOf(heading.textContent ?? '');
    return label !== '' && label.split(' ').length <= MAX_HEADING_WORDS && OTHERS.test(label);
  });
  return heads.slice(0, MAX_ROWS).flatMap((heading) => {
    const row = rowOf(heading, root, total);
    return row === undefined ? [] : [row];
  });
}

function isHeading(element: Element): boolean {
  return (
    (HEADINGS.has(elementName(element)) && elementName(element) !== 'h1') || element.getAttribute('role') === 'heading'
  );
}

/** The largest element around a heading of which it is the beginning. */
function rowOf(heading: Element, root: Element, total: number): Element | undefined {
  let row: Element = heading;
  for (let parent = heading.parentElement; parent !== null && parent !== root; parent = parent.parentElement) {
    if (countWords(parent.textContent ?? '') > total * MAX_SHARE || !beginsWith(parent, heading)) break;
    if (parent.querySelector('h1') !== null) break;
    row = parent;
  }
  return row;
}

function beginsWith(element: Element, heading: Element): boolean {
  const text = wordsOf(element.textContent ?? '');
  return text.startsWith(wordsOf(heading.textContent ?? '')) && !otherHeadingOfRank(element, heading);
}

/** Whether a section of the same rank follows in it: then it is a column of sections. */
function otherHeadingOfRank(element: Element, heading: Element): boolean {
  const rank = elementName(heading);
  return (
    elementsWhere(
      element,
      (other) => other !== heading && elementName(other) <= rank && HEADINGS.has(elementName(other)),
    ).length > 0
  );
}
