/** One side of an emphasis in a sequence of text and delimiters. */
export interface Delimiter {
  /** Which emphasis it belongs to; both sides bear the same. */
  readonly pair: number;
  readonly marker: '*' | '**' | '_' | '__' | '~~';
}

/** A delimiter, or a text beside one. */
export type Piece = Delimiter | string;

interface Run {
  readonly character: string;
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  /** Where its delimiters that are still to be matched begin and end. */
  from: number;
  to: number;
}

const WHITE_SPACE = /^\s*$/;
const PUNCTUATION = /^[\p{P}\p{S}]$/u;

/**
 * The pairs of `pieces` that Markdown reads as they are meant, by CommonMark's own procedure (6.2 and "An algorithm for
 * parsing nested emphasis and links"). Linear in their number. At the ends of `pieces` the line is taken to end.
 */
export function readEmphases(pieces: readonly Piece[]): ReadonlySet<number> {
  const { runs, places } = runsOf(pieces);
  const matched = new Set(matchesOf(runs));
  return new Set(Array.from(places).flatMap(([pair, place]) => (matched.has(place.join()) ? [pair] : [])));
}

/** The runs of equal characters, and where in them each emphasis would have to begin and end. */
function runsOf(pieces: readonly Piece[]): { runs: Run[]; places: Map<number, number[]> } {
  const runs: Run[] = [];
  const places = new Map<number, number[]>();
  let at = 0;
  let previous = '';
  while (at < pieces.length) {
    const piece = pieces[at];
    if (typeof piece !== 'object') {
      previous = Array.from(piece?.slice(-2) ?? '').at(-1) ?? '';
      at += 1;
      continue;
    }
    const character = piece.marker.charAt(0);
    let length = 0;
    let part: Piece | undefined = piece;
    while (typeof part === 'object' && part.marker.startsWith(character)) {
      const place = places.get(part.pair);
      const end = length + part.marker.length;
      if (place === undefined) places.set(part.pair, [runs.length, end, part.marker.length]);
      else place.push(runs.length, length);
      length = end;
      at += 1;
      part = pieces[at];
    }
    const sides = flanking(character, previous, firstOf(pieces[at]));
    // Three tildes are no strikethrough, but a fence.
    if (character !== '~' || length <= 2) runs.push({ character, length, from: 0, to: length, ...sides });
    else runs.push({ character, length, from: 0, to: length, canOpen: false, canClose: false });
    previous = character;
  }
  return { runs, places };
}

function firstOf(piece: Piece | undefined): string {
  return typeof piece === 'object' ? piece.marker.charAt(0) : String.fromCodePoint(piece?.codePointAt(0) ?? 0x20);
}

function flanking(character: string, before: string, after: string): Pick<Run, 'canOpen' | 'canClose'> {
  const isLeft = !WHITE_SPACE.test(after) && (!PUNCTUATION.test(after) || isEdge(before));
  const isRight = !WHITE_SPACE.test(before) && (!PUNCTUATION.test(before) || isEdge(after));
  if (character !== '_') return { canOpen: isLeft, canClose: isRight };
  return {
    canOpen: isLeft && (!isRight || PUNCTUATION.test(before)),
    canClose: isRight && (!isLeft || PUNCTUATION.test(after)),
  };
}

function isEdge(character: string): boolean {
  return WHITE_SPACE.test(character) || PUNCTUATION.test(character);
}

/** What closes what: opening run and the end of its part, length, closing run and the start of its part. */
function matchesOf(runs: readonly Run[]): string[] {
  const matches: string[] = [];
  const open: number[] = [];
  /** Below which in `open` nothing fits a kind of closer; keeps the search linear. */
  const bottoms = new Map<string, number>();
  runs.forEach((closer, index) => {
    while (closer.canClose && closer.from < closer.to) {
      const kind = `${closer.character}${closer.canOpen}${closer.length % 3}`;
      const depth = fittingOpener(runs, open, closer, Math.min(bottoms.get(kind) ?? 0, open.length));
      const opener = depth === undefined ? undefined : runs[open[depth] ?? -1];
      if (depth === undefined || opener === undefined) {
        bottoms.set(kind, open.length);
        break;
      }
      open.length = depth + 1;
      const length = takenFrom(opener, closer);
      matches.push([open[depth], opener.to, length, index, closer.from].join());
      opener.to -= length;
      closer.from += length;
      if (opener.from === opener.to) open.pop();
      for (const [known, bottom] of bottoms) bottoms.set(known, Math.min(bottom, open.length));
    }
    if (closer.canOpen && closer.from < closer.to) open.push(index);
  });
  return matches;
}

function fittingOpener(runs: readonly Run[], open: readonly number[], closer: Run, bottom: number): number | undefined {
  for (let depth = open.length - 1; depth >= bottom; depth--) {
    const opener = runs[open[depth] ?? -1];
    if (opener === undefined || opener.character !== closer.character) continue;
    if (closer.character === '~' && opener.length !== closer.length) continue;
    const isMixed = opener.canClose || closer.canOpen;
    const isThird = (opener.length + closer.length) % 3 === 0 && (opener.length % 3 !== 0 || closer.length % 3 !== 0);
    if (closer.character === '~' || !isMixed || !isThird) return depth;
  }
  return undefined;
}

function takenFrom(opener: Run, closer: Run): 1 | 2 {
  return opener.to - opener.from >= 2 && closer.to - closer.from >= 2 ? 2 : 1;
}
