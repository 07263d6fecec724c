/** A text with one fence, taken apart at its markers. */
export interface FencedParts {
  /** Up to the opening marker, and with it. */
  readonly before: string;
  readonly inside: string;
  /** From the closing marker on. */
  readonly after: string;
  /** The boundary in the markers, if any. */
  readonly word?: string;
}

/** As `tools/fence.ts` writes them. What is inside holds no copy of them. */
const OPENING = /^--- BEGIN EXTERNAL CONTENT(?: (?<word>\w+))? \(reference material\) ---$/gm;
const CLOSING = /^--- END EXTERNAL CONTENT(?: \w+)? ---$/gm;

/** The parts of a text that has exactly one fence; undefined for any other. */
export function fencedParts(text: string): FencedParts | undefined {
  const [opening, ...moreOpening] = text.matchAll(OPENING);
  const [closing, ...moreClosing] = text.matchAll(CLOSING);
  if (opening === undefined || closing === undefined || moreOpening.length + moreClosing.length > 0) return undefined;
  const word = opening.groups?.['word'];
  const start = opening.index + opening[0].length;
  return {
    before: text.slice(0, start),
    inside: text.slice(start, closing.index).trim(),
    after: text.slice(closing.index),
    ...(word !== undefined && { word }),
  };
}
