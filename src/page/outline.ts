import { headingsOf } from './markdown-headings.js';
import { estimateTokens } from './token-estimate.js';

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
  /** See `estimateTokens`. */
  readonly tokens: number;
}

/** The sections of a Markdown text, in its order; none when it has no heading. Linear time. */
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
