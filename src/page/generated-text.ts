import type { StyledElements } from './style-rules.js';

/** The words that a style sheet puts at an element's beginning and end. */
export type GeneratedText = Partial<Record<'::before' | '::after', string>>;

/**
 * The text that style sheets add to a document: labels, units, the numbers of sections. Icons, quotes, bullets and
 * separators are not text. For browser pages; sent there as text, whole.
 */
export function generatedTexts(styled: StyledElements): ReadonlyMap<Element, GeneratedText> {
  const ICON_FONT = /icon|symbol|awesome|glyph|material|fontello/i;
  const ROMAN: readonly (readonly [number, string])[] = [
    [1000, 'm'],
    [900, 'cm'],
    [500, 'd'],
    [400, 'cd'],
    [100, 'c'],
    [90, 'xc'],
    [50, 'l'],
    [40, 'xl'],
    [10, 'x'],
    [9, 'ix'],
    [5, 'v'],
    [4, 'iv'],
    [1, 'i'],
  ];
  const SIDES = ['::before', '::after'] as const;
  /** A counter is in force for the children of `scope`, from where it was set up on. */
  interface Counter {
    readonly scope: Node | null;
    value: number;
  }
  const texts = new Map<Element, GeneratedText>();
  const counters = new Map<string, Counter[]>();
  const asked = new Set([...styled.withText]);
  const isCounted = [...asked].some((element) => SIDES.some((side) => contentOf(element, side).includes('counter')));
  if (isCounted) for (const element of styled.counting) asked.add(element);
  // In document order, since that is how counting goes.
  const inOrder = isCounted ? [...asked].sort(byPlace) : asked;
  for (const element of inOrder) {
    if (isCounted && getComputedStyle(element).display !== 'none') count(element, getComputedStyle(element));
    for (const side of SIDES) readSide(element, side);
  }
  return texts;

  function byPlace(one: Element, other: Element): number {
    return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  }

  function contentOf(element: Element, side: string): string {
    return getComputedStyle(element, side).content;
  }

  function readSide(element: Element, side: '::before' | '::after'): void {
    const style = getComputedStyle(element, side);
    if (style.content === 'none' || style.content === 'normal' || style.display === 'none') return;
    if (isCounted) count(element, style);
    const isSeen = style.visibility === 'visible' && style.opacity !== '0' && Number.parseFloat(style.fontSize) >= 2;
    const text = isSeen && !ICON_FONT.test(style.fontFamily) ? textOf(style.content) : '';
    if (!/[\p{L}\p{N}]/u.test(text)) return;
    texts.set(element, { ...texts.get(element), [side]: text });
  }

  /** What follows a slash is said to those who do not see it, in its place. */
  function textOf(content: string): string {
    const PIECE = /"((?:[^"\\]|\\.)*)"|counters?\(([^()]*)\)|(\/)/g;
    let text = '';
    for (const [, words, counter, slash] of content.matchAll(PIECE)) {
      if (slash !== undefined) break;
      text += words === undefined ? counterText(counter ?? '') : words.replace(/\\(.)/g, '$1');
    }
    return text.replace(/\s+/g, ' ');
  }

  function counterText(args: string): string {
    const [name = '', ...rest] = args.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((part) => part.trim());
    const separator = rest.find((part) => part.startsWith('"'))?.slice(1, -1);
    const style = rest.find((part) => !part.startsWith('"')) ?? 'decimal';
    const inForce = counters.get(name) ?? [];
    const values = separator === undefined ? inForce.slice(-1) : inForce;
    return values.map((counter) => numeral(counter.value, style)).join(separator ?? '') || numeral(0, style);
  }

  function count(element: Element, style: CSSStyleDeclaration): void {
    // A counter's scope ends with the element around the one that set it up.
    for (const inForce of counters.values()) {
      while (inForce.length > 0 && inForce.at(-1)?.scope?.contains(element) === false) inForce.pop();
    }
    for (const [name, value] of changes(style.counterReset, 0)) {
      const inForce = counters.get(name) ?? [];
      if (inForce.at(-1)?.scope === element.parentNode) inForce.pop();
      counters.set(name, [...inForce, { scope: element.parentNode, value }]);
    }
    for (const [name, by] of changes(style.counterIncrement, 1)) counterAt(name, element).value += by;
    for (const [name, value] of changes(style.counterSet, 0)) counterAt(name, element).value = value;
  }

  function counterAt(name: string, element: Element): Counter {
    const known = counters.get(name)?.at(-1);
    if (known !== undefined) return known;
    const counter = { scope: element.parentNode, value: 0 };
    counters.set(name, [counter]);
    return counter;
  }

  function changes(value: string, otherwise: number): [string, number][] {
    if (value === 'none' || value === '') return [];
    return [...value.matchAll(/([^\s()\d-][^\s()]*)(?:\s+(-?\d+))?/g)].map(([, name = '', by]) => {
      return [name, by === undefined ? otherwise : Number(by)];
    });
  }

  function numeral(value: number, style: string): string {
    if (style === 'decimal-leading-zero') return String(value).padStart(2, '0');
    if (/^(?:disc|circle|square|none|disclosure)/.test(style)) return '';
    if (value > 0 && value < 4_000 && style.endsWith('roman')) return inCase(roman(value), style);
    if (value > 0 && /(?:alpha|latin)$/.test(style)) return inCase(alphabetic(value), style);
    return String(value);
  }

  function inCase(text: string, style: string): string {
    return style.startsWith('upper') ? text.toUpperCase() : text;
  }

  function roman(value: number): string {
    let left = value;
    let text = '';
    for (const [worth, sign] of ROMAN) {
      for (; left >= worth; left -= worth) text += sign;
    }
    return text;
  }

  function alphabetic(value: number): string {
    let text = '';
    for (let left = value; left > 0; left = Math.floor((left - 1) / 26)) {
      text = String.fromCharCode(97 + ((left - 1) % 26)) + text;
    }
    return text;
  }
}
