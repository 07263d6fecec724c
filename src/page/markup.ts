/** One attribute of a tag, with where it stands in the markup. */
export interface MarkupAttribute {
  /** Lower case. */
  readonly name: string;
  /** As written, without its quotes; character references are not decoded. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** A piece of markup: `html.slice(start, end)`. `raw-text` is what stands between `<script>` and `</script>`. */
export interface MarkupToken {
  readonly kind: 'text' | 'raw-text' | 'open' | 'close' | 'comment';
  /** Lower-case element name of a tag, or of the element that a raw text is in; empty otherwise. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly attributes: readonly MarkupAttribute[];
  /** An opening tag of XML that is its own end tag. Always false in HTML, where the slash means nothing. */
  readonly isClosed: boolean;
}

/** They have no end tag. */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

const RAW_TEXT_ELEMENTS = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes']);
const NO_ATTRIBUTES: readonly MarkupAttribute[] = [];

/**
 * Cuts HTML into tags, text and comments in one pass, following the tokenization rules of the HTML standard as far as
 * they matter for telling text from markup. Linear in the input whatever the input, and builds no tree: for work before
 * a DOM exists, and for documents that a DOM cannot bear.
 */
export function* scanMarkup(html: string, { isXml = false } = {}): Generator<MarkupToken, void, undefined> {
  let position = 0;
  while (position < html.length) {
    const token = nextToken(html, position, isXml);
    if (token.end > token.start) yield token;
    position = token.end;
    if (token.kind === 'open' && !token.isClosed && RAW_TEXT_ELEMENTS.has(token.name)) {
      const end = endOfRawText(html, position, token.name);
      if (end > position) yield { ...token, kind: 'raw-text', start: position, end, attributes: NO_ATTRIBUTES };
      position = end;
    }
  }
}

function nextToken(html: string, start: number, isXml: boolean): MarkupToken {
  if (html[start] !== '<') return plain('text', start, indexOrEnd(html, '<', start));
  const next = html[start + 1] ?? '';
  if (isLetter(next)) return tag(html, 'open', start, start + 1, isXml);
  if (next === '/' && isLetter(html[start + 2] ?? '')) return tag(html, 'close', start, start + 2, false);
  if (next === '!' || next === '?' || next === '/') return plain('comment', start, endOfComment(html, start, isXml));
  // A `<` that opens nothing is text, and so is what follows it.
  return plain('text', start, indexOrEnd(html, '<', start + 1));
}

function plain(kind: 'text' | 'comment', start: number, end: number): MarkupToken {
  return { kind, name: '', start, end, attributes: NO_ATTRIBUTES, isClosed: false };
}

function endOfComment(html: string, start: number, isXml: boolean): number {
  if (isXml && html.startsWith('<![CDATA[', start)) return indexAfter(html, ']]>', start);
  if (!html.startsWith('<!--', start)) return indexAfter(html, '>', start);
  if (html.startsWith('>', start + 4) || html.startsWith('->', start + 4)) return indexAfter(html, '>', start);
  return indexAfter(html, '-->', start + 4);
}

function tag(html: string, kind: 'open' | 'close', start: number, nameStart: number, isXml: boolean): MarkupToken {
  let position = nameStart;
  while (position < html.length && !isSpace(html, position) && html[position] !== '/' && html[position] !== '>')
    position++;
  const name = html.slice(nameStart, position).toLowerCase();
  const attributes: MarkupAttribute[] = [];
  while (position < html.length && html[position] !== '>') {
    if (isSpace(html, position) || html[position] === '/') {
      position++;
      continue;
    }
    const attribute = attributeAt(html, position);
    attributes.push(attribute);
    position = attribute.end;
  }
  const isClosed = isXml && html[position - 1] === '/';
  return { kind, name, start, end: Math.min(position + 1, html.length), attributes, isClosed };
}

function attributeAt(html: string, start: number): MarkupAttribute {
  let position = start + 1;
  while (position < html.length && !isSpace(html, position) && !'/>='.includes(html[position] ?? '')) position++;
  const name = html.slice(start, position).toLowerCase();
  const equals = skipSpace(html, position);
  if (html[equals] !== '=') return { name, value: '', start, end: position };
  const valueStart = skipSpace(html, equals + 1);
  const quote = html[valueStart];
  if (quote === '"' || quote === "'") {
    const close = indexOrEnd(html, quote, valueStart + 1);
    return { name, value: html.slice(valueStart + 1, close), start, end: Math.min(close + 1, html.length) };
  }
  let end = valueStart;
  while (end < html.length && !isSpace(html, end) && html[end] !== '>') end++;
  return { name, value: html.slice(valueStart, end), start, end };
}

/** Where the end tag of a raw text element begins; the end of the input when there is none. */
function endOfRawText(html: string, start: number, name: string): number {
  for (let at = html.indexOf('</', start); at >= 0; at = html.indexOf('</', at + 2)) {
    const after = at + 2 + name.length;
    const closes = html.slice(at + 2, after).toLowerCase() === name;
    if (closes && (after >= html.length || isSpace(html, after) || '/>'.includes(html[after] ?? ''))) return at;
  }
  return html.length;
}

function indexOrEnd(html: string, needle: string, from: number): number {
  const index = html.indexOf(needle, from);
  return index < 0 ? html.length : index;
}

function indexAfter(html: string, needle: string, from: number): number {
  const index = html.indexOf(needle, from);
  return index < 0 ? html.length : index + needle.length;
}

function skipSpace(html: string, from: number): number {
  let position = from;
  while (position < html.length && isSpace(html, position)) position++;
  return position;
}

function isSpace(html: string, position: number): boolean {
  const code = html.charCodeAt(position);
  return code === 32 || (code >= 9 && code <= 13 && code !== 11);
}

function isLetter(character: string): boolean {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}
