/**
 * A text as a reader's eye takes it: lower-case ASCII letters for everything that looks like one, `-` for every dash or
 * rule, one space for a run of white space and one newline for a run with a line break in it, nothing for accents,
 * invisible characters and the backslashes of Markdown. `starts[i]` is where the original of `text[i]` begins; one entry
 * more marks the end.
 */
export interface Skeleton {
  readonly text: string;
  readonly starts: Uint32Array;
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';

/** Letters that look like an ASCII letter and that Unicode's compatibility forms (NFKD) do not bring home, Cyrillic and so on. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'аАαΑᴀɑᎪꓮⲀⲁ',
  b: 'вВβΒʙЬьᏴꓐⲂ',
  c: 'сСϲϹᴄᏟꓚⲤⲥ',
  d: 'ԁԀᴅɗᎠꓓ',
  e: 'еЕεΕᴇєЄҽᎬꓰⴹⲈⲉ℮',
  f: 'ꜰϝϜꓝ',
  g: 'ɡɢԍԌᏀꓖ',
  h: 'һҺнНΗʜᎻꓧⲎ',
  i: 'іІιΙıɪᏆꓲⲒ',
  j: 'јЈϳᴊᎫꓙ',
  k: 'кКκΚᴋᏦꓗⲔ',
  l: 'ӏӀʟᏞꓡ',
  m: 'мМΜᴍᎷꓟⲘ',
  n: 'пηΝɴꓠⲚ',
  o: 'оОοΟᴏօꓳⲞⲟ',
  p: 'рРρΡᴘᏢꓑⲢ',
  q: 'ԛԚⵕ',
  r: 'гᴦʀᎡᏒꓣ',
  s: 'ѕЅꜱᏚꓢ',
  t: 'тТτΤᴛᎢꓔⲦ',
  u: 'υцᴜսꓴ',
  v: 'νѵѴᴠᏙꓦ',
  w: 'ԝԜωᴡᎳꓪ',
  x: 'хХχΧꓫⲬ',
  y: 'уУγΥүҮʏᎩꓬⲨ',
  z: 'ΖᴢᏃꓜ',
  '-': '‐‑‒–—―⁃−─━═╌╍⎯⸺⸻▁_=*~',
  '<': '‹〈⟨❮❬',
  '>': '›〉⟩❯❭',
  '[': '⟦【〔',
  ']': '⟧】〕',
  '|': '∣│┃ǀ❘',
  '/': '⁄∕⧸',
};

/** Where alphabets of A to Z begin that NFKD does not bring home: letters in brackets, in dark discs, in dark squares. */
const ENCLOSED_ALPHABETS = [0x249c, 0x1f110, 0x1f150, 0x1f170];

const FOLDED: ReadonlyMap<string, string> = new Map([
  ...Object.entries(LOOK_ALIKES).flatMap(([ascii, others]) => [...others].map((other) => [other, ascii] as const)),
  ...ENCLOSED_ALPHABETS.flatMap((first) =>
    Array.from(ALPHABET, (letter, index) => [String.fromCodePoint(first + index), letter] as const),
  ),
]);

/** Kana, Han and Hangul resemble none of our letters; skipping them keeps the work on East Asian pages small. */
const UNLIKE = /[\u3041-\u3096\u30a1-\u30fa\u3400-\u9fff\uac00-\ud7a3]/;

const ASCII: readonly string[] = Array.from({ length: 128 }, (_, code) => foldUnit(String.fromCharCode(code)));

/** Takes time linear in the text. */
export function skeletonOf(text: string): Skeleton {
  const units: string[] = [];
  const starts: number[] = [];
  let start = 0;
  for (const character of text) {
    for (const unit of fold(character)) {
      const last = units.at(-1);
      if (/\s/.test(unit) && last !== undefined && /\s/.test(last)) {
        if (unit === '\n') units[units.length - 1] = unit;
        continue;
      }
      units.push(unit);
      starts.push(start);
    }
    start += character.length;
  }
  starts.push(start);
  return { text: units.join(''), starts: Uint32Array.from(starts) };
}

function fold(character: string): string {
  const ascii = ASCII[character.charCodeAt(0)];
  if (ascii !== undefined) return ascii;
  if (UNLIKE.test(character)) return '.';
  const known = FOLDED.get(character);
  if (known !== undefined) return known;
  const parts = [...character.normalize('NFKD')];
  // Ligatures of whole phrases would multiply the work and resemble nothing of ours.
  return parts.length > 4 ? '.' : parts.map(foldUnit).join('');
}

/** One skeleton unit: nothing for what cannot be seen, a dot for what resembles none of ours. */
function foldUnit(character: string): string {
  const known = FOLDED.get(character);
  if (known !== undefined) return known;
  if (/[A-Za-z0-9<>[\]|/-]/.test(character)) return character.toLowerCase();
  if (/\s/.test(character)) return /[\n\u2028\u2029]/.test(character) ? '\n' : ' ';
  if (character === '\\') return '';
  return /[\p{M}\p{Default_Ignorable_Code_Point}\p{Cc}]/u.test(character) ? '' : '.';
}
