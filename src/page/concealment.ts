import { trueProperty } from './true-property.js';

/** How a page keeps a text from a person's eyes. */
export type Concealment = 'display' | 'visibility' | 'opacity' | 'size' | 'clip' | 'off-screen' | 'colour' | 'skipped';

interface Colour {
  readonly rgb: readonly number[];
  readonly alpha: number;
}

interface PaintedBox {
  readonly box: DOMRect;
  /** Empty for a picture, or a gradient. */
  readonly colour: string;
}

/** What {@link concealmentJudge} gives. */
export interface ConcealmentJudge {
  /** How an element is concealed with everything in it; the elements around it are not. */
  ofElement(element: Element): Concealment | undefined;
  /** The same inside a part that is folded up: it has no layout, and all that counts is what its elements say themselves. */
  ofFolded(element: Element): Concealment | undefined;
  /** How the text directly in an element that is shown is concealed all the same. */
  ofText(element: Element): Concealment | undefined;
}

/**
 * Judges what a person would see of a laid-out document: for browser pages, where it is sent as text. Reads every property
 * off the prototypes, since a form answers with its fields to the names of its own.
 */
export function concealmentJudge(): ConcealmentJudge {
  const html = HTMLElement.prototype;
  const SHOWN = { visibilityProperty: true };
  const OPAQUE = { visibilityProperty: true, opacityProperty: true };
  /** Boxes of a pixel are the usual way to hide a text from the eye alone. */
  const TINY_PX = 1;
  const TINY_FONT_PX = 2;
  const FAINT = 0.05;
  const FAR_INDENT_PX = -500;
  /** Of 255 in any of red, green and blue: less is not told apart from the ground it stands on. */
  const SAME_COLOUR = 12;
  /** More painted boxes than this are not looked through for what lies behind a text. */
  const PAINTED_MAX = 2_000;
  const PICTURE_PX = 2_500;
  const peek = {
    assignedSlot: trueProperty<Element | null>('assignedSlot'),
    children: trueProperty<HTMLCollection>('children'),
    localName: trueProperty<string>('localName'),
    ownerDocument: trueProperty<Document>('ownerDocument'),
    parentElement: trueProperty<Element | null>('parentElement'),
    parentNode: trueProperty<Node | null>('parentNode'),
    scrollLeft: trueProperty<number>('scrollLeft'),
    scrollTop: trueProperty<number>('scrollTop'),
  };
  /** The style asked for last: whoever asks twice asks in a row, and to keep thousands of them costs more than to ask. */
  let lastStyled: Element = document.documentElement;
  let lastStyle = getComputedStyle(lastStyled);
  /** Most texts of a page have one colour on one ground. */
  let plainText = '';
  let plainGround = '';
  const scrolls = new WeakMap<Document, { readonly x: number; readonly y: number }>();
  const colours = new Map<string, Colour | undefined>();
  const backgrounds = new WeakMap<Element, string>();
  const painted = new WeakMap<Document, PaintedBox[]>();
  return { ofElement, ofFolded, ofText };

  function ofElement(element: Element): Concealment | undefined {
    if (!html.checkVisibility.call(element, OPAQUE)) return ofUnshown(element);
    let box = html.getBoundingClientRect.call(element);
    if (isTiny(box) && styleOf(element).display !== '') {
      // Under `content-visibility: auto` the first box asked for may be empty: to ask for a style is what lays it out.
      box = html.getBoundingClientRect.call(element);
      if (isTiny(box)) return ofTiny(element, box);
    }
    if (isBeyond(box, element) && isFarAway(element, box)) return 'off-screen';
    const style = styleOf(element);
    if (Number.parseFloat(style.opacity) < FAINT) return 'opacity';
    return isClippedAway(style) ? 'clip' : undefined;
  }

  function ofUnshown(element: Element): Concealment | undefined {
    const style = styleOf(element);
    // No style at all: a child that its shadow host does not show.
    if (style.display === 'none' || style.display === '') return 'display';
    if (style.display === 'contents') return undefined;
    if (Number.parseFloat(style.opacity) < FAINT) return 'opacity';
    if (style.visibility !== 'visible') return hasShownPart(element) ? undefined : 'visibility';
    return isSkipped(element) ? 'skipped' : undefined;
  }

  function ofFolded(element: Element): Concealment | undefined {
    const style = styleOf(element);
    if (style.display === 'none') return 'display';
    return Number.parseFloat(style.opacity) < FAINT ? 'opacity' : undefined;
  }

  function hasShownPart(element: Element): boolean {
    const inner = documentOf(element).createTreeWalker(element, NodeFilter.SHOW_ELEMENT);
    while (inner.nextNode() !== null) {
      if (html.checkVisibility.call(inner.currentNode as HTMLElement, SHOWN)) return true;
    }
    return false;
  }

  function isSkipped(element: Element): boolean {
    for (let around = parentOf(element); around !== null; around = parentOf(around)) {
      if (styleOf(around).contentVisibility === 'hidden') return !around.matches('[hidden="until-found" i]');
    }
    return false;
  }

  function isTiny({ width, height }: DOMRect): boolean {
    return width <= TINY_PX || height <= TINY_PX;
  }

  /** What flows over the edge of a tiny box is seen, unless the box cuts it off. */
  function ofTiny(element: Element, box: DOMRect): Concealment | undefined {
    const style = styleOf(element);
    if (style.display === 'contents' || style.display === 'inline') return undefined;
    if (isClippedAway(style)) return 'clip';
    const cutsX = box.width <= TINY_PX && style.overflowX !== 'visible';
    const cutsY = box.height <= TINY_PX && style.overflowY !== 'visible';
    if (cutsX && cutsY) return 'clip';
    if (cutsX || cutsY) return 'size';
    const laidOut: number = Reflect.has(element, 'offsetWidth') ? (element as HTMLElement).offsetWidth : 0;
    return box.width === 0 && box.height === 0 && laidOut > TINY_PX ? 'size' : undefined;
  }

  function isClippedAway(style: CSSStyleDeclaration): boolean {
    if (style.clip !== 'auto' && /^(?:absolute|fixed)$/.test(style.position)) {
      const edges = /^rect\((\S+?),? (\S+?),? (\S+?),? (\S+?)\)$/.exec(style.clip);
      if (edges !== null) {
        const [top, right, bottom, left] = edges.slice(1).map((edge) => Number.parseFloat(edge));
        if ((bottom ?? 0) - (top ?? 0) <= TINY_PX || (right ?? 0) - (left ?? 0) <= TINY_PX) return true;
      }
    }
    if (style.clipPath === 'none') return false;
    if (/^(?:circle|ellipse)\(0(?:px|%)/.test(style.clipPath)) return true;
    const insets = /^inset\(([\d.]+)%(?: ([\d.]+)%)?(?: ([\d.]+)%)?/.exec(style.clipPath);
    return insets !== null && Number(insets[1]) + Number(insets[3] ?? insets[1]) >= 100;
  }

  /** Where no scrolling leads: above or to the left of the document. */
  function isBeyond(box: DOMRect, element: Element): boolean {
    // Most boxes are in sight, and asking how far a page is scrolled has a price.
    if (box.right > 0 && box.bottom > 0) return false;
    const { x, y } = scrollOf(documentOf(element));
    return box.right + x <= 0 || box.bottom + y <= 0;
  }

  /** The next picture of a carousel is beyond the edge, too, beside one of its kind that is not; and what scrolled away. */
  function isFarAway(element: Element, box: DOMRect): boolean {
    for (let around = parentOf(element); around !== null; around = parentOf(around)) {
      if (peek.scrollLeft(around) > 0 || peek.scrollTop(around) > 0) return false;
    }
    const inner = documentOf(element).createTreeWalker(element, NodeFilter.SHOW_ELEMENT);
    while (inner.nextNode() !== null) {
      const part = inner.currentNode as HTMLElement;
      if (!isBeyond(html.getBoundingClientRect.call(part), part)) return false;
    }
    const isOfItsKind = (sibling: Element): boolean => {
      const other = html.getBoundingClientRect.call(sibling);
      const sameSize = Math.abs(other.width - box.width) < 2 && Math.abs(other.top - box.top) < 2;
      return sibling !== element && sameSize && other.width > TINY_PX && !isBeyond(other, sibling);
    };
    const around = parentOf(element);
    return around === null || ![...peek.children(around)].some(isOfItsKind);
  }

  function ofText(element: Element): Concealment | undefined {
    const style = styleOf(element);
    if (style.visibility !== 'visible') return 'visibility';
    if (style.contentVisibility === 'hidden') return 'skipped';
    const fontPx = Number.parseFloat(style.fontSize);
    if (fontPx < TINY_FONT_PX) return 'size';
    if (style.textIndent !== '0px' && Number.parseFloat(style.textIndent) <= FAR_INDENT_PX) return 'off-screen';
    return isSameColour(element, style) ? 'colour' : undefined;
  }

  function isSameColour(element: Element, style: CSSStyleDeclaration): boolean {
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
      colours.set(text, rgb === undefined ? undefined : { rgb, alpha: Number(parts?.[4] ?? 1) });
    }
    return colours.get(text);
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
      const isPicture = /^(?:img|video|canvas|svg|iframe|object|embed)$/.test(peek.localName(element));
      const colour = isPicture ? '' : ownBackground(element);
      if (colour === undefined || !html.checkVisibility.call(element, OPAQUE)) continue;
      const box = html.getBoundingClientRect.call(element);
      // An icon is not what a text stands on.
      if (!isPicture || box.width * box.height > PICTURE_PX) boxes.push({ box, colour });
    }
    return boxes;
  }

  function styleOf(element: Element): CSSStyleDeclaration {
    if (element === lastStyled) return lastStyle;
    lastStyled = element;
    lastStyle = getComputedStyle(element);
    return lastStyle;
  }

  function scrollOf(page: Document): { readonly x: number; readonly y: number } {
    const { scrollX = 0, scrollY = 0 } = page.defaultView ?? {};
    const scroll = scrolls.get(page) ?? { x: scrollX, y: scrollY };
    scrolls.set(page, scroll);
    return scroll;
  }

  function parentOf(element: Element): Element | null {
    const around = peek.assignedSlot(element) ?? peek.parentElement(element);
    if (around !== null) return around;
    const root = peek.parentNode(element);
    return root !== null && 'host' in root ? (root as ShadowRoot).host : null;
  }

  function documentOf(element: Element): Document {
    return peek.ownerDocument(element);
  }
}
