import { type OverlayKind, overlayKind } from './overlay.js';
import { trueProperty } from './true-property.js';

/** What kind of notice an element of a browser page is; undefined when it lies not over the page, or may be content. */
export type OverlayFinder = (element: Element) => OverlayKind | undefined;

/** Finds notices by where they lie, and by what a person sees of them. Sent to browser pages as text. */
export function overlayFinder(): OverlayFinder {
  const MAX_CHARS = 30_000;
  const WORDLESS = /^(?:script|style|noscript|template)$/;
  const { getAttribute } = HTMLElement.prototype;
  const nameOf = trueProperty<string>('localName');
  const offsetParentOf = trueProperty<Element | null>('offsetParent');
  return (element) => (liesOver(element) ? overlayKind(element, shownText) : undefined);

  function liesOver(element: Element): boolean {
    const name = nameOf.call(element);
    return name !== 'body' && name !== 'html' && isLaidOver(element, name) && 'offsetParent' in element;
  }

  function isLaidOver(element: Element, name: string): boolean {
    if (name === 'dialog' || getAttribute.call(element, 'aria-modal') === 'true') return true;
    if (/dialog$/i.test(getAttribute.call(element, 'role') ?? '')) return true;
    // Asking for the offset parent takes four times as long as this.
    const { position } = getComputedStyle(element);
    if (position === 'fixed') return 'offsetParent' in element && offsetParentOf.call(element) === null;
    if (position !== 'sticky') return false;
    const parent = element.parentElement;
    return parent?.localName === 'body' || parent?.parentElement?.localName === 'body';
  }

  /** Shadow roots included; of a long text the beginning. */
  function shownText(element: Element): string {
    const roots: Node[] = [element.shadowRoot ?? element];
    let text = '';
    for (let root = roots.pop(); root !== undefined; root = roots.pop()) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
      while (text.length < MAX_CHARS && walker.nextNode() !== null) {
        const node = walker.currentNode;
        if (node.nodeType === Node.TEXT_NODE) {
          if (isShown(node.parentElement)) text += ` ${node.nodeValue?.trim() ?? ''}`;
          continue;
        }
        const { shadowRoot } = node as Element;
        if (shadowRoot instanceof ShadowRoot) roots.push(shadowRoot);
      }
    }
    return text;
  }

  function isShown(parent: Element | null): boolean {
    return (
      parent === null || (!WORDLESS.test(parent.localName) && parent.checkVisibility({ visibilityProperty: true }))
    );
  }
}
