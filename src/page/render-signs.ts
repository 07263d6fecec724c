/** What of a rendered page tells whether its program failed. */
export interface RenderSigns {
  /** The text that a person sees, as far as {@link RenderSigns.isShort} cares. */
  readonly text: string;
  /** There is no more text than `text`. */
  readonly isShort: boolean;
  /** Something else to see: pictures, drawings, frames, controls. */
  readonly hasOther: boolean;
  /** The page has places for an application, and all are empty. */
  readonly hasEmptyRoot: boolean;
  /** The page went to the browser's blank page. */
  readonly isBlank: boolean;
  /** A development server's error report lies over the page. */
  readonly hasOverlay: boolean;
}

/**
 * Looks at the document it runs in, no longer than it takes to see that there is text enough. Runs inside a browser page, in
 * a world of its own: it is sent there as text, so it must not use anything from outside.
 */
export function readRenderSigns(): RenderSigns {
  const ENOUGH_CHARS = 1_500;
  const MAX_NODES = 20_000;
  const ROOTS = '#root, #app, #__next, #__nuxt, #___gatsby, #svelte, app-root, [data-reactroot], [ng-version]';
  const OVERLAYS = 'vite-error-overlay, #webpack-dev-server-client-overlay, astro-dev-overlay, nuxt-error-overlay';
  const WORDLESS = new Set(['script', 'style', 'noscript', 'template', 'title', 'head']);

  let text = '';
  let left = MAX_NODES;
  const roots: Node[] = document.body === null ? [] : [document.body];
  for (let root = roots.pop(); root !== undefined && text.length < ENOUGH_CHARS; root = roots.pop()) lookThrough(root);
  const places = [...document.querySelectorAll(ROOTS)];
  return {
    text: text.slice(0, ENOUGH_CHARS),
    isShort: text.length < ENOUGH_CHARS && left > 0,
    hasOther: [...document.querySelectorAll('img, video, canvas, svg, iframe, frame, object, input')].some(isVisible),
    hasEmptyRoot: places.length > 0 && places.every(isEmpty),
    isBlank: document.URL === 'about:blank',
    hasOverlay: document.querySelector(OVERLAYS) !== null || isNextReport(document.querySelector('nextjs-portal')),
  };

  function lookThrough(root: Node): void {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    while (left > 0 && text.length < ENOUGH_CHARS && walker.nextNode() !== null) {
      left -= 1;
      const node = walker.currentNode;
      if (node.nodeType === Node.ELEMENT_NODE) {
        const { shadowRoot } = node as Element;
        if (shadowRoot !== null) roots.push(shadowRoot);
      } else if (isRead(node)) text += `${(node.nodeValue ?? '').replace(/\s+/g, ' ').trim()} `;
    }
  }

  function isRead(node: Node): boolean {
    const parent = node.parentElement;
    if ((node.nodeValue ?? '').trim() === '') return false;
    return parent === null || (!WORDLESS.has(parent.localName) && isVisible(parent));
  }

  function isVisible(element: Element): boolean {
    return element.checkVisibility({ visibilityProperty: true });
  }

  function isEmpty(place: Element): boolean {
    return (
      place.textContent.trim() === '' &&
      place.shadowRoot === null &&
      place.querySelector('img, video, canvas, svg') === null
    );
  }

  /** Its element is there in every development build; the report in it is not. */
  function isNextReport(portal: Element | null): boolean {
    return portal?.shadowRoot?.querySelector('[role="dialog"]') != null;
  }
}
