import { groundJudge } from './ground.js';
import type { StyledElements } from './style-rules.js';
import { trueProperty } from './true-property.js';

/** How a page keeps a text from a person's eyes. */
export type Concealment = 'display' | 'visibility' | 'opacity' | 'size' | 'clip' | 'off-screen' | 'colour' | 'skipped';

/** What {@link concealmentJudge} gives. */
export interface ConcealmentJudge {
  /** What the style sheets of a document or shadow root are able to do; undefined: anything. Before its elements are judged. */
  learn(styles: Pick<StyledElements, 'concealed' | 'coloured' | 'mayShrinkText'> | undefined): void;
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
  const scrolls = new WeakMap<Document, { readonly x: number; readonly y: number }>();
  const ground = groundJudge({ styleOf, parentOf });
  /** The elements worth asking whether they are clipped or faded away; undefined: all. */
  let suspects: Set<Element> | undefined = new Set();
  let mayShrinkText = false;
  /** Elements that are not shown themselves, around something that is. */
  const seeThrough = new Set<Element>();
  return { learn, ofElement, ofFolded, ofText };

  function learn(styles: Pick<StyledElements, 'concealed' | 'coloured' | 'mayShrinkText'> | undefined): void {
    ground.learn(styles?.coloured);
    mayShrinkText ||= styles?.mayShrinkText ?? true;
    if (styles?.concealed === undefined) suspects = undefined;
    else for (const element of styles.concealed) suspects?.add(element);
  }

  function ofElement(element: Element): Concealment | undefined {
    if (!html.checkVisibility.call(element, OPAQUE)) {
      const how = ofUnshown(element);
      if (how === undefined) seeThrough.add(element);
      return how;
    }
    let box = html.getBoundingClientRect.call(element);
    if (isTiny(box) && styleOf(element).display !== '') {
      // Under `content-visibility: auto` the first box asked for may be empty: to ask for a style is what lays it out.
      box = html.getBoundingClientRect.call(element);
      if (isTiny(box)) return ofTiny(element, box);
    }
    if (isBeyond(box, element) && isFarAway(element, box)) return 'off-screen';
    if (suspects !== undefined && !suspects.has(element)) return undefined;
    const style = styleOf(element);
    if (Number.parseFloat(style.opacity) < FAINT || isFilteredAway(style)) return 'opacity';
    return isClippedAway(style, box) ? 'clip' : undefined;
  }

  function isFilteredAway({ filter }: CSSStyleDeclaration): boolean {
    const share = /opacity\(([\d.e-]+)\)/.exec(filter)?.[1];
    return share !== undefined && Number(share) < FAINT;
  }

