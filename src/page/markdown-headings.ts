import { collapse } from './white-space.js';

/** A heading of a Markdown text. */
export interface MarkdownHeading {
  /** 1 to 6. */
  readonly level: number;
  /** Without links and emphasis, at most 120 characters. */
  readonly title: string;
  /** Where its line begins, in UTF-16 code units. */
  readonly start: number;
}

const TITLE_CHARS = 120;
/** More of a line is not looked at. */
const LINE_CHARS = 1_000;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;
const UNDERLINE = /^ {0,3}(?:(=+)|-+)$/;
/** Code may stand in quotations and lists. */
const FENCE = /^((?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*)(`{3,}(?=[^`]*$)|~{3,})/;
/** What begins a quotation, an item, a table or HTML, after a paragraph too. */
const OTHER_BLOCK = /^ {0,3}(?:[>|<]|[-*+](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$))/;
const INDENTED = /^(?: {4}|\t)/;
/** Begins with a name, which a rule and what comes after it do not. */
const FRONT_MATTER = /^---[ \t]*\r?\n[\w-]+:(?:[^\n]*\n){1,200}?---[ \t]*(?:\r?\n|$)/;

/**
 * The headings of a Markdown text that stand in no quotation or list, whether they begin with `#` or are underlined, as
 * only servers write them. What looks like one in fenced code or in the data at the top of a file is none. Linear time.
 */
export function headingsOf(markdown: string): MarkdownHeading[] {
  const headings: MarkdownHeading[] = [];
  let open: Fence | undefined;
  let paragraph: { readonly start: number; text: string } | 'other' | undefined;
  for (let start = FRONT_MATTER.exec(markdown)?.[0].length ?? 0, next: number; start < markdown.length; start = next) {
    const lineBreak = markdown.indexOf('\n', start);
    next = lineBreak === -1 ? markdown.length : lineBreak + 1;
    const line = markdown.slice(start, Math.min(next, start + LINE_CHARS)).trimEnd();
    if (open !== undefined && !hasLeft(line, open)) {
      if (endsFence(line, open)) open = undefined;
      continue;
    }
    open = fenceOpenedBy(line);
    const [, signs, text = ''] = HEADING.exec(line) ?? [];
    const underline = UNDERLINE.exec(line);
    if (signs !== undefined) {
      headings.push({ level: signs.length, title: titleOf(text), start });
      paragraph = undefined;
    } else if (typeof paragraph === 'object' && underline !== null) {
      headings.push({
        level: underline[1] === undefined ? 2 : 1,
        title: titleOf(paragraph.text),
        start: paragraph.start,
      });
      paragraph = undefined;
    } else if (line === '') {
      paragraph = undefined;
    } else if (open !== undefined || OTHER_BLOCK.test(line)) {
      // Its lines go on until a blank one, whatever they look like.
      paragraph = 'other';
    } else if (typeof paragraph === 'object') {
      if (paragraph.text.length < LINE_CHARS) paragraph.text += ` ${line}`;
    } else {
      paragraph ??= INDENTED.test(line) ? 'other' : { start, text: line };
    }
  }
  return headings;
}

interface Fence {
  readonly run: string;
  readonly isQuoted: boolean;
}

function fenceOpenedBy(line: string): Fence | undefined {
  const [, container = '', run] = FENCE.exec(line) ?? [];
  return run === undefined ? undefined : { run, isQuoted: container.includes('>') };
}

/** Closed by a run of the same characters that is no shorter, with nothing after it. */
function endsFence(line: string, { run }: Fence): boolean {
  const closing = line.replace(/^[ \t>]+/, '');
  return closing.length >= run.length && closing === (run[0] ?? '').repeat(closing.length);
}

/** A block in a quotation ends with it. */
function hasLeft(line: string, { isQuoted }: Fence): boolean {
  return isQuoted && !/^[ \t]*>/.test(line);
}

function titleOf(heading: string): string {
  const plain = heading
    .replace(/(?:^|[ \t])#+$/, '')
    // An image may be in a link.
    .replace(LINK, '$1')
    .replace(LINK, '$1')
    .replace(/(`[^`]*`)|(?<!\\)\*+/g, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1');
  // The cut may fall within a character.
  return collapse(plain)
    .slice(0, TITLE_CHARS)
    .replace(/[\ud800-\udbff]$/, '');
}

/** A link or an image, inline or numbered. */
const LINK = /!?\[((?:\\.|[^\\[\]])*)\](?:\((?:<[^<>]*>|[^()<>]*)(?:[ \t]+"[^"]*")?\)|\[\d+\])/g;
