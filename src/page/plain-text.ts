import { BLOCK_ELEMENTS } from './elements.js';
import { type MarkupToken, scanMarkup } from './markup.js';
import { collapse } from './white-space.js';

/** The references that pages use most; the others stay as written. */
const NAMED_CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['copy', '©'],
  ['reg', '®'],
  ['hellip', '…'],
  ['mdash', '—'],
  ['ndash', '–'],
  ['laquo', '«'],
  ['raquo', '»'],
  ['lsquo', '‘'],
  ['rsquo', '’'],
  ['ldquo', '“'],
  ['rdquo', '”'],
  ['bull', '•'],
  ['middot', '·'],
  ['euro', '€'],
]);
/** Elements whose text is not the page's. */
const SKIPPED: ReadonlySet<string> = new Set(
  'script style noscript template svg canvas iframe noembed noframes'.split(' '),
);

export interface PlainText {
  readonly title?: string;
  /** A line for each block, whitespace collapsed. */
  readonly text: string;
}

/**
 * The words of an HTML document without building a tree: what is left to give when a DOM is too slow or crashed. Linear
 * in the input. Does not know what is hidden, nor what is navigation.
 */
export function plainText(html: string): PlainText {
  const lines: string[] = [];
  let pieces: string[] = [];
  let title: string | undefined;
  const endLine = () => {
    const line = collapse(pieces.join(''));
    if (line !== '') lines.push(line);
    pieces = [];
  };
  for (const { kind, name, start, end } of shownTokens(html)) {
    if (kind === 'raw-text' && name === 'title') {
      title ??= collapse(decodeReferences(html.slice(start, end)));
    } else if (kind === 'text' || kind === 'raw-text') {
      pieces.push(decodeReferences(html.slice(start, end)));
    } else if (name === 'br' || BLOCK_ELEMENTS.has(name)) {
      endLine();
    }
  }
  endLine();
  return { ...(title ? { title } : {}), text: lines.join('\n') };
}

/** The pieces of a markup without the elements whose text is not the page's. */
export function* shownTokens(html: string): Generator<MarkupToken, void, undefined> {
  let skipped = '';
  let skipDepth = 0;
  for (const token of scanMarkup(html)) {
    const { kind, name } = token;
    if (skipDepth > 0) {
      if (name === skipped && kind === 'open') skipDepth++;
      if (name === skipped && kind === 'close') skipDepth--;
    } else if (kind === 'open' && SKIPPED.has(name)) {
      skipped = name;
      skipDepth = 1;
    } else yield token;
  }
}

/**
 * Decodes numeric and the commonest named character references; the rest stays as written, and so does a name that lacks its
 * semicolon before what may be the rest of a parameter's name (`?page=1&copy=2`).
 */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7});?|#x([\da-f]{1,6});?|([a-z]{2,8})(?:;|(?![=\w])))/gi,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return NAMED_CHARACTERS.get(String(name).toLowerCase()) ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
    },
  );
}
