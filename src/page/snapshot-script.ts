/** A rendered document as text. */
export interface DocumentSnapshot {
  readonly url: string;
  readonly html: string;
  readonly capped: boolean;
}

/**
 * Writes the rendered document as HTML, in one pass and without touching it: open shadow roots and same-origin frames
 * inlined, what is not rendered marked with `data-pageward-hidden`, images with the address the browser chose, program
 * code and style sheets left out. Stops at `maxChars`.
 *
 * Runs inside a browser page, in a world of its own: it is sent there as text, so it must not use anything from outside.
 */
export function snapshotDocument(maxChars: number): DocumentSnapshot {
  const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
  // Elements that never have a box and still carry meaning, and those whose box says nothing about their content.
  const BOXLESS = new Set(
    'html head body title base link meta script source track area map col option optgroup param br wbr'.split(' '),
  );
  const DROPPED = new Set(['style', 'template', 'noscript']);

  /** What is still to be written: nodes, and the closing tags between them. Explicit: pages nest deeper than a stack goes. */
  const pending: (Node | string)[] = [];
  const parts: string[] = [];
  let length = 0;
  let hiddenDepth = 0;
  const HIDDEN_END = '\u0000';

  const root = document.documentElement;
  const bodyIsHidden = document.body !== null && !isShown(document.body);
  if (document.doctype !== null) write(`<!DOCTYPE ${document.doctype.name}>`);
  if (root !== null) pending.push(root);
  let capped = false;
  while (pending.length > 0) {
    const next = pending.pop();
    if (next === HIDDEN_END) hiddenDepth -= 1;
    else if (typeof next === 'string') write(next);
    else if (next !== undefined) writeNode(next);
    if (length > maxChars) {
      capped = true;
      break;
    }
  }
  return { url: document.URL, html: parts.join('').slice(0, maxChars), capped };

  function write(text: string): void {
    parts.push(text);
    length += text.length;
  }

  function writeNode(node: Node): void {
    if (node.nodeType === Node.TEXT_NODE) write(escapeText(node.nodeValue ?? ''));
    else if (node.nodeType === Node.ELEMENT_NODE) writeElement(node as Element);
  }

  function writeElement(element: Element): void {
    const name = element.localName;
    if (DROPPED.has(name)) return;
    if (name === 'slot') writeSlot(element as HTMLSlotElement);
    else if ((name !== 'iframe' && name !== 'frame') || !writeFrame(element as HTMLIFrameElement))
      writeTag(element, name);
  }

  function writeTag(element: Element, name: string): void {
    const ownName = element.namespaceURI === 'http://www.w3.org/1999/xhtml' ? name : element.nodeName;
    // Whoever parses this would let nothing but frames stand in a frameset, and their content stands there now.
    const tag = ownName === 'frameset' ? 'div' : ownName;
    // Inside something hidden everything is: no need to ask again.
    const hidden = hiddenDepth === 0 && !bodyIsHidden && !BOXLESS.has(name) && isHidden(element);
    write(`<${tag}${attributesOf(element)}${hidden ? ' data-pageward-hidden=""' : ''}>`);
    if (VOID.has(name)) return;
    pending.push(`</${tag}>`);
    if (hidden) {
      hiddenDepth += 1;
      pending.push(HIDDEN_END);
    }
    if (name === 'script') write(dataOf(element));
    else if (name === 'textarea') write(escapeText((element as HTMLTextAreaElement).value));
    else pushChildren(element.shadowRoot ?? element);
  }

  /** Structured data stays, programs go. */
  function dataOf(script: Element): string {
    return /json/i.test(script.getAttribute('type') ?? '') ? (script.textContent ?? '').replaceAll('</', '<\\/') : '';
  }

  /** A slot is where the host's own children show up; without any, its fallback does. */
  function writeSlot(slot: HTMLSlotElement): void {
    const assigned = slot.assignedNodes();
    if (assigned.length === 0) pushChildren(slot);
    else for (const node of assigned.reverse()) pending.push(node);
  }

  /** Puts a same-origin frame's content in the frame's place; `false` when it cannot be seen into. */
  function writeFrame(frame: HTMLIFrameElement): boolean {
    const inner = frame.contentDocument;
    if (inner?.body == null) return false;
    const box = frame.getBoundingClientRect();
    // Frames of a pixel carry messages and counters, not content.
    const hidden = isHidden(frame) || (box.width <= 2 && box.height <= 2);
    write(`<div data-pageward-frame="${escapeAttribute(inner.URL)}"${hidden ? ' data-pageward-hidden=""' : ''}>`);
    pending.push('</div>');
    pushChildren(inner.body);
    return true;
  }

  function pushChildren(parent: Node): void {
    for (let child = parent.lastChild; child !== null; child = child.previousSibling) pending.push(child);
  }

  function attributesOf(element: Element): string {
    let text = '';
    for (const { name, value } of element.attributes) {
      if (name !== 'src' || !isImage(element))
        text += ` ${name}="${escapeAttribute(absoluteInFrame(element, name, value))}"`;
    }
    if (isImage(element)) {
      const source = imageSource(element);
      if (source !== '') text += ` src="${escapeAttribute(source)}"`;
    }
    if (element.localName === 'input' && (element as HTMLInputElement).checked && !element.hasAttribute('checked')) {
      text += ' checked=""';
    }
    return text;
  }

  function isImage(element: Element): element is HTMLImageElement {
    return element.localName === 'img' && 'currentSrc' in element;
  }

  /** The written address, unless it is a place-holder for the one that the browser chose. */
  function imageSource(image: HTMLImageElement): string {
    const written = image.getAttribute('src') ?? '';
    const isPlaceholder = written === '' || /^(?:data|about|javascript):/i.test(written);
    if (isPlaceholder && /^https?:/i.test(image.currentSrc)) return image.currentSrc;
    return absoluteInFrame(image, 'src', written);
  }

  /** Inside an inlined frame a relative address would be read against the wrong page. */
  function absoluteInFrame(element: Element, name: string, value: string): string {
    if (element.ownerDocument === document || !/^(?:href|src|poster|action)$/.test(name)) return value;
    return URL.canParse(value, element.baseURI) ? new URL(value, element.baseURI).href : value;
  }

  function isShown(element: Element): boolean {
    return element.checkVisibility({ visibilityProperty: true });
  }

  /** Not rendered, and nothing inside is. `display: contents` has no box of its own and hides nothing. */
  function isHidden(element: Element): boolean {
    if (isShown(element)) return false;
    const style = getComputedStyle(element);
    if (style.display === 'none') return true;
    if (style.visibility === 'visible') return false;
    for (const inner of element.querySelectorAll('*')) if (isShown(inner)) return false;
    return true;
  }

  function escapeText(text: string): string {
    return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;');
  }

  function escapeAttribute(text: string): string {
    return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('\u00a0', '&nbsp;');
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
