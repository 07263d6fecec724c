import { type ItemMarkup, readItemMarkup } from './item-properties.js';
import { type JsonLdGraph, jsonLdGraph, readJsonLd, typesOf } from './json-ld.js';
import { readMeta } from './meta.js';

/** What a page says it is and what is on it, in words of schema.org. It may be wrong, and often says too much. */
export interface PageClaims {
  /** What the page as a whole is, and its surroundings: things that are no part of another. `Article`, `Product`, `WebSite` … */
  readonly types: ReadonlySet<string>;
  /** How many things of a type there are, also as parts of others: sixty times `Product` is a list. */
  readonly counts: ReadonlyMap<string, number>;
  /** Lower case: `article`, `website`, `product` … */
  readonly openGraphType?: string;
  /** The content of `<meta>` elements by lower-case name; the first of each wins. */
  readonly meta: ReadonlyMap<string, string>;
  /** The JSON-LD blocks as they were parsed, and put together. */
  readonly jsonLd: readonly unknown[];
  readonly graph: JsonLdGraph;
  readonly markup: ItemMarkup;
}

/** Reads them from a document that still has its head and scripts. Changes nothing. */
export function readClaims(document: Document): PageClaims {
  const meta = readMeta(document);
  const jsonLd = readJsonLd(document);
  const graph = jsonLdGraph(jsonLd);
  const markup = readItemMarkup(document);
  const types = new Set(graph.tops.flatMap(typesOf));
  for (const { types: named, owner } of markup.items) {
    if (owner === undefined) for (const type of named) types.add(type);
  }
  const counts = new Map<string, number>();
  for (const type of [...graph.nodes.flatMap(typesOf), ...markup.items.flatMap((item) => item.types)])
    counts.set(type, (counts.get(type) ?? 0) + 1);
  const openGraphType = meta.get('og:type')?.toLowerCase();
  return { types, counts, ...(openGraphType ? { openGraphType } : {}), meta, jsonLd, graph, markup };
}
