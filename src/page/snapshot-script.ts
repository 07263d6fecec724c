import { attributeWriter } from './attribute-writer.js';
import { concealmentJudge } from './concealment.js';
import type { SnapshotOptions, SnapshotResult } from './document-snapshot.js';
import { elementTraits } from './element-traits.js';
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

/**
 * Writes the rendered document as HTML, in one pass and without touching it: shadow roots and frames inlined, what is not
 * seen and what lies over the page marked, folded parts opened, the words that style sheets add written out, program code
 * and style sheets left out. Stops at `maxChars`.
 *
 * Runs inside a browser page, in a world of its own: it is sent there as text, with the functions that it uses. Properties
 * of elements are read off the prototypes, since a form answers with its fields to the names of its own.
 */
export function snapshotDocument({ maxChars, asFrame, parts: wanted }: SnapshotOptions): SnapshotResult {
  /** More shadow roots than this have the same few style sheets. */
  const STYLED_ROOTS_MAX = 200;
  const DROPPED = new Set(['style', 'template', 'noscript', 'noembed', 'noframes']);
  const SPECIAL = /[&<>\u00a0]/;
  const HTML = 'http://www.w3.org/1999/xhtml';
  const { checkVisibility, hasAttributes } = HTMLElement.prototype;
  const traitsOf = elementTraits();
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

  /** What can be entered, and how deep the pass is in it. */
  const HIDDEN = 0;
  const UNFOLDED = 1;
  const OVERLAY = 2;
  const LINK = 3;
  const depth: [number, number, number, number] = [0, 0, 0, 0];
  /** What is still to be written: nodes, closing tags, and what is left behind. Explicit: pages nest deeper than a stack goes. */
  const pending: (Node | string | 0 | 1 | 2 | 3)[] = [];
  const parts: string[] = [];
  let length = 0;
  let textChars = 0;
  let linkChars = 0;
  let lastParent: Element | null = null;
  let lastConcealment: string | undefined;
  let lastOpened = '';
  /** How what is being written is hidden. */
  let concealment = '';

  enterRoot(document);
  const root = asFrame ? document.body : document.documentElement;
  const bodyIsHidden = document.body !== null && !checkVisibility.call(document.body, { visibilityProperty: true });
  const isWhole = !asFrame && wanted === undefined;
  if (isWhole && document.doctype !== null) write(`<!DOCTYPE ${document.doctype.name}>`);
  if (wanted !== undefined) for (const part of [...wanted].reverse()) pending.push('<!--part-->', part);
  else if (root !== null && asFrame) pushChildren(root);
  else if (root !== null) pending.push(root);
  let capped = false;
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'string') write(next);
    else if (typeof next === 'number') depth[next] -= 1;
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
    const styled = styledRoots > STYLED_ROOTS_MAX ? undefined : styledElements(entered);
    judge.learn(styled);
    if (styled === undefined) return;
    for (const [element, text] of generatedTexts(styled)) generated.set(element, text);
    for (const element of styled.withPicture) pictured.add(element);
  }

  function writeNode(node: Node): void {
    const type = nodeTypeOf.call(node);
    if (type === Node.TEXT_NODE) writeText(node);
    else if (type === Node.ELEMENT_NODE) writeElement(node as Element);
    else if (type === Node.COMMENT_NODE && streamed.isMark(node)) write(`<!--${node.nodeValue}-->`);
  }

  function writeText(node: Node): void {
    const text = node.nodeValue ?? '';
    const isBlank = !/\S/.test(text);
    const isWithin = depth[HIDDEN] > 0;
    const isJudged = !isBlank && !isWithin && depth[UNFOLDED] === 0 && !bodyIsHidden;
    const hidden = isWithin && !isBlank && mayStray() ? concealment : undefined;
    const how = isJudged ? concealmentOfText(node.parentElement) : hidden;
    if (how === undefined) {
      write(escapeText(text));
      if (isBlank || isWithin) return;
      textChars += text.length;
      if (depth[LINK] > 0) linkChars += text.length;
    } else write(`<span${mark('hidden', how)}>${escapeText(text)}</span>`);
  }

  /**
   * Whether the next text may get out of where it is written. Scripts put together what markup cannot say: whoever parses
   * it ends a `<p>` at a `<div>`, puts what is no cell before its table and passes over cells elsewhere.
   */
  function mayStray(): boolean {
    return parts.at(-1) !== '>' || traitsOf(lastOpened).losesText;
  }

  function concealmentOfText(parent: Element | null): string | undefined {
    if (parent === null || parent === lastParent) return parent === null ? undefined : lastConcealment;
    lastParent = parent;
    const name = nameOf.call(parent);
    lastConcealment = isBoxless(parent, name) ? (name === 'head' ? 'display' : undefined) : judge.ofText(parent);
    return lastConcealment;
  }

  /** Options are drawn by their list, and outside of any they are elements like others. */
  function isBoxless(element: Element, name: string): boolean {
    if (!traitsOf(name).isBoxless) return false;
    return !/^opt(?:ion|group)$/.test(name) || element.closest('select, datalist') !== null;
  }

  function writeElement(element: Element): void {
    const name = nameOf.call(element);
    // Beside the script and not in it: what is in a script is no markup.
    if (name === 'script') write(streamed.movesOf(element));
    if (DROPPED.has(name)) write(name === 'noscript' ? pictureWithoutScripts(element) : streamed.placeOf(element));
    else if (name === 'slot') writeSlot(element as HTMLSlotElement);
    else if (name === 'source' && isPassedOver(element)) return;
    else if ((name !== 'iframe' && name !== 'frame') || !writeFrame(element as HTMLIFrameElement))
      writeTag(element, name);
  }

  /** The image beside it bears what the browser chose. */
  function isPassedOver(source: Element): boolean {
    const image = source.parentElement?.localName === 'picture' ? source.parentElement.querySelector('img') : null;
    if (image === null) return false;
    // What a script has yet to put in is chosen from later.
    return /^https?:/i.test(image.currentSrc) || !/data-\S*srcset/.test(source.getAttributeNames().join(' '));
  }

  function writeTag(element: Element, name: string): void {
    const traits = traitsOf(name);
    const tag: string = traits.tag ?? (namespaceOf.call(element) === HTML ? name : element.nodeName);
    // Inside something hidden everything is: no need to ask again.
    const isAsked = depth[HIDDEN] === 0 && !bodyIsHidden && !isBoxless(element, name);
    const seemsHidden = isAsked ? concealmentOf(element) : undefined;
    const isShown = isAsked && seemsHidden === undefined;
    const isUnfolded = seemsHidden !== undefined && folded.has(element);
    const isStreamed = seemsHidden !== undefined && streamed.isPart(element);
    const isWithin = depth[HIDDEN] > 0;
    const hidden = isWithin ? concealment : isUnfolded || isStreamed ? undefined : seemsHidden;
    if (isAsked && depth[UNFOLDED] === 0 && (seemsHidden === 'opacity' || name === 'img'))
      waiting.note(element, seemsHidden);
    if (seemsHidden === 'display') shadows.noteUnshown(element);
    const mayLieOver = isShown && traits.mayLieOver && depth[OVERLAY] === 0 && hasAttributes.call(element);
    const overlay = mayLieOver ? kindOf(element) : undefined;
    const state = isUnfolded ? 'unfolded' : isShown ? 'shown' : undefined;
    write(`<${tag}${writeAttributes(element, name, state)}`);
    if (element === document.documentElement) write(mark('layout', 'known'));
    if (hidden !== undefined) write(mark('hidden', hidden));
    if (overlay !== undefined) write(mark('overlay', overlay));
    write('>');
    lastOpened = name;
    if (traits.isVoid) return;
    pending.push(`</${tag}>`);
    if (name === 'title') write(escapeText(element.textContent));
    if (traits.isRaw) return;
    if (hidden !== undefined) enter(HIDDEN, hidden);
    if (isUnfolded || isStreamed || isFoldedUp(element, name)) enter(UNFOLDED);
    if (overlay !== undefined) enter(OVERLAY);
    if (name === 'a') enter(LINK);
    writeContent(element, name);
  }

  function mark(name: string, value: string): string {
    return ` data-pageward-${name}="${escapeText(value).replaceAll('"', '&quot;')}"`;
  }

  /** Until what is written from now on is left behind. */
  function enter(what: 0 | 1 | 2 | 3, how = concealment): void {
    concealment = how;
    depth[what] += 1;
    pending.push(what);
  }

  function concealmentOf(element: Element): string | undefined {
    return depth[UNFOLDED] > 0 ? judge.ofFolded(element) : judge.ofElement(element);
  }

  function writeContent(element: Element, name: string): void {
    if (name === 'script') write(dataOf(element));
    else if (name === 'textarea') write(escapeText((element as HTMLTextAreaElement).value));
    else if (depth[HIDDEN] > 0) writeChildren(element, name);
    else {
      const added = generated.size > 0 ? generated.get(element) : undefined;
      if (added?.['::after'] !== undefined) pending.push(escapeText(added['::after']));
      writeChildren(element, name);
      if (added?.['::before'] !== undefined) pending.push(escapeText(added['::before']));
      if (pictured.size > 0 && pictured.has(element)) write(pictureBehind(element));
    }
  }

  /** Structured data stays, programs go. */
  function dataOf(script: Element): string {
    return /json|^math\//i.test(script.getAttribute('type') ?? '') ? script.textContent.replaceAll('</', '<\\/') : '';
  }

  function writeChildren(element: Element, name: string): void {
    const recycled = rows?.get(element);
    const shadow = traitsOf(name).mayHost ? shadows.of(element, name, depth[HIDDEN] === 0) : undefined;
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
    const hidden = depth[HIDDEN] > 0 ? concealment : frames.concealmentOf(frame, judge);
    const isAsked = depth[HIDDEN] + depth[OVERLAY] === 0 && hidden === undefined;
    if (isAsked) waiting.note(frame, undefined);
    const foreign = inner === null ? frames.contentOf(frame, isAsked) : undefined;
    if (inner?.body == null && foreign === undefined) return false;
    write(
      `<div${mark('frame', foreign?.url ?? inner?.URL ?? '')}${hidden === undefined ? '' : mark('hidden', hidden)}>`,
    );
    pending.push('</div>');
    if (hidden !== undefined) enter(HIDDEN, hidden);
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
    for (let child = lastChildOf.call(parent); child !== null; child = previousOf.call(child)) pending.push(child);
  }

  function escapeText(text: string): string {
    if (!SPECIAL.test(text)) return text;
    return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;');
  }
}
