import { HIDDEN_MARK, LAYOUT_MARK, UNFOLDED_MARK } from './hidden.js';
import { hidingStyle } from './hiding-style.js';
import { type MarkupAttribute, type MarkupToken, scanMarkup, VOID_ELEMENTS } from './markup.js';
import { NestingLimit } from './nesting.js';
import { streamedMoves } from './streamed-moves.js';

/** Deeper than any page that people write; Readability's time on a deep tree doubles with every few dozen levels. */
const MAX_DEPTH = 250;
/** Large pages that people write are wide. */
const MIN_MAX_DEPTH = 60;
/** Of characters and the levels that they are under: Readability and Turndown read a text again at each. */
const MAX_WORK = 250_000_000;
const KEPT_DECLARATION = /^\s*(display|visibility|text-align)\s*:\s*([\w-]+)/i;
/** What pages say of themselves, and the sources of formulas. */
const KEPT_SCRIPT = /^\s*(?:application\/ld\+json\s*$|math\/)/i;
/** The bounds of content that is streamed in later. */
const STREAM_MARK = /^<!--\/?\$[?!~&]?-->/;
/** Set on elements once there is a tree, and by no markup. */
const OWN_MARK = /^data-pageward-(?:blank|callout|math|note)/;

/**
 * The same document without style sheets, scripts (except JSON-LD and formulas), comments, style declarations that say nothing about
 * visibility or alignment, and nesting beyond {@link MAX_DEPTH}, on large pages beyond less. Makes parsing a third cheaper, and keeps CSS away from
 * jsdom, whose constructor throws on a style sheet with an unbalanced `calc(`, and whose `element.style` throws on such an
 * attribute.
 *
 * With `isXml`, an element closed in its own tag (`<script/>`) is written with an end tag, as an HTML parser needs it. With
 * `isSnapshot` the markup is a snapshot of ours, whose marks say what is shown; in any other a page would speak for itself.
 */
export function lightenMarkup(html: string, { isXml = false, isSnapshot = false } = {}): string {
  const kept: string[] = [];
  const nesting = new NestingLimit(maxDepth(html.length));
  let dropping = '';
  let hasLayout = false;
  for (const token of scanMarkup(html, { isXml })) {
    const { kind, name } = token;
    if (kind === 'open' && !token.isClosed && isDroppedElement(token)) dropping = name;
    // Nothing ends a `<plaintext>`, so that written out and parsed again it would swallow what follows.
    const isNote = kind === 'comment' && !STREAM_MARK.test(html.slice(token.start, token.start + 12));
    const isDropped = dropping !== '' || isNote || name === 'plaintext';
    if (kind === 'raw-text' && dropping === 'script') kept.push(streamedMoves(html.slice(token.start, token.end)));
    if (kind === 'close' && name === dropping) dropping = '';
    if (isDropped) continue;
    if (name === 'html' && isSnapshot)
      hasLayout ||= token.attributes.some((attribute) => attribute.name === LAYOUT_MARK);
    if (token.isClosed && !VOID_ELEMENTS.has(name))
      kept.push(lightTag(html, token, { hasLayout, isSnapshot }), `</${name}>`);
    else if (kind === 'open' && nesting.allows(kind, name)) kept.push(lightTag(html, token, { hasLayout, isSnapshot }));
    else if (kind === 'close' && nesting.allows(kind, name)) kept.push(html.slice(token.start, token.end));
    else if (kind === 'text' || kind === 'raw-text' || kind === 'comment')
      kept.push(html.slice(token.start, token.end));
  }
  return kept.join('');
}

function maxDepth(chars: number): number {
  return Math.max(MIN_MAX_DEPTH, Math.min(MAX_DEPTH, Math.floor(MAX_WORK / chars)));
}

function isDroppedElement({ name, attributes }: MarkupToken): boolean {
  if (name === 'style') return true;
  if (name !== 'script') return false;
  return !attributes.some(({ name, value }) => name === 'type' && KEPT_SCRIPT.test(value));
}

function lightTag(
  html: string,
  tag: MarkupToken,
  { hasLayout, isSnapshot }: { readonly hasLayout: boolean; readonly isSnapshot: boolean },
): string {
  let kept = '';
  let from = tag.start;
  for (const attribute of tag.attributes) {
    const isStyle = attribute.name === 'style';
    const isForged = OWN_MARK.test(attribute.name) || (!isSnapshot && attribute.name === UNFOLDED_MARK);
    if (!isStyle && !isForged) continue;
    kept += html.slice(from, attribute.start) + (isStyle ? lightStyle(attribute, hasLayout) : '');
    from = attribute.end;
  }
  return kept + html.slice(from, tag.end);
}

function lightStyle({ value }: MarkupAttribute, hasLayout: boolean): string {
  const how = hasLayout ? undefined : hidingStyle(value);
  const mark = how === undefined ? [] : [`${HIDDEN_MARK}="${how}"`];
  const declarations = value.split(';').flatMap((declaration) => {
    const [, property, setting] = KEPT_DECLARATION.exec(declaration) ?? [];
    // Who knows the layout has said what is not shown; what a style alone says may be overruled by others.
    const isSaid = hasLayout && !/^text-align$/i.test(property ?? '');
    return property === undefined || isSaid ? [] : [`${property}:${setting}`];
  });
  const kept = declarations.length === 0 ? [] : [`style="${declarations.join(';')}"`];
  return [...kept, ...mark].join(' ');
}
