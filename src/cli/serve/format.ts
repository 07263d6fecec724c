/** What an Accept header can ask for, in the order in which they are preferred where it leaves that open. */
const NEGOTIATED = ['markdown', 'json', 'text', 'html', 'png'] as const;

/** What a page can be answered as. `tool`: as a model is given it, fenced. */
export const FORMATS = [...NEGOTIATED, 'tool'] as const;

export type Format = (typeof FORMATS)[number];

export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  markdown: 'text/markdown',
  json: 'application/json',
  text: 'text/plain',
  html: 'text/html',
  png: 'image/png',
  tool: 'text/plain',
};

interface MediaRange {
  readonly type: string;
  readonly q: number;
}

/**
 * What a client takes, by its Accept header (RFC 9110 12.5.1): the format of the highest `q`; of several the one that it
 * names, before one that only a wildcard covers. Undefined where it takes none that there is.
 *
 * @param isVisit a person opens the address in a browser: it names HTML first, whatever is there, and would save Markdown
 * to a file; what it shows as it is, is plain text.
 */
export function acceptedFormat(accept: string | undefined, isVisit = false): Format | undefined {
  if (isVisit) return 'text';
  if (accept === undefined || accept.trim() === '') return 'markdown';
  const ranges = accept.split(',').map(rangeOf);
  let best: { format: Format; q: number; specificity: number } | undefined;
  for (const format of NEGOTIATED) {
    const { q, specificity } = qualityOf(MEDIA_TYPES[format], ranges);
    const isBetter = best === undefined || q > best.q || (q === best.q && specificity > best.specificity);
    if (q > 0 && isBetter) best = { format, q, specificity };
  }
  return best?.format;
}

/** The most specific range that covers a type says how welcome it is. */
function qualityOf(type: string, ranges: readonly MediaRange[]): { q: number; specificity: number } {
  const wanted = [type, `${type.split('/')[0]}/*`, '*/*'];
  for (const [index, candidate] of wanted.entries()) {
    const range = ranges.find((one) => one.type === candidate);
    if (range !== undefined) return { q: range.q, specificity: wanted.length - index };
  }
  return { q: 0, specificity: 0 };
}

/** Parameters other than `q` are passed over: `text/markdown;charset=utf-8` is what is sent anyway. */
function rangeOf(written: string): MediaRange {
  const [type = '', ...parameters] = written.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  const q = quality === undefined ? 1 : Number(quality.slice(2) || Number.NaN);
  return { type, q: q >= 0 && q <= 1 ? q : 0 };
}
