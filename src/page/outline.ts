import { estimateTokens } from './token-estimate.js';
import { collapse } from './white-space.js';

/** A part of a Markdown text: a heading with all that stands below it, sections of a lower level included. */
export interface Section {
  /** Headings count from 1, in the order of the text; 0 is what stands before the first. */
  readonly id: number;
  /** 1 to 6; 0 for what stands before the first heading. */
  readonly level: number;
  /** Without links and emphasis, at most 120 characters; empty when there is none. */
  readonly title: string;
  /** Where it is in the text, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** See {@link estimateTokens}. */
  readonly tokens: number;
}

const TITLE_CHARS = 120;
/** More of a line is not looked at. */
const HEADING_CHARS = 1_000;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;
/** Code may stand in quotations and lists. */
const FENCE = /^((?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*)(`{3,}(?=[^`]*$)|~{3,})/;

/**
 * The sections of a Markdown text, in its order; none when it has no heading. A `#` in a fenced block is code, not a
 * heading; headings underlined with `===` are not looked for, since our Markdown has none. Linear time.
 */
export function outlineOf(markdown: string): Section[] {
  const headings = headingsOf(markdown);
  const [first] = headings;
  if (first === undefined) return [];
  if (markdown.slice(0, first.start).trim() !== '') headings.unshift({ level: 0, title: '', start: 0 });
  const firstId = headings[0] === first ? 1 : 0;
  const sections: Section[] = [];
  // From the last on: a section ends where the next begins that does not stand below it.
  const following: Section[] = [];
  let end = markdown.length;
  for (const [index, { level, title, start }] of [...headings.entries()].reverse()) {
    let tokens = estimateTokens(markdown.slice(start, end));
    for (let below = following.at(-1); below !== undefined && isBelow(below, level); below = following.at(-1)) {
      tokens += below.tokens;
      following.pop();
    }
    const section = {
      id: index + firstId,
      level,
      title,
      start,
      end: following.at(-1)?.start ?? markdown.length,
      tokens,
    };
    following.push(section);
    sections.push(section);
    end = start;
  }
  return sections.reverse();
}

/** What stands before the first heading is a section by itself. */
function isBelow(section: Section, level: number): boolean {
  return level > 0 && section.level > level;
}

interface Heading {
  readonly level: number;
  readonly title: string;
  readonly start: number;
}

function headingsOf(markdown: string): Heading[] {
  const headings: Heading[] = [];
  let open: Fence | undefined;
  for (let start = 0, next: number; start < markdown.length; start = next) {
    const lineBreak = markdown.indexOf('\n', start);
    next = lineBreak === -1 ? markdown.length : lineBreak + 1;
    const line = markdown.slice(start, Math.min(next, start + HEADING_CHARS)).trimEnd();
    if (open !== undefined) {
      const isClosed: boolean = endsFence(line, open);
      if (isClosed || !hasLeft(line, open)) {
        if (isClosed) open = undefined;
        continue;
      }
    }
    open = fenceOpenedBy(line);
    const [, signs, text = ''] = HEADING.exec(line) ?? [];
    if (signs !== undefined) headings.push({ level: signs.length, title: titleOf(text), start });
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
