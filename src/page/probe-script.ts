import type { loadingSigns, SeenText } from './loading-signs.js';

/** What a page looks like from inside at one moment. */
export interface PageProbe {
  /** Since the document last changed. */
  readonly unchangedMs: number;
  /** Moments at which the document changed, since it is watched; those of one frame count once. */
  readonly changes: number;
  /** Length of the text a person would see, open shadow roots and same-origin frames included. */
  readonly textLength: number;
  /** Programs are on the page; without any, nothing more will come. */
  readonly scripted: boolean;
  /** Signs that something is still to come, in words. */
  readonly loadingSigns: readonly string[];
  /** A transition or animation that ends is under way: what comes after it is yet to come. */
  readonly animated: boolean;
  /** Visible frames that cannot be seen into from here. */
  readonly foreignFrames: number;
}

/** What {@link watchPage} leaves in its world, for later calls. */
export interface PageWatch {
  probe(): PageProbe;
  /** Resolves at the next change of the document, at once when one came since the last probe. */
  nextChange(): Promise<void>;
}

/**
 * Starts watching the document it runs in, once; gives the watch. Runs inside a browser page, in a world that the page's
 * own scripts cannot reach: it is sent there as text, so it must not use anything from outside but what it is handed.
 */
export function watchPage(signs: typeof loadingSigns): PageWatch {
  const KEY = 'pagewardWatch';
  const known: PageWatch | undefined = Reflect.get(globalThis, KEY);
  if (known !== undefined) return known;

  const WORDLESS = new Set(['script', 'style', 'noscript', 'template', 'title', 'head']);
  /** Enough to judge any page by, and a bound on what one look may cost. */
  const MAX_NODES = 50_000;
  const MAX_NOTICE = 50;
  const MAX_NOTICES = 2_000;
  const MAX_ANIMATION_MS = 5_000;
  /** Smaller frames carry messages and counters. */
  const MIN_FRAME_PIXELS = 60;

  let changedAt = performance.now();
  let changedSinceProbe = false;
  let changes = 0;
  let changedInFrame: unknown;
  let awaitsFrame = false;
  let waiting: (() => void)[] = [];
  const observed = new WeakSet<Node>();
  const observer = new MutationObserver(() => {
    changedAt = performance.now();
    changedSinceProbe = true;
    // Of a frame that is being drawn it is the same for all its callbacks, even while the page's clock stands.
    const frame = document.timeline.currentTime;
    if (frame !== changedInFrame) changes += 1;
    changedInFrame = frame;
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
      changes,
      textLength: seen.length,
      scripted: seen.scripted,
      loadingSigns: [...signs(seen, seen.scripted), ...(seen.framesToCome > 0 ? ['a frame on its way'] : [])],
      animated: isAnimated(),
      foreignFrames: seen.foreignFrames,
    };
  }

  function nextChange(): Promise<void> {
    return changedSinceProbe ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve));
  }

  /** One that the clock has run past ends, and says so, with the next frame. */
  function isAnimated(): boolean {
    const runs = document.getAnimations().some(({ playState, effect }) => {
      return playState === 'running' && Number(effect?.getComputedTiming().endTime) < MAX_ANIMATION_MS;
    });
    if (runs) awaitsFrame = true;
    else if (awaitsFrame)
      requestAnimationFrame(() => {
        awaitsFrame = false;
      });
    return awaitsFrame;
  }

  function isScripted(page: Document): boolean {
    return [...page.scripts].some((script) => !/json|template|markdown|text\/plain/i.test(script.type));
  }

  interface Seen extends SeenText {
    length: number;
    head: string;
    notices: string[];
    foreignFrames: number;
    framesToCome: number;
    scripted: boolean;
  }

  /** One walk over all that can be seen, into shadow roots and frames, which are watched from then on. */
  function lookAt(start: Document): Seen {
    const seen: Seen = { length: 0, head: '', notices: [], foreignFrames: 0, framesToCome: 0, scripted: false };
    const roots: Node[] = [start];
    let left = MAX_NODES;
    for (let root = roots.pop(); root !== undefined; root = roots.pop()) {
      observe(root);
      // Frames have programs of their own.
      if (root.nodeType === Node.DOCUMENT_NODE) seen.scripted ||= isScripted(root as Document);
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
      while (left > 0 && walker.nextNode() !== null) {
        left -= 1;
        const node = walker.currentNode;
        if (node.nodeType === Node.TEXT_NODE) readText(node, seen);
        else roots.push(...rootsBehind(node as Element, seen));
      }
    }
    return seen;
  }

  function rootsBehind(element: Element, seen: Seen): Node[] {
    if (element.shadowRoot !== null) return [element.shadowRoot];
    if (!/^i?frame$/.test(element.localName) || !isVisible(element)) return [];
    const inner = (element as HTMLIFrameElement).contentDocument;
    if (inner !== null) {
      if (isToCome(element, inner)) seen.framesToCome += 1;
      return [inner];
    }
    const { width, height } = element.getBoundingClientRect();
    if (width >= MIN_FRAME_PIXELS && height >= MIN_FRAME_PIXELS) seen.foreignFrames += 1;
    return [];
  }

  /** Between the answer, or an attribute that is one, and the document is a moment in which no request is to be seen. */
  function isToCome(frame: Element, inner: Document): boolean {
    if (inner.readyState === 'loading') return true;
    if (inner.URL !== 'about:blank' || frame.getAttribute('loading') === 'lazy') return false;
    const isLoading = document.readyState !== 'complete' && /^https?:/.test((frame as HTMLIFrameElement).src);
    return isLoading || frame.hasAttribute('srcdoc');
  }

  function readText(node: Node, seen: Seen): void {
    const text = node.nodeValue?.trim() ?? '';
    const parent = node.parentElement;
    if (text === '' || (parent !== null && (WORDLESS.has(parent.localName) || !isVisible(parent)))) return;
    seen.length += text.length;
    if (seen.head.length < 100) seen.head = `${seen.head} ${text}`.trimStart();
    // A link or a button that says "Loading…" is waiting for a person.
    const isNotice = text.length <= MAX_NOTICE && seen.notices.length < MAX_NOTICES;
    if (isNotice && parent?.closest('a, button') == null) seen.notices.push(text);
  }

  function isVisible(element: Element): boolean {
    return element.checkVisibility({ visibilityProperty: true });
  }
}
