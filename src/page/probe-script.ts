/** What a page looks like from inside at one moment. */
export interface PageProbe {
  /** Since the document last changed. */
  readonly unchangedMs: number;
  /** Length of the text a person would see, open shadow roots and same-origin frames included. */
  readonly textLength: number;
  /** Programs are on the page; without any, nothing more will come. */
  readonly scripted: boolean;
  /** Signs that something is still to come, in words. */
  readonly loadingSigns: readonly string[];
}

/** What {@link watchPage} leaves in its world, for later calls. */
export interface PageWatch {
  probe(): PageProbe;
  /** Resolves at the next change of the document, at once when one came since the last probe. */
  nextChange(): Promise<void>;
}

/**
 * Starts watching the document it runs in, once; gives the watch. Runs inside a browser page, in a world that the page's
 * own scripts cannot reach: it is sent there as text, so it must not use anything from outside.
 */
export function watchPage(): PageWatch {
  const KEY = 'pagewardWatch';
  const known: PageWatch | undefined = Reflect.get(globalThis, KEY);
  if (known !== undefined) return known;

  const ROOTS = '#root, #app, #__next, #__nuxt, #___gatsby, #svelte, app-root, [data-reactroot], [ng-version]';
  const PICTURES = 'img, video, canvas, svg';
  const SPINNERS =
    '[class*="skeleton" i], [class*="spinner" i], [class*="shimmer" i], [class*="loader" i], [role="progressbar"]';
  const WAITING = /^(?:loading|please wait|one moment|just a moment|redirecting|moving|initiali[sz]ing)\b.{0,40}$/i;
  const WAITING_PART = /^(?:loading|please wait)[\s\w]{0,30}(?:\.{2,3}|…|\.)?$/i;
  const WORDLESS = new Set(['script', 'style', 'noscript', 'template', 'title', 'head']);
  /** More visible text than this is a page, whatever still turns somewhere on it. */
  const THIN_TEXT = 200;
  /** Enough to judge any page by, and a bound on what one look may cost. */
  const MAX_NODES = 50_000;

  let changedAt = performance.now();
  let changedSinceProbe = false;
  let waiting: (() => void)[] = [];
  const observed = new WeakSet<Node>();
  const observer = new MutationObserver(() => {
    changedAt = performance.now();
    changedSinceProbe = true;
    for (const resolve of waiting) resolve();
    waiting = [];
  });
  observe(document);

  const watch: PageWatch = { probe, nextChange };
  Reflect.set(globalThis, KEY, watch);
  return watch;

  function observe(root: Node): void {
    if (observed.has(root)) return;
    observed.add(root);
    observer.observe(root, { childList: true, characterData: true, subtree: true });
  }

  function probe(): PageProbe {
    changedSinceProbe = false;
    const seen = lookAt(document);
    return {
      unchangedMs: performance.now() - changedAt,
      textLength: seen.length,
      scripted: isScripted(),
      loadingSigns: loadingSigns(seen),
    };
  }

  function nextChange(): Promise<void> {
    return changedSinceProbe ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve));
  }

  function isScripted(): boolean {
    return [...document.scripts].some((script) => !/json|template|markdown|text\/plain/i.test(script.type));
  }

  interface Seen {
    length: number;
    /** How the text begins. */
    head: string;
    /** Some part of the page says that it is loading. */
    waitingPart: boolean;
  }

  /** One walk over all that can be seen, into shadow roots and frames, which are watched from then on. */
  function lookAt(start: Document): Seen {
    const seen: Seen = { length: 0, head: '', waitingPart: false };
    const roots: Node[] = [start];
    let left = MAX_NODES;
    for (let root = roots.pop(); root !== undefined; root = roots.pop()) {
      observe(root);
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
      while (left > 0 && walker.nextNode() !== null) {
        left -= 1;
        const node = walker.currentNode;
        if (node.nodeType === Node.TEXT_NODE) readText(node, seen);
        else roots.push(...rootsBehind(node as Element));
      }
    }
    return seen;
  }

  function rootsBehind(element: Element): Node[] {
    if (element.shadowRoot !== null) return [element.shadowRoot];
    if (!/^i?frame$/.test(element.localName) || !isVisible(element)) return [];
    const inner = (element as HTMLIFrameElement).contentDocument;
    return inner === null ? [] : [inner];
  }

  function readText(node: Node, seen: Seen): void {
    const text = node.nodeValue?.trim() ?? '';
    const parent = node.parentElement;
    if (text === '' || (parent !== null && (WORDLESS.has(parent.localName) || !isVisible(parent)))) return;
    seen.length += text.length;
    if (seen.head.length < 100) seen.head = `${seen.head} ${text}`.trimStart();
    // A link or a button that says "Loading…" is waiting for a person.
    if (parent?.closest('a, button') == null && WAITING_PART.test(text)) seen.waitingPart = true;
  }

  function loadingSigns(seen: Seen): string[] {
    const signs: string[] = [];
    if (seen.length === 0 && isScripted() && document.querySelector(PICTURES) === null) signs.push('no text yet');
    if (seen.waitingPart) signs.push('a part that says it is loading');
    else if (WAITING.test(seen.head)) signs.push('only a notice to wait');
    const roots = [...document.querySelectorAll(ROOTS)];
    if (roots.length > 0 && roots.every(isEmptyRoot)) signs.push('an empty application root');
    if ([...document.querySelectorAll('[aria-busy="true"]')].some(isVisible)) signs.push('a part marked as busy');
    if (seen.length < THIN_TEXT && [...document.querySelectorAll(SPINNERS)].some(isVisible)) signs.push('a spinner');
    const refresh = document.querySelector('meta[http-equiv="refresh" i]')?.getAttribute('content') ?? '';
    if (/^\s*[0-5](?:\.\d*)?\s*[;,]\s*\S/.test(refresh)) signs.push('an announced move to another page');
    return signs;
  }

  function isEmptyRoot(root: Element): boolean {
    return root.textContent.trim() === '' && root.shadowRoot === null && root.querySelector(PICTURES) === null;
  }

  function isVisible(element: Element): boolean {
    return element.checkVisibility({ visibilityProperty: true });
  }
}
