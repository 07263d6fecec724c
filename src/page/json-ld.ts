import { parseTolerantJson } from './tolerant-json.js';
import { elementsNamed } from './walk.js';

const MAX_CHARS = 500_000;
const MAX_NODES = 5_000;
const MAX_DEPTH = 40;

export type JsonLdNode = Readonly<Record<string, unknown>>;

/** What the blocks of a page describe, as a whole: they refer to one another. */
export interface JsonLdGraph {
  /** Every node that has a type, in document order, those within others included. */
  readonly nodes: readonly JsonLdNode[];
  /** Those that are no part of another: the page, what it is about, and its surroundings. */
  readonly tops: readonly JsonLdNode[];
  /** A node as it stands, or the fullest of those that it refers to by `@id`; undefined for what is no node. */
  resolve(value: unknown): JsonLdNode | undefined;
}

/** The JSON-LD blocks of a document, parsed: broken ones as far as they can be mended. */
export function readJsonLd(document: Document): unknown[] {
  const found: unknown[] = [];
  let budget = MAX_CHARS;
  for (const script of elementsNamed(document, 'script')) {
    if (!/^\s*application\/ld\+json\s*(?:;|$)/i.test(script.getAttribute('type') ?? '')) continue;
    const text = script.textContent ?? '';
    budget -= text.length;
    if (budget < 0) break;
    found.push(...parseTolerantJson(text));
  }
  return found;
}

/** Puts blocks together. Bounded, whatever the blocks. */
export function jsonLdGraph(blocks: readonly unknown[]): JsonLdGraph {
  const nodes: JsonLdNode[] = [];
  const tops: JsonLdNode[] = [];
  const byId = new Map<string, JsonLdNode>();
  let left = MAX_NODES;
  const collect = (value: unknown, depth: number, isTop: boolean): void => {
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH || left <= 0) return;
    left -= 1;
    if (Array.isArray(value)) {
      for (const item of value) collect(item, depth + 1, isTop);
      return;
    }
    const node = value as JsonLdNode;
    const id = node['@id'];
    const known = typeof id === 'string' ? byId.get(id) : undefined;
    if (typeof id === 'string' && sizeOf(node) > sizeOf(known)) byId.set(id, node);
    const isTyped = typesOf(node).length > 0;
    if (isTyped) nodes.push(node);
    if (isTyped && isTop) tops.push(node);
    for (const [name, part] of Object.entries(node)) {
      // What a page is said to be mainly about is not a part of it.
      const isAsHigh = name === '@graph' || name === 'mainEntity' || name === 'mainEntityOfPage';
      collect(part, depth + 1, isTop && isAsHigh);
    }
  };
  collect(blocks, 0, true);
  return {
    nodes,
    tops,
    resolve: (value) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
      const node = value as JsonLdNode;
      const id = node['@id'];
      const named = typeof id === 'string' ? byId.get(id) : undefined;
      return sizeOf(named) > sizeOf(node) ? named : node;
    },
  };
}

/** The types of a node, without the address of the vocabulary. */
export function typesOf(node: JsonLdNode): readonly string[] {
  const type = node['@type'];
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return types.filter((type) => typeof type === 'string').map(typeName);
}

/** `Product` of `https://schema.org/Product` and `schema:Product`. */
export function typeName(type: string): string {
  return type.trim().replace(/^.*[/#:]/, '');
}

function sizeOf(node: JsonLdNode | undefined): number {
  return node === undefined ? 0 : Object.keys(node).length;
}
