import type { Item } from './item-properties.js';
import { type JsonLdNode, typesOf } from './json-ld.js';
import type { PageClaims } from './page-claims.js';

/** What somebody writes and publishes on a day, by schema.org. */
const WRITTEN =
  /(?:Article|Posting|Question|HowTo|Recipe|Report|Guide|Review|Book|Thesis|VideoObject|PodcastEpisode|SoftwareSourceCode)$/;
/** ... in answer to it. */
const ANSWER = /^(?:Comment|Answer|UserComments|Review|UserReview|CriticReview)$/;
/** What is for sale, and lists of it. */
const OFFERS = ['Product', 'ProductGroup', 'CollectionPage'];
/** So many written things on a page, each by itself, are a list. */
const MAX_ITEMS = 3;

/** Whether one of the types is of something written, and not a remark on it. */
export function isWritten(types: readonly string[]): boolean {
  return types.some((type) => WRITTEN.test(type) && !ANSWER.test(type));
}

/** The written things that a page is about, by its JSON-LD: what is listed or linked on it is not among them. */
export function writtenNodes(claims: PageClaims): JsonLdNode[] {
  const isOffer = claimsToBeOffer(claims);
  return claims.graph.tops.filter((node) => isWritten(typesOf(node)) && !(isOffer && isBesideOffer(typesOf(node))));
}

/** A film and questions about a product are no text that somebody published. */
function isBesideOffer(types: readonly string[]): boolean {
  return types.some((type) => type === 'VideoObject' || type === 'Question');
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
