import { BLOCK_ELEMENTS } from './elements.js';
import { escapeHtml } from './escape-html.js';
import { parseJson } from './parse-json.js';

const MAX_ROWS = 20_000;
const MAX_NODES = 200_000;
const MAX_DEPTH = 300;
/** A row may be named in any number of places, and is written in each. */
const MAX_CHARS = 8_000_000;
const ROW = /([\da-f]{1,8}):/y;
const TAG = /^[a-z][a-z\d-]*$/;
const KEPT_ATTRIBUTES: readonly string[] = ['href', 'src', 'alt', 'content', 'name', 'property'];
const VOID: ReadonlySet<string> = new Set(['area', 'br', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);
const UNSEEN: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'svg', 'link']);

/**
 * The page that a React Server Components payload describes, as HTML: what `self.__next_f` of Next's app router adds up
 * to. Elements with their text, links and images; of components, whose program is elsewhere, what they were given to show.
 */
export function flightToHtml(payload: string): string {
  const rows = readRows(payload);
  const parts: string[] = [];
  const shown = new Set<string>();
  let left = MAX_NODES;
  let chars = 0;
  render(rows.get('0'), 0);
  // What came later fills the places of components that were waiting, and is named by them alone.
  for (const id of rows.keys()) if (!shown.has(id) && id !== '0') renderRow(id, 0);
  return parts.join('');

  function write(text: string): void {
    chars += text.length;
    if (chars <= MAX_CHARS) parts.push(text);
  }

  function render(node: unknown, depth: number): void {
    left -= 1;
    if (left < 0 || depth > MAX_DEPTH) return;
    if (typeof node === 'string') renderText(node, depth);
    else if (typeof node === 'number') write(String(node));
    else if (Array.isArray(node)) renderArray(node, depth);
    else if (typeof node === 'object' && node !== null) renderProps(node, depth);
  }

  function renderText(text: string, depth: number): void {
    if (!text.startsWith('$')) write(escapeHtml(text));
    else if (text.startsWith('$$')) write(escapeHtml(text.slice(1)));
    else {
      const [, id] = /^\$[L@]?([\da-f]+)$/.exec(text) ?? [];
      if (id !== undefined) renderRow(id, depth);
    }
  }

  function renderRow(id: string, depth: number): void {
    if (shown.has(id)) return;
    shown.add(id);
    const row = rows.get(id);
    // A row of data, which nobody shows as such, belongs to the props of some component.
    if (typeof row === 'string' ? depth > 0 : Array.isArray(row)) render(row, depth + 1);
  }

  function renderArray(node: readonly unknown[], depth: number): void {
    const [sign, type, , props] = node;
    if (sign !== '$' || typeof type !== 'string') {
      for (const child of node) if (typeof child === 'object' || depth > 0) render(child, depth + 1);
    } else if (!TAG.test(type)) renderProps(props, depth);
    else if (!UNSEEN.has(type)) renderElement(type, props, depth);
  }

  function renderElement(tag: string, props: unknown, depth: number): void {
    const given = entriesOf(props);
    const attributes = KEPT_ATTRIBUTES.flatMap((name) => {
      const value = given.get(name);
      return typeof value === 'string' && !value.startsWith('$') ? [` ${name}="${escapeHtml(value)}"`] : [];
    });
    write(`<${tag}${attributes.join('')}>`);
    if (VOID.has(tag)) return;
    renderProps(props, depth);
    write(`</${tag}>${BLOCK_ELEMENTS.has(tag) ? '\n' : ''}`);
  }

  /** Of what a component or an element was given: its children, its markup, and elements under other names. */
  function renderProps(props: unknown, depth: number): void {
    for (const [name, value] of entriesOf(props)) {
      if (name === 'children') render(value, depth + 1);
      else if (name === 'dangerouslySetInnerHTML') renderMarkup(entriesOf(value).get('__html'));
      else if (typeof value === 'object') renderSlots(value, depth + 1);
    }
  }

  function renderMarkup(markup: unknown): void {
    if (typeof markup !== 'string') return;
    const [, id] = /^\$([\da-f]+)$/.exec(markup) ?? [];
    const row = id === undefined ? markup : rows.get(id);
    if (id !== undefined) shown.add(id);
    if (typeof row === 'string') write(row);
  }

  /** Data is no text of the page; elements in it are. */
  function renderSlots(value: unknown, depth: number): void {
    left -= 1;
    if (left < 0 || depth > MAX_DEPTH || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value) && value[0] === '$') render(value, depth);
    else for (const part of Object.values(value)) renderSlots(part, depth + 1);
  }
}

/** The values of a payload that are data rather than elements, for whoever looks for facts in them. */
export function flightData(payload: string): unknown[] {
  return [...readRows(payload).values()];
}

/** Rows by their number: JSON a line, and texts by their length in bytes. Modules, hints and errors are passed over. */
function readRows(payload: string): Map<string, unknown> {
  const rows = new Map<string, unknown>();
  let at = 0;
  while (at < payload.length && rows.size < MAX_ROWS) {
    ROW.lastIndex = at;
    const [head, id] = ROW.exec(payload) ?? [];
    const start = at + (head?.length ?? 0);
    if (id !== undefined && payload[start] === 'T') {
      const comma = payload.indexOf(',', start);
      const length = Number.parseInt(payload.slice(start + 1, comma), 16);
      if (comma < 0 || Number.isNaN(length)) break;
      at = afterBytes(payload, comma + 1, length);
      rows.set(id, payload.slice(comma + 1, at));
      continue;
    }
    const lineEnd = payload.indexOf('\n', start);
    at = lineEnd < 0 ? payload.length : lineEnd + 1;
    const value = id === undefined ? undefined : parseJson(payload.slice(start, at));
    if (id !== undefined && value !== undefined) rows.set(id, value);
  }
  return rows;
}

/** Where so many bytes of UTF-8 end. */
function afterBytes(text: string, start: number, bytes: number): number {
  let at = start;
  for (let left = bytes; left > 0 && at < text.length; ) {
    const code = text.codePointAt(at) ?? 0;
    left -= code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    at += code < 0x10000 ? 1 : 2;
  }
  return at;
}

function entriesOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []);
}
