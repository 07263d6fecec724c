import { type Delimiter, type Piece, readEmphases } from './delimiter-runs.js';
import { EMPHASIS_EDGES } from './stand-ins.js';

/** One side of an emphasis as a rule has marked it. */
interface Edge {
  readonly pair: number;
  readonly delimiter: keyof typeof EMPHASIS_EDGES;
  readonly isOpening: boolean;
}

const EDGE = /([\ufde3-\ufde8])/;
const EDGES = new Map<string, Omit<Edge, 'pair'>>(
  (['*', '**', '~~'] as const).flatMap((delimiter) => [
    [EMPHASIS_EDGES[delimiter][0], { delimiter, isOpening: true }],
    [EMPHASIS_EDGES[delimiter][1], { delimiter, isOpening: false }],
  ]),
);
/** Emphases that touch, as editors leave a word in bold that was typed in two goes. */
const SEAMS = Object.values(EMPHASIS_EDGES).map(([open, close]) => new RegExp(close + open, 'g'));
/** Ways to write a group: with which character the outermost is, and whether what touches or repeats it has the other. */
const WAYS: readonly Way[] = [
  { first: '*', alternates: false },
  { first: '*', alternates: true },
  { first: '_', alternates: true },
];
const MAX_ATTEMPTS = 4;

interface Way {
  readonly first: '*' | '_';
  readonly alternates: boolean;
}

export function holdsEmphasis(block: string): boolean {
  return EDGE.test(block);
}

/** Touching emphases of the same kind as one. */
export function joinEmphases(markdown: string): string {
  return SEAMS.reduce((text, seam) => text.replace(seam, ''), markdown);
}

/**
 * Writes the delimiters of the emphases in a block. Each gets those that Markdown will read as it is meant, as judged by
 * Markdown's own rules; one for which there are none, as where punctuation at its edge touches a word outside, is not
 * emphasized.
 */
export function writeEmphases(block: string): string {
  const written: string[] = [];
  let group: Array<Edge | string> = [];
  let before = '';
  let depth = 0;
  for (const piece of [...pairUp(block.split(EDGE)), '']) {
    if (typeof piece === 'object') depth += piece.isOpening ? 1 : -1;
    // A group ends with the next text outside: delimiters that touch are read together.
    if (typeof piece === 'object' || depth > 0) group.push(piece);
    else {
      if (group.length > 0) written.push(writeGroup(group, before, piece));
      written.push(piece);
      group = [];
      before = piece;
    }
  }
  return written.join('');
}

/** The parts of a block, each edge with its other side; one without is left out, and so are empty texts. */
function pairUp(parts: readonly string[]): Array<Edge | string> {
  const pieces: Array<Edge | string | undefined> = [];
  const open: number[] = [];
  parts.forEach((part) => {
    const edge = EDGES.get(part);
    if (edge === undefined) {
      if (part !== '') pieces.push(part);
    } else if (edge.isOpening) {
      open.push(pieces.length);
      pieces.push({ pair: pieces.length, ...edge });
    } else {
      const pair = open.pop();
      if (pair !== undefined) pieces.push({ pair, ...edge });
    }
  });
  for (const lonely of open) pieces[lonely] = undefined;
  return pieces.filter((piece) => piece !== undefined);
}

function writeGroup(group: ReadonlyArray<Edge | string>, before: string, after: string): string {
  let parts = group;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const emphases = parts.filter((part) => typeof part === 'object').length / 2;
    const written = WAYS.map((way) => delimited(parts, way));
    const read = written.map((pieces) => readEmphases([before, ...pieces, after]));
    const whole = written[read.findIndex(({ size }) => size === emphases)];
    if (whole !== undefined) return textOf(whole);
    // As few as possible go; whether the others are read without them has to be seen again.
    const [most = new Set()] = read.toSorted((a, b) => b.size - a.size);
    parts = parts.filter((part) => typeof part === 'string' || most.has(part.pair));
  }
  return parts.filter((part) => typeof part === 'string').join('');
}

/** The parts with a delimiter for each edge. */
function delimited(parts: ReadonlyArray<Edge | string>, { first, alternates }: Way): Piece[] {
  const open: Array<Delimiter & { readonly edge: Edge }> = [];
  let previous: Piece | undefined;
  return parts.map((part) => {
    if (typeof part === 'string') previous = part;
    else if (!part.isOpening) previous = { pair: part.pair, marker: open.pop()?.marker ?? '*' };
    else {
      const touched = typeof previous === 'object' ? previous : undefined;
      const repeated = open.findLast(({ edge }) => edge.delimiter === part.delimiter);
      const other = alternates ? (touched ?? repeated) : undefined;
      const character = other === undefined ? first : other.marker.startsWith('*') ? '_' : '*';
      previous = { pair: part.pair, marker: markerOf(part, character) };
      open.push({ ...previous, edge: part });
    }
    return previous;
  });
}

function markerOf({ delimiter }: Edge, character: '*' | '_'): Delimiter['marker'] {
  if (delimiter === '~~') return delimiter;
  if (delimiter === '*') return character;
  return character === '*' ? '**' : '__';
}

function textOf(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : piece.marker)).join('');
}
