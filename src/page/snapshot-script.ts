import { attributeWriter } from './attribute-writer.js';
import { concealmentJudge } from './concealment.js';
import { foldedParts, isFoldedUp } from './folded-parts.js';
import { foreignFrames } from './foreign-frames.js';
import { type GeneratedText, generatedTexts } from './generated-text.js';
import { overlayFinder } from './overlay-finder.js';
import { pictureBehind, pictureWithoutScripts } from './picture-behind.js';
import { shadowRoots } from './shadow-roots.js';
import { streamedParts } from './streamed-parts.js';
import { styledElements } from './style-rules.js';
import { trueProperty } from './true-property.js';
import { unrevealedParts } from './unrevealed.js';

/** A rendered document as text. */
export interface DocumentSnapshot {
  readonly url: string;
  readonly html: string;
  readonly capped: boolean;
}

/** What {@link snapshotDocument} gives. */
export interface SnapshotResult extends DocumentSnapshot {
  /** Characters of the text that a person sees. */
  readonly textChars: number;
  /** How many of them are in links. */
  readonly linkChars: number;
  /** Frames that may be content, and that scripts of this document cannot look into. */
  readonly unseenFrames: number;
  /** Elements that may hide a closed shadow root. */
  readonly unseenRoots: number;
  /** Parts that are shown only once they come into sight. */
  readonly unrevealed: number;
}

export interface SnapshotOptions {
  readonly maxChars: number;
  /** What is written is to stand in another document: the body's content alone, with absolute addresses. */
  readonly asFrame: boolean;
  /** Only these elements, with `<!--part-->` after each. */
  readonly parts?: readonly Element[];
}

/**
 * Writes the rendered document as HTML, in one pass and without touching it: shadow roots and frames inlined, what is not
 * seen and what lies over the page marked, folded parts opened, the words that style sheets add written out, program code
 * and style sheets left out. Stops at `maxChars`.
 *
 * Runs inside a browser page, in a world of its own: it is sent there as text, with the functions that it uses. Properties
 * of elements are read off the prototypes, since a form answers with its fields to the names of its own.
 */
