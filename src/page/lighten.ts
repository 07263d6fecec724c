import { type MarkupAttribute, scanMarkup } from './markup.js';

const KEPT_DECLARATION = /^\s*(display|visibility|text-align)\s*:\s*([\w-]+)/i;

/**
 * The same document without style sheets, scripts (except JSON-LD), comments, and style declarations that say nothing
 * about visibility or alignment. Makes parsing a third cheaper, and keeps CSS away from jsdom, whose constructor throws
 * on a style sheet with an unbalanced `calc(`, and whose `element.style` throws on such an attribute.
 */
export function lightenMarkup(html: string): string {
  const kept: string[] = [];
  let dropping = '';
  for (const token of scanMarkup(html)) {
    if (token.kind === 'open' && isDroppedElement(token.name, token.attributes)) dropping = token.name;
    const isDropped = dropping !== '' || token.kind === 'comment';
    if (!isDropped) kept.push(token.kind === 'open' ? lightTag(html, token) : html.slice(token.start, token.end));
    if (token.kind === 'close' && token.name === dropping) dropping = '';
  }
  return kept.join('');
}

function isDroppedElement(name: string, attributes: readonly MarkupAttribute[]): boolean {
  if (name === 'style') return true;
  if (name !== 'script') return false;
  return !attributes.some(({ name, value }) => name === 'type' && value.trim().toLowerCase() === 'application/ld+json');
}

function lightTag(html: string, tag: { start: number; end: number; attributes: readonly MarkupAttribute[] }): string {
  const style = tag.attributes.find(({ name }) => name === 'style');
  if (style === undefined) return html.slice(tag.start, tag.end);
  const declarations = style.value.split(';').flatMap((declaration) => {
    const [, property, value] = KEPT_DECLARATION.exec(declaration) ?? [];
    return property === undefined ? [] : [`${property}:${value}`];
  });
  const attribute = declarations.length === 0 ? '' : `style="${declarations.join(';')}"`;
  return html.slice(tag.start, style.start) + attribute + html.slice(style.end, tag.end);
}
