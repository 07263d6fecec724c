/**
 * What a page is: `article` one text; `documentation` one that explains how something is used; `forum` what people wrote
 * to each other, questions and answers included; `product` one thing that is sold; `collection` things that are sold;
 * `listing` any other list of what is told elsewhere; `service` sections that present something, as landing pages do.
 */
export type PageKind = 'article' | 'documentation' | 'forum' | 'product' | 'collection' | 'listing' | 'service';
