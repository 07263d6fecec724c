import type { PageClaims } from '../page-claims.js';
import type { PageKind } from './page-kind.js';
import type { PageSigns } from './page-signs.js';

const FORUM_TYPES = ['QAPage', 'DiscussionForumPosting'];
const PRODUCT_TYPES = ['Product', 'ProductGroup', 'ProductModel', 'IndividualProduct', 'Vehicle'];
const LIST_TYPES = ['ItemList', 'CollectionPage', 'SearchResultsPage', 'OfferCatalog'];
const DOCUMENTATION_TYPES = ['TechArticle', 'APIReference', 'SoftwareSourceCode'];
const ARTICLE_TYPES = [
  'Article',
  'NewsArticle',
  'BlogPosting',
  'Report',
  'ScholarlyArticle',
  'ReportageNewsArticle',
  'AnalysisNewsArticle',
  'OpinionNewsArticle',
  'BackgroundNewsArticle',
  'ReviewNewsArticle',
  'LiveBlogPosting',
  'Recipe',
  'HowTo',
];

/** Posts of a thread are so much of what a forum shows, user cards and menus included. */
const THREAD_SHARE = 0.3;
/** Of the words of the main part, so many stand in the cards of a list. */
const LIST_SHARE = 0.5;
const SALE_SHARE = 0.25;
const MIN_GOODS = 6;
/** A page of links. */
const MAX_LINK_SHARE = 0.6;
const MIN_CODE_BLOCKS = 3;
const MIN_CODES = 6;
/** Of an article's words so many stand in paragraphs of thirty words and more. */
export const TOLD_SHARE = 0.55;
/** ... or so many in its sentences, however short. */
const PROSE_SHARE = 0.9;
/** A notice of fewer words is no text. */
const MIN_WORDS = 40;

/** Tells what kind of page it is by what it claims, where what it shows agrees, and by what it shows alone. */
export function pageKind(claims: PageClaims, signs: PageSigns): PageKind {
  const claimsAny = (types: readonly string[]): boolean => types.some((type) => claims.types.has(type));
  const { openGraphType = '' } = claims;
  const isSold = claimsAny(PRODUCT_TYPES) || /^(?:og:)?product(?:\.item)?$/.test(openGraphType);
  const isArticle = claimsAny(ARTICLE_TYPES);
  const { cardShare, cards, goods, threadShare, toldShare, proseShare, linkShare, codeBlocks, codes, isManual } = signs;

  if (claimsAny(FORUM_TYPES)) return 'forum';
  if (threadShare >= THREAD_SHARE && !isSold && !isArticle && openGraphType !== 'article') return 'forum';
  const isCoded = codeBlocks >= MIN_CODE_BLOCKS || (codeBlocks > 0 && codes >= MIN_CODES);
  const isSale = goods >= MIN_GOODS && goods >= cards / 2 && cardShare >= SALE_SHARE;
  if (isSold && !(isSale && cardShare >= LIST_SHARE) && !(claimsAny(LIST_TYPES) && isSale)) return 'product';
  if (isArticle && toldShare >= TOLD_SHARE / 2) return 'article';
  if (isSale || openGraphType === 'product.group') return 'collection';
  if (claimsAny(DOCUMENTATION_TYPES) || isCoded || isManual) return 'documentation';
  if (toldShare >= TOLD_SHARE || (proseShare >= PROSE_SHARE && cardShare < SALE_SHARE && signs.words >= MIN_WORDS))
    return 'article';
  if (claimsAny(LIST_TYPES) || cardShare >= LIST_SHARE || linkShare >= MAX_LINK_SHARE) return 'listing';
  return isArticle || (openGraphType === 'article' && toldShare >= TOLD_SHARE / 2) ? 'article' : 'service';
}
