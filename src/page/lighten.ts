import { type MarkupAttribute, type MarkupToken, scanMarkup } from './markup.js';
import { NestingLimit } from './nesting.js';

/** Deeper than any page that people write; Readability's time on a deep tree doubles with every few dozen levels. */
const MAX_DEPTH = 250;
const KEPT_DECLARATION = /^\s*(display|visibility|text-align)\s*:\s*([\w-]+)/i;
const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

/**
 * The same document without style sheets, scripts (except JSON-LD), comments, style declarations that say nothing about
 * visibility or alignment, and nesting beyond {@link MAX_DEPTH}. Makes parsing a third cheaper, and keeps CSS away from
 * jsdom, whose constructor throws on a style sheet with an unbalanced `calc(`, and whose `element.style` throws on such an
 * attribute.
 *
 * With `isXml`, an element closed in its own tag (`<script/>`) is written with an end tag, as an HTML parser needs it.
 */
export function lightenMarkup(html: string, { isXml = false } = {}): string {
  const kept: string[] = [];
  const nesting = new NestingLimit(MAX_DEPTH);
  let dropping = '';
  for (const token of scanMarkup(html, { isXml })) {
    const { kind, name } = token;
    if (kind === 'open' && !token.isClosed && isDroppedElement(token)) dropping = name;
    // Nothing ends a `<plaintext>`, so that written out and parsed again it would swallow what follows.
    const isDropped = dropping !== '' || kind === 'comment' || name === 'plaintext';
    if (kind === 'close' && name === dropping) dropping = '';
    if (isDropped) continue;
    if (token.isClosed && !VOID_ELEMENTS.has(name)) kept.push(lightTag(html, token), `</${name}>`);
    else if (kind === 'open' && nesting.allows(kind, name)) kept.push(lightTag(html, token));
    else if (kind === 'close' && nesting.allows(kind, name)) kept.push(html.slice(token.start, token.end));
    else if (kind === 'text' || kind === 'raw-text') kept.push(html.slice(token.start, token.end));
  }
  return kept.join('');
}

function isDroppedElement({ name, attributes }: MarkupToken): boolean {
  if (name === 'style') return true;
  if (name !== 'script') return false;
  return !attributes.some(({ name, value }) => name === 'type' && value.trim().toLowerCase() === 'application/ld+json');
}

function lightTag(html: string, tag: MarkupToken): string {
  let kept = '';
  let from = tag.start;
  for (const attribute of tag.attributes) {
    if (attribute.name !== 'style') continue;
    kept += html.slice(from, attribute.start) + lightStyle(attribute);
    from = attribute.end;
  }
  return kept + html.slice(from, tag.end);
}

function lightStyle({ value }: MarkupAttribute): string {
  const declarations = value.split(';').flatMap((declaration) => {
    const [, property, setting] = KEPT_DECLARATION.exec(declaration) ?? [];
    return property === undefined ? [] : [`${property}:${setting}`];
  });
  return declarations.length === 0 ? '' : `style="${declarations.join(';')}"`;
}
