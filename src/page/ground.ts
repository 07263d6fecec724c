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

/** What {@link groundJudge} gives. */
export interface GroundJudge {
  /** The elements of a document or shadow root that may have colours of their own; undefined: any. Before they are judged. */
  learn(coloured: ReadonlySet<Element> | undefined): void;
  /** Whether the text directly in an element looks like its ground. */
  isLikeIts(element: Element): boolean;
}

/**
 * Judges whether the text directly in an element is told apart from what it stands on. For browser pages, where it is sent
 * as text.
 */
export function groundJudge({ styleOf, parentOf }: GroundQuestions): GroundJudge {
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
  /** The elements that may have colours of their own; undefined: all. */
  let coloured: Set<Element> | undefined = new Set();
  /** Where an element has its colours from. */
  const origins = new Map<Element, Element>();
  /** Those of {@link origins} whose text is told apart. */
  const readable = new Set<Element>();
  return { learn, isLikeIts };

  function learn(more: ReadonlySet<Element> | undefined): void {
    if (more === undefined) coloured = undefined;
    else for (const element of more) coloured?.add(element);
  }

  function isLikeIts(element: Element): boolean {
    if (coloured !== undefined) {
      const origin = originOf(element, coloured);
      if (readable.has(origin)) return false;
      if (closeColour(origin) === undefined) {
        readable.add(origin);
        return false;
      }
    }
    const text = closeColour(element);
    if (text === undefined) return false;
    const style = styleOf(element);
    const isDrawnOtherwise = style.textShadow !== 'none' || Number.parseFloat(style.webkitTextStrokeWidth) > 0;
    if (isDrawnOtherwise || isClippedToText(element)) return false;
    return text.alpha < FAINT || !liesOnAnother(element, text);
  }

  function originOf(element: Element, own: ReadonlySet<Element>): Element {
    const passed: Element[] = [];
    let origin = element;
    for (;;) {
      const around: Element | null = own.has(origin) ? null : parentOf(origin);
      if (around === null) break;
      const known = origins.get(around);
      origin = known ?? around;
      if (known !== undefined) break;
      passed.push(around);
    }
    for (const between of passed) origins.set(between, origin);
    return origin;
  }

  /** The colour of a text, where it is not that alone which tells it from its ground. */
  function closeColour(element: Element): Colour | undefined {
    const style = styleOf(element);
    const colour = style.webkitTextFillColor || style.color;
    const ground = backgroundOf(element);
    if (colour === plainText && ground === plainGround) return undefined;
    const text = parseColour(colour);
    if (text === undefined || text.alpha < FAINT || isLike(text, parseColour(ground))) return text;
    plainText = colour;
    plainGround = ground;
    return undefined;
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
    const page = documentOf.call(element);
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
      const isPicture = /^(?:img|video|canvas|svg|iframe|object|embed)$/.test(nameOf.call(element));
      const colour = isPicture ? '' : ownBackground(element);
      if (colour === undefined || !html.checkVisibility.call(element, OPAQUE)) continue;
      const box = html.getBoundingClientRect.call(element);
      // An icon is not what a text stands on.
      if (!isPicture || box.width * box.height > PICTURE_PX) boxes.push({ box, colour });
    }
    return boxes;
  }
}
