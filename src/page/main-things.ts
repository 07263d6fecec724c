import type { Item } from './item-properties.js';
import { type JsonLdNode, typesOf } from './json-ld.js';
import type { PageClaims } from './page-claims.js';

/** What somebody writes and publishes on a day, by schema.org. */
const WRITTEN =
  /(?:Article|Posting|Question|HowTo|Recipe|Report|Guide|Review|Book|Thesis|VideoObject|PodcastEpisode|SoftwareSourceCode)$/;
/** ... in answer to it. */
const ANSWER = /^(?:Comment|Answer|UserComments|Review|UserReview|CriticReview)$/;
/** What is for sale, and lists of it. */
const OFFERS = ['Product', 'ProductGroup', 'CollectionPage', 'ItemPage'];
/** So many written things on a page, each by itself, are a list. */
const MAX_ITEMS = 3;

/** Whether one of the types is of something written, and not a remark on it. */
export function isWritten(types: readonly string[]): boolean {
  return types.some((type) => WRITTEN.test(type) && !ANSWER.test(type));
}

/** The written things that a page is about, by its JSON-LD: what is listed or linked on it is not among them. */
export function writtenNodes(claims: PageClaims): JsonLdNode[] {
  return claims.graph.tops.filter((node) => isWritten(typesOf(node)) && !isBeside(typesOf(node), claims));
}

/** A film on a page is no text that somebody published, unless there is nothing else; nor are questions about a product. */
function isBeside(types: readonly string[], claims: PageClaims): boolean {
  const isOffer = claimsToBeOffer(claims);
  if (types.includes('VideoObject')) return isOffer || claims.types.has('WebPage');
  return isOffer && types.includes('Question');
}

/** The same by microdata and RDFa: one that is on the page by itself. Many of a kind are a list. */
export function writtenItems({ markup }: PageClaims): Item[] {
  const items = markup.items.filter(
    ({ types, owner }) => isWritten(types) && (owner === undefined || !isWritten(owner.types)),
  );
  return items.length > MAX_ITEMS ? [] : items.slice(0, 1);
}

/** Whether the page says that it is something written, a discussion included. */
export function claimsToBeWritten(claims: PageClaims): boolean {
  const { openGraphType, types } = claims;
  if (writtenNodes(claims).length > 0 || writtenItems(claims).length > 0) return true;
  // Sites of the usual kind call every page an article to social networks, and know better in JSON-LD.
  return openGraphType === 'article' && !types.has('WebPage') && !types.has('Product');
}

/** Whether the page says that it is something for sale, or a list. */
export function claimsToBeOffer({ types, openGraphType }: PageClaims): boolean {
  return OFFERS.some((type) => types.has(type)) || /^product/.test(openGraphType ?? '');
}
