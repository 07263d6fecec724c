import { snapshotDocument } from './snapshot-script.js';

/** What {@link rowCollector} leaves in its world, for later calls. */
export interface RowCollector {
  /** Looks at the rows that are there now. Returns how many characters of rows are kept in all. */
  collect(): number;
  /** Puts the rows of lists that threw rows away in the place of what such a list holds now. Returns how many lists it were. */
  finish(): number;
}

/**
 * Collects the rows of lists that keep only those in sight in the document, while somebody scrolls. No list has to be
 * named: it is one when it has let go of a row that it had. Rows are told apart by their index where they have one, else
 * by where they stand and what they say. Runs in a browser page, in our own world; sent there as text.
 */
export function rowCollector(): RowCollector {
  const KEY = 'pagewardCollector';
  const started: RowCollector | undefined = Reflect.get(globalThis, KEY);
  if (started !== undefined) return started;

  /** A list in plain sight, and not the whole of a long page. */
  const ROWS_MIN = 3;
  const ROWS_MAX = 400;
  const LISTS_MAX = 60;
  const MAX_CHARS = 5_000_000;
  /** As near as this a row is where it was. */
  const NEAR_PX = 3;
  const INDEXES = ['aria-rowindex', 'aria-posinset', 'data-index', 'data-item-index', 'data-row-index'];
  interface Row {
    element: Element;
    text: string;
    html: string;
    top: number;
    readonly left: number;
    readonly index: number | undefined;
  }
  const lists = new Map<Element, Row[]>();
  let chars = 0;
  const collector: RowCollector = { collect, finish };
  Reflect.set(globalThis, KEY, collector);
  return collector;

  function collect(): number {
    for (const list of listsInSight()) {
      const rows = lists.get(list) ?? [];
      lists.set(list, rows);
      take(list, rows);
    }
    return chars;
  }

  /** Parents of several elements of one name, in something that scrolls. */
  function listsInSight(): Set<Element> {
    const found = new Set<Element>([...lists.keys()].filter((list) => list.isConnected));
    for (const element of document.querySelectorAll('body *')) {
      if (found.size >= LISTS_MAX) break;
      const { childElementCount: count, firstElementChild: first, lastElementChild: last } = element;
      if (typeof count !== 'number' || count < ROWS_MIN || count > ROWS_MAX) continue;
      const middle = element.children[count >> 1];
      const isAlike = middle?.localName === first?.localName || middle?.localName === last?.localName;
      if (
        isAlike &&
        !/^(?:tr|p|nav|select|svg|head)$/.test(element.localName) &&
        element.closest('svg, nav, pre, p') === null
      )
        found.add(element);
    }
    return found;
  }

  function take(list: Element, rows: Row[]): void {
    const scroller = scrollerOf(list);
    const origin = scroller === undefined ? -scrollY : scroller.getBoundingClientRect().top - scroller.scrollTop;
    const known = new Map(rows.map((row) => [row.element, row]));
    const fresh: Row[] = [];
    for (const element of list.children) {
      const text = element.textContent;
      if (text.trim() === '' && element.querySelector('img') === null) continue;
      const box = element.getBoundingClientRect();
      const top = box.top - origin;
      const row = known.get(element);
      if (row !== undefined && row.text === text) row.top = top;
      else if (row !== undefined && Math.abs(row.top - top) <= NEAR_PX && indexOf(element) === row.index) {
        // Its place-holder was there before it.
        row.text = text;
        fresh.push(row);
      } else {
        const added = rows.find((other) => isSame(other, element, text, top));
        if (added !== undefined) added.element = element;
        else {
          const next: Row = { element, text, html: '', top, left: box.left, index: indexOf(element) };
          if (row !== undefined) row.element = document.createElement('i');
          rows.push(next);
          fresh.push(next);
        }
      }
    }
    writeDown(fresh);
  }

  function isSame(row: Row, element: Element, text: string, top: number): boolean {
    const index = indexOf(element);
    if (index !== undefined && row.index !== undefined) return index === row.index && text === row.text;
    return row.text === text && Math.abs(row.top - top) <= NEAR_PX;
  }

  function writeDown(rows: readonly Row[]): void {
    if (rows.length === 0 || chars > MAX_CHARS) return;
    const parts = rows.map((row) => row.element);
    const written = snapshotDocument({ maxChars: MAX_CHARS, asFrame: false, parts }).html.split('<!--part-->');
    for (const [position, row] of rows.entries()) {
      row.html = written[position] ?? '';
      chars += row.html.length;
    }
  }

  function indexOf(element: Element): number | undefined {
    for (const name of INDEXES) {
      const value = element.getAttribute(name);
      if (value !== null && /^\d+$/.test(value)) return Number(value);
    }
    return undefined;
  }

  function scrollerOf(element: Element): Element | undefined {
    for (
      let around = element.parentElement;
      around !== null && around !== document.body;
      around = around.parentElement
    ) {
      const isTaller = around.scrollHeight > around.clientHeight + 1;
      if (isTaller && /^(?:auto|scroll|overlay)$/.test(getComputedStyle(around).overflowY)) return around;
    }
    return undefined;
  }

  function finish(): number {
    const recycled = [...lists].filter(([list, rows]) => {
      return list.isConnected && rows.some(({ element }) => element.parentNode !== list);
    });
    const written = new WeakMap<Element, string>();
    for (const [list, rows] of recycled) {
      const hasIndex = rows.every((row) => row.index !== undefined);
      rows.sort((one, other) => {
        if (hasIndex) return (one.index ?? 0) - (other.index ?? 0);
        return Math.abs(one.top - other.top) > NEAR_PX ? one.top - other.top : one.left - other.left;
      });
      written.set(list, rows.map((row) => row.html).join(''));
    }
    Reflect.set(globalThis, 'pagewardRows', written);
    Reflect.deleteProperty(globalThis, KEY);
    return recycled.length;
  }
}
