import { trueProperty } from './true-property.js';

interface Colour {
  readonly rgb: readonly number[];
  readonly alpha: number;
}

interface PaintedBox {
  readonly box: DOMRect;
  /** Empty for a picture, or a gradient. */
  readonly colour: string;
}

/** How whoever judges a page asks it. */
export interface GroundQuestions {
  styleOf(element: Element): CSSStyleDeclaration;
  /** The element around one as it is drawn, out of shadow trees too. */
  parentOf(element: Element): Element | null;
}

/**
 * Judges whether the text directly in an element is told apart from what it stands on. For browser pages, where it is sent
 * as text.
 */
export function groundJudge({ styleOf, parentOf }: GroundQuestions): (element: Element) => boolean {
  const html = HTMLElement.prototype;
  const OPAQUE = { visibilityProperty: true, opacityProperty: true };
  const FAINT = 0.05;
  /** Of 255 in any of red, green and blue: less is not told apart from the ground it stands on. */
  const SAME_COLOUR = 12;
  /** More painted boxes than this are not looked through for what lies behind a text. */
  const PAINTED_MAX = 2_000;
  const PICTURE_PX = 2_500;
  const nameOf = trueProperty<string>('localName');
  const documentOf = trueProperty<Document>('ownerDocument');
  const colours = new Map<string, Colour | undefined>();
  const backgrounds = new WeakMap<Element, string>();
  const painted = new WeakMap<Document, PaintedBox[]>();
  let canvas: OffscreenCanvasRenderingContext2D | undefined;
  /** Most texts of a page have one colour on one ground. */
  let plainText = '';
  let plainGround = '';
  return isLikeItsGround;

  function isLikeItsGround(element: Element): boolean {
    const style = styleOf(element);
    const colour = style.webkitTextFillColor || style.color;
    const ground = backgroundOf(element);
    if (colour === plainText && ground === plainGround) return false;
    const text = parseColour(colour);
    if (text === undefined) return false;
    const isClear = text.alpha < FAINT;
    if (!isClear && !isLike(text, parseColour(ground))) {
      plainText = colour;
      plainGround = ground;
      return false;
    }
    const isDrawnOtherwise = style.textShadow !== 'none' || Number.parseFloat(style.webkitTextStrokeWidth) > 0;
    if (isDrawnOtherwise || isClippedToText(element)) return false;
    return isClear || !liesOnAnother(element, text);
  }

  function isLike(text: Colour, ground: Colour | undefined): boolean {
    if (ground === undefined || text.alpha < 1 - FAINT) return false;
    return text.rgb.every((part, index) => Math.abs(part - (ground.rgb[index] ?? 0)) <= SAME_COLOUR);
  }

  /** A gradient that shows through the letters may be that of an element around. */
  function isClippedToText(element: Element): boolean {
    for (let around: Element | null = element; around !== null; around = parentOf(around)) {
      if (styleOf(around).webkitBackgroundClip === 'text') return true;
    }
    return false;
  }

  /** The colour that lies behind an element's text as far as the elements around it say; empty when that is no one colour. */
  function backgroundOf(element: Element): string {
    let at: Element | null = element;
    let found: string | undefined;
    for (; at !== null; at = parentOf(at)) {
      found = backgrounds.get(at) ?? ownBackground(at);
      if (found !== undefined) break;
    }
    const colour = found ?? 'rgb(255, 255, 255)';
    for (let passed: Element | null = element; passed !== null; passed = parentOf(passed)) {
      backgrounds.set(passed, colour);
      if (passed === at) break;
    }
    return colour;
  }

  function ownBackground(element: Element): string | undefined {
    const { backgroundImage, backgroundColor } = styleOf(element);
    if (backgroundImage !== 'none') return '';
    return backgroundColor === 'rgba(0, 0, 0, 0)' ? undefined : backgroundColor;
  }

  function parseColour(text: string): Colour | undefined {
    if (!colours.has(text)) {
      const parts = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(text);
      const rgb = parts?.slice(1, 4).map(Number);
      colours.set(text, rgb === undefined ? paintedColour(text) : { rgb, alpha: Number(parts?.[4] ?? 1) });
    }
    return colours.get(text);
  }

  /** What a colour of another space, as `oklch(1 0 0)`, looks like; undefined for none. */
  function paintedColour(text: string): Colour | undefined {
    if (text === '' || !CSS.supports('color', text)) return undefined;
    canvas ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true }) ?? undefined;
    if (canvas === undefined) return undefined;
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return { rgb: [red, green, blue], alpha: alpha / 255 };
  }

  /** White on white is white on a picture, where one lies between. */
  function liesOnAnother(element: Element, text: Colour): boolean {
    const page = documentOf(element);
    const own = html.getBoundingClientRect.call(element);
    let boxes = painted.get(page);
    if (boxes === undefined) {
      boxes = paintedBoxes(page);
      painted.set(page, boxes);
    }
    return boxes.some(({ box, colour }) => {
      const isAcross = box.left < own.right && box.right > own.left && box.top < own.bottom && box.bottom > own.top;
      if (!isAcross || box.width * box.height < (own.width * own.height) / 2) return false;
      return colour === '' || !isLike(text, parseColour(colour));
    });
  }

  /** Everything that paints something over the page's own ground. */
  function paintedBoxes(page: Document): PaintedBox[] {
    const boxes: PaintedBox[] = [];
    for (const element of page.querySelectorAll('body *')) {
      if (boxes.length >= PAINTED_MAX) break;
      const isPicture = /^(?:img|video|canvas|svg|iframe|object|embed)$/.test(nameOf(element));
      const colour = isPicture ? '' : ownBackground(element);
      if (colour === undefined || !html.checkVisibility.call(element, OPAQUE)) continue;
      const box = html.getBoundingClientRect.call(element);
      // An icon is not what a text stands on.
      if (!isPicture || box.width * box.height > PICTURE_PX) boxes.push({ box, colour });
    }
    return boxes;
  }
}
