import type { Concealment } from './concealment.js';

/** Farther than this to the left or above nobody looks. */
const FAR_PX = 500;
const TINY_PX = 1;
const TINY_FONT_PX = 2;

/**
 * How a style attribute keeps an element's text from a person's eyes, as far as it can be told without layout; what
 * `display` and `visibility` say is for others. A page that moves or fades in is given the benefit of the doubt.
 */
export function hidingStyle(style: string): Concealment | undefined {
  const set = declarations(style);
  const value = (name: string): string => set.get(name) ?? '';
  const isMoving = [...set.keys()].some((name) => /^(?:transition|animation|will-change|transform)/.test(name));
  if (/^0?\.?0+%?$/.test(value('opacity')) && !isMoving) return 'opacity';
  if (pixels(value('font-size')) < TINY_FONT_PX || /^scale\(0\)$/.test(value('transform'))) return 'size';
  const isApart = /^(?:absolute|fixed)$/.test(value('position'));
  const isFar = isApart && ['left', 'top', 'right', 'bottom'].some((side) => pixels(value(side)) <= -FAR_PX);
  if (isFar || pixels(value('text-indent')) <= -FAR_PX) return 'off-screen';
  if (isClipped(value)) return 'clip';
  const background = value('background-color') || value('background');
  const colour = value('color');
  return colour !== '' && (colour === 'transparent' || colour === background) ? 'colour' : undefined;
}

function isClipped(value: (name: string) => string): boolean {
  if (
    value('position') === 'absolute' &&
    /^rect\(\s*[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?[\s,]+[01](?:px)?\s*\)$/.test(value('clip'))
  )
    return true;
  if (/^(?:inset\((?:50|100)%\)|circle\(0(?:px|%)?\b)/.test(value('clip-path'))) return true;
  const cuts = /^(?:hidden|clip)$/.test(value('overflow'));
  return cuts && pixels(value('width')) <= TINY_PX && pixels(value('height')) <= TINY_PX;
}

function declarations(style: string): Map<string, string> {
  const set = new Map<string, string>();
  for (const declaration of style.toLowerCase().split(';')) {
    const colon = declaration.indexOf(':');
    if (colon < 0) continue;
    const value = declaration.slice(colon + 1).replace(/!\s*important\s*$/, '');
    set.set(declaration.slice(0, colon).trim(), value.trim());
  }
  return set;
}

/** `NaN`, which is neither less nor more than anything, for what is no length in pixels. */
function pixels(value: string): number {
  const [, number, unit] = /^(-?[\d.]+)(px|pt|em|rem)?$/.exec(value) ?? [];
  if (number === undefined) return Number.NaN;
  return Number(number) * (unit === 'em' || unit === 'rem' ? 16 : 1);
}
