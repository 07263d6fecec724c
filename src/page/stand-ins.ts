/**
 * Characters that stand for others until all of a Markdown text is written. What an asterisk of a text or the edge of an
 * emphasis needs depends on what comes to stand beside it, and that is known last. Noncharacters, which no text may hold
 * ({@link withoutStandIns}); what a rule writes as markup is written plainly, so that the two are never taken for each other.
 */
const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['[', '\ufdd0'],
  [']', '\ufdd1'],
  ['!', '\ufdd2'],
  ['*', '\ufdd5'],
  ['_', '\ufdd6'],
  ['~', '\ufdd7'],
  ['`', '\ufdd8'],
  ['$', '\ufdd9'],
  ['#', '\ufdda'],
  ['-', '\ufddb'],
  ['+', '\ufddc'],
  ['>', '\ufddd'],
  ['=', '\ufdde'],
  ['.', '\ufddf'],
  [')', '\ufde0'],
  [':', '\ufde1'],
  ['|', '\ufde2'],
]);
const PLAIN = new Map(Array.from(CHARACTERS, ([plain, standIn]) => [standIn, plain]));

/** Around what stands for the target of a link until all links are written. */
export const TARGET_OPEN = '\ufdd3';
export const TARGET_CLOSE = '\ufdd4';

/** Around the label of a note where it is referred to, until it is known whether its text was written. */
export const NOTE_OPEN = '\ufde9';
export const NOTE_CLOSE = '\ufdea';

/** The edges of an emphasis, by its delimiter in the plainest case. */
export const EMPHASIS_EDGES = {
  '*': ['\ufde3', '\ufde4'],
  '**': ['\ufde5', '\ufde6'],
  '~~': ['\ufde7', '\ufde8'],
} as const;

const ANY = /[\ufdd0-\ufdef]/g;
const OF_CHARACTERS = /[\ufdd0-\ufdd2\ufdd5-\ufde2]/g;

/** The text with each of its `characters` as its stand-in. */
export function standInFor(characters: string): string {
  let standIns = '';
  for (const character of characters) standIns += CHARACTERS.get(character) ?? character;
  return standIns;
}

/** The characters that are still stood in for as themselves. */
export function plainly(text: string): string {
  return text.replace(OF_CHARACTERS, (standIn) => PLAIN.get(standIn) ?? '');
}

/** The text without the characters that this module keeps for itself. Before anything is escaped. */
export function withoutStandIns(text: string): string {
  return text.replace(ANY, '');
}
