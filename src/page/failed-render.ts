import type { RenderSigns } from './render-signs.js';
import { asksForScripts } from './script-plea.js';
import { countWords } from './visible-text.js';

/** What is known of a page that was rendered. */
export interface RenderEvidence {
  readonly signs: RenderSigns;
  /** Exceptions of the page's own scripts that nobody caught. */
  readonly exceptions: number;
  /** Scripts of the page that could not be loaded. */
  readonly lostScripts: number;
  /** Errors that the page's scripts reported themselves, as a framework does of one that it caught. */
  readonly complaints: number;
  /** Words of the HTML as the server sent it. */
  readonly sentWords: number;
}

/** The frameworks' own words for an exception that took the page away. */
const FRAMEWORK_NOTICE =
  /\bApplication error: a (?:client|server)-side exception has occurred|\bUnexpected Application Error!|^Application Error\b/;
const CHUNK_NOTICE =
  /\bLoading (?:CSS )?chunk \S{1,60} failed|\bChunkLoadError\b|\b(?:Failed to fetch|error loading) dynamically imported module|\bImporting a module script failed/i;
const ERROR_NOTICE =
  /\b(?:something (?:has )?(?:went|gone) wrong|an? (?:unexpected )?error (?:has )?occurred|unexpected error|internal error|failed to load|couldn['’]t load)\b|^(?:oops|uh[- ]oh|sorry|error|500)\b/i;
/** A notice is no longer than this. */
const NOTICE_CHARS = 600;
const HARDLY_ANY_WORDS = 20;
/** Scripts took text away when the server sent three times what is left and so many words more. */
const LOST_SHARE = 3;
const LOST_WORDS = 25;

/** Whether it is worth asking what the server sent: a page with text enough has not failed. */
export function mayHaveFailed({
  signs,
  exceptions,
  lostScripts,
  complaints,
}: Omit<RenderEvidence, 'sentWords'>): boolean {
  if (signs.hasOverlay) return true;
  if (!signs.isShort) return false;
  const isEmpty = countWords(signs.text) === 0 && !signs.hasOther;
  return exceptions + lostScripts + complaints > 0 || isEmpty || signs.hasEmptyRoot || saysSo(signs.text);
}

/**
 * Why a render counts as failed, in words; undefined when it does not. A notice alone is believed only where a framework
 * says it of itself in a page of hardly anything else; otherwise there must be evidence: exceptions that nobody caught,
 * scripts that did not come, text that was there before.
 */
export function judgeRender({
  signs,
  exceptions,
  lostScripts,
  complaints,
  sentWords,
}: RenderEvidence): string | undefined {
  if (signs.hasOverlay) return 'a development server reports an error over it';
  if (!signs.isShort) return undefined;
  if (signs.isBlank && signs.text === '') return 'it went to a blank page';
  const { text } = signs;
  const words = countWords(text);
  const faults = exceptions + lostScripts;
  const isNotice = text.length < NOTICE_CHARS;
  const isEmptied = sentWords >= words * LOST_SHARE + LOST_WORDS;
  if (isNotice && FRAMEWORK_NOTICE.test(text)) return 'it shows its framework’s notice of an exception';
  if (isNotice && faults + complaints > 0 && CHUNK_NOTICE.test(text)) return 'it could not load a part of its program';
  if (isNotice && asksForScripts(text) && words < 60) return 'it asks for JavaScript although its scripts have run';
  if (faults > 0 && signs.hasEmptyRoot && words < HARDLY_ANY_WORDS) return `${causeOf(exceptions)} and left it empty`;
  if (faults > 0 && isEmptied) return `${causeOf(exceptions)} and most of its text is gone`;
  if (isNotice && faults + complaints > 0 && ERROR_NOTICE.test(text)) return 'it shows a notice of an error';
  if (words === 0 && !signs.hasOther && isEmptied) return 'its scripts left nothing of what the server sent';
  return undefined;
}

function saysSo(text: string): boolean {
  return FRAMEWORK_NOTICE.test(text) || CHUNK_NOTICE.test(text) || asksForScripts(text);
}

function causeOf(exceptions: number): string {
  return exceptions > 0 ? 'an exception ended its script' : 'a script of it could not be loaded';
}
