import { trueProperty } from './true-property.js';

/** What {@link shadowRoots} gives. */
export interface ShadowRoots {
  /** The shadow root of an element, open or opened to us. Notes an element that may have one we cannot see. */
  of(element: Element, name: string, isSeen: boolean): ShadowRoot | undefined;
  /** Notes the element around one that is not shown, where that may be because of a shadow root we cannot see. */
  noteUnshown(element: Element): void;
  /** How many elements were noted. */
  unseen(): number;
}

/**
 * The shadow roots of a browser page. Closed ones are known where {@link keepClosedRoot} was told of them. What may have
 * one is left for {@link suspectedHosts}: no script can ask, so that whoever can has to be asked about few elements.
 * Sent to browser pages as text.
 */
export function shadowRoots(): ShadowRoots {
  const HOSTS = /^(?:article|aside|blockquote|div|footer|h[1-6]|header|main|nav|p|section|span)$/;
  /** Elements of one name are built alike: a few of them tell. */
  const SAMPLES = 3;
  const EMPTY_MAX = 60;
  const MIN_SIDE_PX = 8;
  const known: WeakMap<Element, ShadowRoot> | undefined = Reflect.get(globalThis, 'pagewardClosedRoots');
  const asked: WeakSet<Element> = Reflect.get(globalThis, 'pagewardAskedHosts') ?? new WeakSet();
  const names: Set<string> = Reflect.get(globalThis, 'pagewardHostNames') ?? new Set();
  const openOf = trueProperty<ShadowRoot | null>('shadowRoot');
  const nodeTypeOf = trueProperty<number>('nodeType');
  const lastChildOf = trueProperty<Node | null>('lastChild');
  const suspects = new Set<Element>();
  const samples = new Map<string, number>();
  let empty = 0;
  Reflect.set(globalThis, 'pagewardSuspects', suspects);
  Reflect.set(globalThis, 'pagewardAskedHosts', asked);
  return { of, noteUnshown, unseen: () => suspects.size };

  function of(element: Element, name: string, isSeen: boolean): ShadowRoot | undefined {
    const root = known?.get(element) ?? openOf.call(element);
    if (root !== null) return root;
    if (isSeen && (name.includes('-') ? isSample(name) : isEmptyBox(element))) note(element);
    return undefined;
  }

  function noteUnshown(element: Element): void {
    const around = element.parentElement;
    if (around === null || !HOSTS.test(around.localName)) return;
    // What its host does not show has no style.
    if (getComputedStyle(element).display === '') note(around);
  }

  function note(element: Element): void {
    if (!asked.has(element)) suspects.add(element);
  }

  function isSample(name: string): boolean {
    const count = samples.get(name) ?? 0;
    samples.set(name, count + 1);
    return names.has(name) || count < SAMPLES;
  }

  function isEmptyBox(element: Element): boolean {
    const last = lastChildOf.call(element);
    if (empty >= EMPTY_MAX || (last !== null && nodeTypeOf.call(last) !== Node.COMMENT_NODE)) return false;
    if (element.textContent !== '' || asked.has(element)) return false;
    const { width, height } = element.getBoundingClientRect();
    if (width < MIN_SIDE_PX || height < MIN_SIDE_PX) return false;
    empty += 1;
    return true;
  }
}

/** The elements that {@link shadowRoots} noted last; they count as asked from then on. Sent to browser pages as text. */
export function suspectedHosts(): Element[] {
  const suspects: Set<Element> = Reflect.get(globalThis, 'pagewardSuspects') ?? new Set();
  const asked: WeakSet<Element> | undefined = Reflect.get(globalThis, 'pagewardAskedHosts');
  for (const element of suspects) asked?.add(element);
  return [...suspects];
}

/** Told of a closed root, called on it. Sent to browser pages as text. */
export function keepClosedRoot(this: ShadowRoot): void {
  const roots: WeakMap<Element, ShadowRoot> = Reflect.get(globalThis, 'pagewardClosedRoots') ?? new WeakMap();
  const names: Set<string> = Reflect.get(globalThis, 'pagewardHostNames') ?? new Set();
  roots.set(this.host, this);
  names.add(this.host.localName);
  Reflect.set(globalThis, 'pagewardClosedRoots', roots);
  Reflect.set(globalThis, 'pagewardHostNames', names);
}
