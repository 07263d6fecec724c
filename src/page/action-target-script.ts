/** An element that an action is for, or a frame on the way to it. */
export interface FoundTarget {
  readonly element: HTMLElement;
  /** How many selectors have been followed; of a frame on the way some are left. */
  readonly followed: number;
}

/**
 * Why nothing can be done to an element yet: in the way of a sentence's end after its selector. Or what it is, when it can.
 */
export type TargetLook = { readonly obstacle: string } | { readonly x: number; readonly y: number };

// Each of these runs inside a browser page, in a world that the page's own scripts cannot reach. They are sent there as
// text, side by side, so they must not use anything from outside.

/** Follows selectors, the first `from` of which led to this document: into open shadow roots, and as far as the next frame. */
export function findTarget(path: readonly string[], from: number): FoundTarget | { readonly obstacle: string } {
  let root: ParentNode = document;
  let element: Element | null = null;
  let followed = from;
  for (const selector of path.slice(from)) {
    if (element !== null) root = element.shadowRoot ?? element;
    element = root.querySelector(selector);
    followed += 1;
    if (element === null) {
      return { obstacle: path.length === 1 ? 'matches nothing' : `matches nothing in its part ${followed}` };
    }
    if (/^i?frame$/.test(element.localName)) break;
  }
  return { element: element as HTMLElement, followed };
}

/** What is to be said of a target that need only be there. */
export function noteTarget(): { readonly there: true } {
  return { there: true };
}

/** A point of the document in a frame as one of the document around it, called on the frame; or what is in the way. */
export function pointThroughFrame(this: HTMLElement, innerX: number, innerY: number): TargetLook {
  const box = this.getBoundingClientRect();
  const style = getComputedStyle(this);
  // Its box may be drawn larger or smaller than it is.
  const scale = this.offsetWidth === 0 ? 1 : box.width / this.offsetWidth;
  const x = box.left + (this.clientLeft + Number.parseFloat(style.paddingLeft) + innerX) * scale;
  const y = box.top + (this.clientTop + Number.parseFloat(style.paddingTop) + innerY) * scale;
  const hit = (this.getRootNode() as Document | ShadowRoot).elementFromPoint(x, y);
  if (hit === this) return { x, y };
  return { obstacle: hit === null ? 'cannot be brought into view' : `is in a frame covered by <${hit.localName}>` };
}

/** Whether an element can be seen and used, and where to point at it so that nothing else is hit; scrolls it into view. */
export function lookAtTarget({ element }: FoundTarget, options: { readonly pointed: boolean }): TargetLook {
  const shows = element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
  if (!shows) return { obstacle: 'is not visible' };
  if (element.matches(':disabled')) return { obstacle: 'is disabled' };
  if (!options.pointed) return { x: 0, y: 0 };
  let point = pointOn();
  if (typeof point === 'string') {
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    point = pointOn();
  }
  return typeof point === 'string' ? { obstacle: point } : point;

  /** In pixels of the document's window; or why there is no such point. */
  function pointOn(): { x: number; y: number } | string {
    let cover = '';
    for (const { x, y } of candidates()) {
      const hit = hitAt(x, y);
      if (hit === null) continue;
      if (!belongs(hit)) {
        cover ||= `is covered by ${nameOf(hit)}`;
        continue;
      }
      return { x, y };
    }
    return cover || 'cannot be brought into view';
  }

  /** The middle first, then the lines of what wraps, then off the middle, where a corner may be free. */
  function candidates(): { x: number; y: number }[] {
    const boxes = [element.getBoundingClientRect(), ...[...element.getClientRects()].slice(0, 3)];
    const [whole] = boxes;
    const middles = boxes.map((box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 }));
    if (whole === undefined) return middles;
    const quarters = [
      [0.25, 0.25],
      [0.75, 0.25],
      [0.25, 0.75],
      [0.75, 0.75],
    ].map(([across = 0, down = 0]) => ({ x: whole.left + whole.width * across, y: whole.top + whole.height * down }));
    return [...middles, ...quarters];
  }

  function hitAt(x: number, y: number): Element | null {
    let hit = element.ownerDocument.elementFromPoint(x, y);
    while (hit?.shadowRoot) {
      const inner = hit.shadowRoot.elementFromPoint(x, y);
      if (inner === null || inner === hit) break;
      hit = inner;
    }
    return hit;
  }

  /** What is within the element is the element, and so is its label. */
  function belongs(hit: Element): boolean {
    if ((hit.closest('label') as HTMLLabelElement | null)?.control === element) return true;
    for (let at: Node | null = hit; at !== null; at = at.parentNode ?? (at as ShadowRoot).host ?? null) {
      if (at === element) return true;
    }
    return false;
  }

  function nameOf(cover: Element): string {
    const classes = [...cover.classList].slice(0, 2).map((name) => `.${name}`);
    return `<${cover.localName}${cover.id === '' ? '' : `#${cover.id}`}${classes.join('')}>`.slice(0, 80);
  }
}