  function ofUnshown(element: Element): Concealment | undefined {
    const style = styleOf(element);
    // No style at all: a child that its shadow host does not show.
    if (style.display === 'none' || style.display === '') return 'display';
    if (style.display === 'contents') return undefined;
    if (Number.parseFloat(style.opacity) < FAINT) return 'opacity';
    if (style.visibility !== 'visible') return hasShownPart(element) ? undefined : 'visibility';
    const skipped = isSkipped(element);
    if (skipped !== undefined) return skipped ? 'skipped' : undefined;
    // Something around it that is not asked about itself.
    return html.checkVisibility.call(element) ? undefined : 'display';
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

  /** Undefined when nothing around skips its content. */
  function isSkipped(element: Element): boolean | undefined {
    for (let around = parentOf(element); around !== null; around = parentOf(around)) {
      if (styleOf(around).contentVisibility === 'hidden') return !around.matches('[hidden="until-found" i]');
    }
    return undefined;
  }

  function isTiny({ width, height }: DOMRect): boolean {
    return width <= TINY_PX || height <= TINY_PX;
  }

  /** What flows over the edge of a tiny box is seen, unless the box cuts it off. */
  function ofTiny(element: Element, box: DOMRect): Concealment | undefined {
    const style = styleOf(element);
    if (style.display === 'contents' || style.display === 'inline') return undefined;
    if (isClippedAway(style, box)) return 'clip';
    const cutsX = box.width <= TINY_PX && style.overflowX !== 'visible';
    const cutsY = box.height <= TINY_PX && style.overflowY !== 'visible';
    if (cutsX && cutsY) return 'clip';
    if (cutsX || cutsY) return 'size';
    const laidOut: number = Reflect.has(element, 'offsetWidth') ? (element as HTMLElement).offsetWidth : 0;
    const isFlat = box.width === 0 && (box.height === 0 || style.transform !== 'none');
    return isFlat && laidOut > TINY_PX ? 'size' : undefined;
  }

  function isClippedAway(style: CSSStyleDeclaration, box: DOMRect): boolean {
    if (style.clip !== 'auto' && /^(?:absolute|fixed)$/.test(style.position)) {
      const edges = /^rect\((\S+?),? (\S+?),? (\S+?),? (\S+?)\)$/.exec(style.clip);
      if (edges !== null) {
        const [top, right, bottom, left] = edges.slice(1).map((edge) => Number.parseFloat(edge));
        if ((bottom ?? 0) - (top ?? 0) <= TINY_PX || (right ?? 0) - (left ?? 0) <= TINY_PX) return true;
      }
    }
    if (style.clipPath === 'none') return false;
    if (/^(?:circle|ellipse)\(0(?:px|%)/.test(style.clipPath)) return true;
    const [, corners] = /^polygon\((?:\w+, )?(.*)\)$/.exec(style.clipPath) ?? [];
    if (corners !== undefined) return isLine(corners.split(', ').map((corner) => corner.split(' ')));
    const insets = /^inset\(([\d.]+)(%|px)(?: ([\d.]+)(%|px))?(?: ([\d.]+)(%|px))?/.exec(style.clipPath);
    if (insets === null) return false;
    const [, top = '', unit = '', , , bottom = top, bottomUnit = unit] = insets;
    const pixels = (length: string, of: string) => Number(length) * (of === '%' ? box.height / 100 : 1);
    return pixels(top, unit) + pixels(bottom, bottomUnit) >= box.height;
  }

  /** Corners that all lie above or beside one another have nothing between them. */
  function isLine(corners: readonly (readonly string[])[]): boolean {
    return [0, 1].some((axis) => corners.every((corner) => corner[axis] === corners[0]?.[axis]));
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
      if (peek.scrollLeft.call(around) > 0 || peek.scrollTop.call(around) > 0) return false;
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
    return around === null || ![...peek.children.call(around)].some(isOfItsKind);
  }

  function ofText(element: Element): Concealment | undefined {
    // A slot is no element that is judged; all others are, and those that are shown need not be asked again.
    const isDoubtful = seeThrough.has(element) || peek.localName.call(element) === 'slot';
    if (isDoubtful && styleOf(element).visibility !== 'visible') return 'visibility';
    const rare = mayShrinkText ? ofRareText(styleOf(element)) : undefined;
    return rare ?? (ground.isLikeIts(element) ? 'colour' : undefined);
  }

  function ofRareText(style: CSSStyleDeclaration): Concealment | undefined {
    if (style.contentVisibility === 'hidden') return 'skipped';
    if (Number.parseFloat(style.fontSize) < TINY_FONT_PX) return 'size';
    const isAway = style.textIndent !== '0px' && Number.parseFloat(style.textIndent) <= FAR_INDENT_PX;
    return isAway ? 'off-screen' : undefined;
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
    const around = peek.assignedSlot.call(element) ?? peek.parentElement.call(element);
    if (around !== null) return around;
    const root = peek.parentNode.call(element);
    return root !== null && 'host' in root ? (root as ShadowRoot).host : null;
  }

  function documentOf(element: Element): Document {
    return peek.ownerDocument.call(element);
  }
}
