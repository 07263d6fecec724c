import { HIDDEN_MARK } from './hidden.js';
import { type MarkupToken, scanMarkup, VOID_ELEMENTS } from './markup.js';

/** What is no content: programs, style sheets, and what is shown only where programs do not run. */
const DROPPED: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'template']);
/** Looks, handlers of events, and marks of our own. */
const DROPPED_ATTRIBUTE = /^(?:style|class|nonce|on.*|data-pageward-.*)$/;

/**
 * The HTML of a page for somebody who wants its structure: without scripts, style sheets, comments, classes, handlers,
 * and without what a browser's snapshot has marked as hidden. Linear, and builds no tree.
 */
export function cleanMarkup(html: string): string {
  const kept: string[] = [];
  /** Of the element that is being left out: its name, and how many of that name are open. */
  let dropping = '';
  let depth = 0;
  for (const token of scanMarkup(html)) {
    const { kind, name } = token;
    if (dropping !== '') {
      if (name !== dropping) continue;
      if (kind === 'open') depth += 1;
      if (kind === 'close') depth -= 1;
      if (depth === 0) dropping = '';
    } else if (kind === 'open' && isDropped(token)) {
      if (VOID_ELEMENTS.has(name)) continue;
      dropping = name;
      depth = 1;
    } else if (kind === 'open') {
      kept.push(cleanTag(html, token));
    } else if (kind !== 'comment' || isDoctype(html, token)) {
      kept.push(html.slice(token.start, token.end));
    }
  }
  return kept.join('').replace(/[ \t]*\n\s*\n/g, '\n');
}

function isDropped({ name, attributes }: MarkupToken): boolean {
  return DROPPED.has(name) || attributes.some((attribute) => attribute.name === HIDDEN_MARK);
}

function isDoctype(html: string, { start }: MarkupToken): boolean {
  return /^<!doctype/i.test(html.slice(start, start + 9));
}

function cleanTag(html: string, tag: MarkupToken): string {
  let kept = '';
  let from = tag.start;
  for (const { name, start, end } of tag.attributes) {
    if (!DROPPED_ATTRIBUTE.test(name)) continue;
    kept += html.slice(from, start).trimEnd();
    from = end;
  }
  return kept + html.slice(from, tag.end);
}
