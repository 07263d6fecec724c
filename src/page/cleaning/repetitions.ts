import type { Block } from './blocks.js';

/** Shorter lines are said twice by those who write, too. */
const MIN_WORDS = 10;
/** Longer ones are no captions, and no quotes in large letters. */
const MAX_WORDS = 60;

/**
 * What an article says again word for word: pull quotes, the captions of a gallery that is there once for each width of the
 * window.
 */
export function repetitions(blocks: readonly Block[]): Block[] {
  const said = new Set<string>();
  return blocks.filter(({ plain, words, isSet }) => {
    if (isSet || words < MIN_WORDS || words > MAX_WORDS) return false;
    const isSaid = said.has(plain);
    said.add(plain);
    return isSaid;
  });
}