/** Listens for where the pointer comes to; {@link seePointer} says whether it was the target. */
export function awaitPointer({ element }: FoundTarget): { readonly awaited: true } {
  const came = (event: Event): void => {
    const path = event.composedPath();
    const label = path.find((at) => (at as Element).localName === 'label') as HTMLLabelElement | undefined;
    Reflect.set(globalThis, 'pagewardPointed', path.includes(element) || label?.control === element);
  };
  Reflect.get(globalThis, 'pagewardUnpoint')?.();
  // Before all listeners of the page but those on its window, which may let nobody else hear of it.
  addEventListener('mousemove', came, true);
  Reflect.set(globalThis, 'pagewardPointed', false);
  Reflect.set(globalThis, 'pagewardUnpoint', () => removeEventListener('mousemove', came, true));
  return { awaited: true };
}

/** Whether the target is where the pointer came to last. */
export function seePointer(): { readonly obstacle: string } | { readonly pointed: true } {
  Reflect.get(globalThis, 'pagewardUnpoint')?.();
  if (Reflect.get(globalThis, 'pagewardPointed') === true) return { pointed: true };
  return { obstacle: 'is not drawn where it stands' };
}

/** Makes a field ready for typing over what it holds, or sets what nobody can type; says which, or why neither. */
export function prepareField(
  { element }: FoundTarget,
  value: string,
): { readonly obstacle: string } | { readonly typed: boolean } {
  const field = ((element as HTMLLabelElement).control ?? element) as HTMLInputElement;
  const kind = field.localName === 'input' ? field.type : field.localName;
  if (field.readOnly) return { obstacle: 'is read-only' };
  field.focus();
  if (field.isContentEditable) {
    field.ownerDocument.getSelection()?.selectAllChildren(field);
    return { typed: true };
  }
  if (['text', 'search', 'url', 'tel', 'email', 'password', 'number', 'textarea'].includes(kind)) {
    field.select();
    return { typed: true };
  }
  if (!['date', 'time', 'datetime-local', 'month', 'week', 'color', 'range'].includes(kind)) {
    return { obstacle: 'is no field that can be filled' };
  }
  field.value = value;
  if (field.value === '' && value !== '') return { obstacle: `does not take such a value: it is of type ${kind}` };
  field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
  return { typed: false };
}

/** Chooses options by value or label. */
export function chooseOptions(
  { element }: FoundTarget,
  wanted: readonly string[],
): { readonly obstacle: string } | { readonly chosen: number } {
  if (element.localName !== 'select') return { obstacle: 'is no <select>' };
  const list = element as HTMLSelectElement;
  const options = [...list.options].filter((option) => !option.disabled);
  const found = wanted.map((name) =>
    options.find(({ value, label }) => value === name || label.trim() === name.trim()),
  );
  if (found.includes(undefined)) return { obstacle: 'has no such option' };
  if (found.length > 1 && !list.multiple) return { obstacle: 'takes one option only' };
  for (const option of list.options) option.selected = found.includes(option);
  list.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  list.dispatchEvent(new Event('change', { bubbles: true }));
  return { chosen: found.length };
}

/** Brings an element into view. */
export function revealTarget({ element }: FoundTarget): { readonly revealed: true } {
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  return { revealed: true };
}

/** Gives an element the focus. */
export function focusTarget({ element }: FoundTarget): { readonly focused: true } {
  element.focus();
  return { focused: true };
}

/** Scrolls what scrolls: the document, or the largest box in it where the document does not. `null` is to the end. */
export function scrollDown(pixels: number | null): void {
  const area = ({ clientWidth, clientHeight }: Element): number => clientWidth * clientHeight;
  const page = document.scrollingElement ?? document.documentElement;
  const scrolls = (box: Element): boolean =>
    box.scrollHeight > box.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(box).overflowY);
  const boxes =
    page.scrollHeight > page.clientHeight + 1 ? [] : [...document.querySelectorAll('body *')].filter(scrolls);
  const box = boxes.sort((one, other) => area(other) - area(one))[0] ?? page;
  box.scrollBy({ top: pixels ?? box.scrollHeight, behavior: 'instant' });
}
