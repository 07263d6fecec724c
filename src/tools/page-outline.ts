import { InvalidInputError } from '../base/errors.js';
import { outlineOf, type Section } from '../page/outline.js';
import type { Page } from '../page/page.js';
import { type FetchedPage, isAnswer, pageWindow, type Shown } from './page-text.js';

/** Fewer sections are no choice. */
const FEWEST_SECTIONS = 2;

/**
 * The part of a page that one answer shows, when a model may choose by sections: of a page that is too long for one
 * answer first its outline; then the section asked for, in windows if need be. A page without headings, and whoever gives
 * an offset, gets windows of the whole.
 *
 * @throws InvalidInputError for a section that the page does not have.
 */
export function outlinedWindow(page: Page, shown: Shown & { section?: number | undefined }): FetchedPage {
  const { section, ...rest } = shown;
  if (section !== undefined) return sectionWindow(page, section, rest);
  const isLong = page.text.length > shown.maxChars && shown.offset === 0 && isAnswer(page);
  const outline = isLong ? outlineOf(page.text) : [];
  const { nextOffset, ...window } = pageWindow(page, rest);
  if (outline.length >= FEWEST_SECTIONS) return { ...window, text: outlineText(outline, shown.maxChars), outline };
  return { ...window, ...(nextOffset === undefined ? {} : { nextOffset }) };
}

function sectionWindow(page: Page, id: number, shown: Shown): FetchedPage {
  const sections = outlineOf(page.text);
  const section = sections.find((candidate) => candidate.id === id);
  if (section === undefined) throw noSuchSection(id, sections);
  const offset = Math.max(section.start, shown.offset);
  return { ...pageWindow(page, { ...shown, offset, end: section.end }), section: id };
}

/** What to do with an outline, for the model: stands outside the fence. */
export function outlineNotice(outline: readonly Section[]): string {
  let tokens = 0;
  let counted = 0;
  for (const { start, end, tokens: own } of outline) {
    if (start < counted) continue;
    tokens += own;
    counted = end;
  }
  return (
    `[... a long page of ~${tokens} tokens: this is its outline. A token is reckoned as four characters, or one of Chinese, ` +
    `Japanese or Korean. Read a section, and those indented below it, with section=${outline[0]?.id} to ` +
    `${outline.at(-1)?.id}.]`
  );
}

/** The sections with their numbers and costs. */
function outlineText(sections: readonly Section[], maxChars: number): string {
  const listed = listedSections(sections, maxChars);
  const lines = listed.map(lineOf);
  const unlisted = sections.length - listed.length;
  if (unlisted > 0) lines.push(`(${unlisted} more are not listed; their numbers can be asked for too)`);
  return lines.join('\n');
}

/** All that fit: without the deepest, where there are too many, and only the first ones where that is no choice any more. */
function listedSections(sections: readonly Section[], maxChars: number): readonly Section[] {
  for (let deepest = 6; deepest >= 1; deepest--) {
    const listed = sections.filter(({ level }) => level <= deepest);
    if (listed.length < FEWEST_SECTIONS) break;
    if (charsOf(listed) <= maxChars) return listed;
  }
  let chars = 0;
  return sections.filter((section) => {
    chars += charsOf([section]);
    return chars <= maxChars;
  });
}

function charsOf(sections: readonly Section[]): number {
  return sections.reduce((sum, section) => sum + lineOf(section).length + 1, 0);
}

function lineOf({ id, level, title, tokens }: Section): string {
  const name = level === 0 ? '(before the first heading)' : title || '(untitled)';
  return `${'  '.repeat(Math.max(0, level - 1))}[${id}] ${name} (~${tokens} tokens)`;
}

function noSuchSection(id: number, sections: readonly Section[]): InvalidInputError {
  const hint =
    sections.length === 0
      ? 'This page has no sections: read on by offset.'
      : `This page has sections ${sections[0]?.id} to ${sections.at(-1)?.id}.`;
  return new InvalidInputError(`section: there is no section ${id}`, { hint });
}
