import { z } from 'zod';
import { disarm } from '../tools/fence.js';
import { displayUrl, oneLine } from '../tools/page-text.js';
import type { ToolResult } from '../tools/tool.js';
import { type FencedParts, fencedParts } from './fenced-parts.js';

/** A source that Claude can cite: its answer then points at the blocks of `content` that it used. */
export interface CitableResult {
  readonly type: 'search_result';
  readonly source: string;
  readonly title: string;
  readonly content: CitableText[];
  readonly citations: { readonly enabled: true };
}

export interface CitableText {
  readonly type: 'text';
  readonly text: string;
}

/** What is cited is whole blocks, so a block is about a paragraph: paragraphs shorter than this join the next one. */
const BLOCK_CHARS = 200;

const page = z.object({
  url: z.string(),
  title: z.string().optional(),
  metadata: z.object({ title: z.string().optional() }).nullish(),
});
const listing = z.object({ results: z.array(z.object({ url: z.string(), title: z.string() })).min(1) });

/**
 * A result as sources to be cited, between what its text has before and after them. The markers of the fence stay around
 * them, and what they hold is the text within, which holds no copy of them. Undefined for a result that is no page and no
 * list of them.
 */
export function citableResults(result: ToolResult<unknown>): (CitableText | CitableResult)[] | undefined {
  const parts = result.isError ? undefined : fencedParts(result.text);
  if (parts === undefined) return undefined;
  const sources = resultsIn(parts, result.data) ?? pageIn(parts, result.data);
  if (sources === undefined) return undefined;
  return [{ type: 'text', text: parts.before }, ...sources, { type: 'text', text: parts.after }];
}

/** Each result on its own: heading, address and snippet are a line each, and a blank line divides them. */
function resultsIn({ inside, word }: FencedParts, data: unknown): CitableResult[] | undefined {
  const results = listing.safeParse(data).data?.results;
  const blocks = inside.split(/\n\n+/);
  if (results === undefined || results.length !== blocks.length) return undefined;
  return results.map(({ url, title }, index) => {
    const block = blocks[index] ?? '';
    const [, , ...snippet] = block.split('\n');
    return citable({ url, title, word }, [snippet.join('\n') || block]);
  });
}

function pageIn({ inside, word }: FencedParts, data: unknown): CitableResult[] | undefined {
  const { url, title, metadata } = page.safeParse(data).data ?? {};
  const blocks = blocksOf(inside);
  if (url === undefined || blocks.length === 0) return undefined;
  return [citable({ url, title: title ?? metadata?.title ?? '', word }, blocks)];
}

/** Of a source, as the tool found it out, and the boundary that its texts must not hold. */
interface Source {
  readonly url: string;
  readonly title: string;
  readonly word: string | undefined;
}

function citable({ url, title, word }: Source, blocks: readonly string[]): CitableResult {
  const source = displayUrl(url);
  return {
    type: 'search_result',
    source,
    title: disarm(oneLine(title), word) || source,
    content: blocks.map((text) => ({ type: 'text', text })),
    citations: { enabled: true },
  };
}

function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  let open = '';
  for (const paragraph of text.split(/\n\n+/)) {
    if (paragraph.trim() === '') continue;
    open = open === '' ? paragraph : `${open}\n\n${paragraph}`;
    if (open.length < BLOCK_CHARS) continue;
    blocks.push(open);
    open = '';
  }
  return open === '' ? blocks : [...blocks, open];
}