export function snapshotDocument({ maxChars, asFrame, parts: wanted }: SnapshotOptions): SnapshotResult {
  const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
  // Elements that never have a box and still carry meaning, and those whose box says nothing about their content.
  const BOXLESS = new Set(
    'html head body title base link meta script source track area map col option optgroup param br wbr'.split(' '),
  );
  const DROPPED = new Set(['style', 'template', 'noscript']);
  /** More shadow roots than this have the same few style sheets. */
  const STYLED_ROOTS_MAX = 200;
  const html = HTMLElement.prototype;
  const nodeTypeOf = trueProperty<number>('nodeType');
  const nameOf = trueProperty<string>('localName');
  const namespaceOf = trueProperty<string>('namespaceURI');
  const lastChildOf = trueProperty<Node | null>('lastChild');
  const previousOf = trueProperty<Node | null>('previousSibling');
  const judge = concealmentJudge();
  const shadows = shadowRoots();
  const frames = foreignFrames();
  const kindOf = overlayFinder();
  const waiting = unrevealedParts();
  const streamed = streamedParts(document);
  const rows: WeakMap<Element, string> | undefined = Reflect.get(globalThis, 'pagewardRows');
  const writeAttributes = attributeWriter((element) => asFrame || element.ownerDocument !== document);
  const folded = new Set<Element>();
  const generated = new Map<Element, GeneratedText>();
  const pictured = new Set<Element>();
  let styledRoots = 0;

  /** What is still to be written: nodes, closing tags, and what to do between. Explicit: pages nest deeper than a stack goes. */
  const pending: (Node | string | (() => void))[] = [];
  const parts: string[] = [];
  let length = 0;
  let textChars = 0;
  let linkChars = 0;
  let hiddenDepth = 0;
  let unfoldedDepth = 0;
  let overlayDepth = 0;
  let linkDepth = 0;

  enterRoot(document);
  const root = asFrame ? document.body : document.documentElement;
  const bodyIsHidden =
    document.body !== null && !html.checkVisibility.call(document.body, { visibilityProperty: true });
  const isWhole = !asFrame && wanted === undefined;
  if (isWhole && document.doctype !== null) write(`<!DOCTYPE ${document.doctype.name}>`);
  if (wanted !== undefined) for (const part of [...wanted].reverse()) pending.push('<!--part-->', part);
  else if (root !== null && asFrame) pushChildren(root);
  else if (root !== null) pending.push(root);
  let capped = false;
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'string') write(next);
    else if (typeof next === 'function') next();
    else if (next !== undefined) writeNode(next);
    if (length > maxChars) {
      capped = true;
      break;
    }
  }
  const unseen = { unseenFrames: frames.unseen(), unseenRoots: shadows.unseen(), unrevealed: waiting.count() };
  return { url: document.URL, html: parts.join('').slice(0, maxChars), capped, textChars, linkChars, ...unseen };

  function write(text: string): void {
    parts.push(text);
    length += text.length;
  }

  function enterRoot(entered: Document | ShadowRoot): void {
    if (entered.nodeType === Node.DOCUMENT_NODE) for (const part of foldedParts(entered as Document)) folded.add(part);
    styledRoots += 1;
    if (styledRoots > STYLED_ROOTS_MAX) return;
    const styled = styledElements(entered);
    for (const [element, text] of generatedTexts(styled)) generated.set(element, text);
    for (const element of styled.withPicture) pictured.add(element);
  }

  function writeNode(node: Node): void {
    if (node.nodeType === Node.TEXT_NODE) writeText(node);
    else if (isElement(node)) writeElement(node);
    else if (node.nodeType === Node.COMMENT_NODE && streamed.isMark(node)) write(`<!--${node.nodeValue}-->`);
  }

  function isElement(node: Node): node is Element {
    return nodeTypeOf(node) === Node.ELEMENT_NODE;
  }

  function writeText(node: Node): void {
    const text = node.nodeValue ?? '';
    const parent = node.parentElement;
    const isBlank = text.trim() === '';
    const isJudged = !isBlank && hiddenDepth === 0 && unfoldedDepth === 0 && !bodyIsHidden && parent !== null;
    const how = isJudged && !BOXLESS.has(parent.localName) ? judge.ofText(parent) : undefined;
    if (how === undefined) {
      write(escapeText(text));
      if (!isBlank && hiddenDepth === 0) count(text);
    } else write(`<span data-pageward-hidden="${how}">${escapeText(text)}</span>`);
  }

  function count(text: string): void {
    textChars += text.length;
    if (linkDepth > 0) linkChars += text.length;
  }

  function writeElement(element: Element): void {
    const name = nameOf(element);
    // Beside the script and not in it: what is in a script is no markup.
    if (name === 'script') write(streamed.movesOf(element));
    if (DROPPED.has(name)) write(name === 'noscript' ? pictureWithoutScripts(element) : streamed.placeOf(element));
    else if (name === 'slot') writeSlot(element as HTMLSlotElement);
    else if ((name !== 'iframe' && name !== 'frame') || !writeFrame(element as HTMLIFrameElement))
      writeTag(element, name);
  }

  function writeTag(element: Element, name: string): void {
    const isHtml = namespaceOf(element) === 'http://www.w3.org/1999/xhtml';
    const ownName: string = isHtml ? name : element.nodeName;
    // Whoever parses this would let nothing but frames stand in a frameset, and their content stands there now.
    const tag = ownName === 'frameset' ? 'div' : ownName;
    // Inside something hidden everything is: no need to ask again.
    const isAsked = hiddenDepth === 0 && !bodyIsHidden && !BOXLESS.has(name);
    const seemsHidden = isAsked ? concealmentOf(element) : undefined;
    if (isAsked && unfoldedDepth === 0) waiting.note(element, seemsHidden);
    const isUnfolded = seemsHidden !== undefined && folded.has(element);
    const isStreamed = seemsHidden !== undefined && streamed.isPart(element);
    const hidden = isUnfolded || isStreamed ? undefined : seemsHidden;
    const isShown = isAsked && seemsHidden === undefined;
    const overlay = isShown && overlayDepth === 0 ? kindOf(element) : undefined;
    const state = isUnfolded ? 'unfolded' : isShown ? 'shown' : undefined;
    const layout = element === document.documentElement ? 'known' : undefined;
    const marks = mark('layout', layout) + mark('hidden', hidden) + mark('overlay', overlay);
    write(`<${tag}${writeAttributes(element, state)}${marks}>`);
    if (VOID.has(name)) return;
    pending.push(`</${tag}>`);
    if (hidden !== undefined)
      within(
        () => (hiddenDepth += 1),
        () => (hiddenDepth -= 1),
      );
    if (isUnfolded || isStreamed || isFoldedUp(element, name))
      within(
        () => (unfoldedDepth += 1),
        () => (unfoldedDepth -= 1),
      );
    if (overlay !== undefined)
      within(
        () => (overlayDepth += 1),
        () => (overlayDepth -= 1),
      );
    if (name === 'a')
      within(
        () => (linkDepth += 1),
        () => (linkDepth -= 1),
      );
    writeContent(element, name);
  }

  function mark(name: string, value: string | undefined): string {
    return value === undefined ? '' : ` data-pageward-${name}="${escapeText(value).replaceAll('"', '&quot;')}"`;
  }

  function within(begin: () => void, end: () => void): void {
    begin();
    pending.push(end);
  }

  function concealmentOf(element: Element): string | undefined {
    return unfoldedDepth > 0 ? judge.ofFolded(element) : judge.ofElement(element);
  }

  function writeContent(element: Element, name: string): void {
    if (name === 'script') write(dataOf(element));
    else if (name === 'textarea') write(escapeText((element as HTMLTextAreaElement).value));
    else {
      const isSeen = hiddenDepth === 0;
      const added = isSeen ? generated.get(element) : undefined;
      if (added?.['::after'] !== undefined) pending.push(escapeText(added['::after']));
      writeChildren(element);
      if (added?.['::before'] !== undefined) pending.push(escapeText(added['::before']));
      if (isSeen && pictured.has(element)) write(pictureBehind(element));
    }
  }

  /** Structured data stays, programs go. */
  function dataOf(script: Element): string {
    return /json/i.test(script.getAttribute('type') ?? '') ? script.textContent.replaceAll('</', '<\\/') : '';
  }

  function writeChildren(element: Element): void {
    const recycled = rows?.get(element);
    const shadow = shadows.of(element, hiddenDepth === 0);
    if (recycled !== undefined) pending.push(recycled);
    else if (shadow === undefined) pushChildren(element);
    else {
      enterRoot(shadow);
      pushChildren(shadow);
    }
  }

  /** A slot is where the host's own children show up; without any, its fallback does. */
  function writeSlot(slot: HTMLSlotElement): void {
    const assigned = slot.assignedNodes();
    if (assigned.length === 0) pushChildren(slot);
    else for (const node of assigned.reverse()) pending.push(node);
  }

  /** Puts a frame's content in the frame's place; `false` when there is none that can be seen, or it is no content. */
  function writeFrame(frame: HTMLIFrameElement): boolean {
    const inner = frame.contentDocument;
    const hidden = hiddenDepth > 0 ? undefined : frames.concealmentOf(frame, judge);
    const isAsked = hiddenDepth + overlayDepth === 0 && hidden === undefined;
    if (isAsked) waiting.note(frame, undefined);
    const foreign = inner === null ? frames.contentOf(frame, isAsked) : undefined;
    if (inner?.body == null && foreign === undefined) return false;
    write(`<div${mark('frame', foreign?.url ?? inner?.URL)}${mark('hidden', hidden)}>`);
    pending.push('</div>');
    if (hidden !== undefined)
      within(
        () => (hiddenDepth += 1),
        () => (hiddenDepth -= 1),
      );
    if (foreign !== undefined) {
      write(foreign.html);
      textChars += foreign.textChars;
    } else if (inner !== null) {
      enterRoot(inner);
      pushChildren(inner.body);
    }
    return true;
  }

  function pushChildren(parent: Node): void {
    for (let child = lastChildOf(parent); child !== null; child = previousOf(child)) pending.push(child);
  }

  function escapeText(text: string): string {
    return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;');
  }
}

/**
 * The document's plain source as it is now: a hundred times quicker than {@link snapshotDocument}, but what is hidden is
 * not marked, and shadow roots and frames are missing. Sent to the browser as text, too.
 */
export function copyDocument(maxChars: number): DocumentSnapshot {
  const html = document.documentElement?.outerHTML ?? '';
  return {
    url: document.URL,
    html: html.slice(0, maxChars),
    capped: html.length > maxChars,
  };
}
