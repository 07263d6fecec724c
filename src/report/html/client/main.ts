// Stands in the report itself, so it imports nothing but types. What it shows is hostile text: it is put into text nodes,
// and into nothing else.
import type { PageData, PageDetail, ReportData } from './report-data.js';

type Column = 'url' | 'status' | 'depth' | 'ms' | 'words' | 'linksIn' | 'findings';

/** Rows that are shown before more are asked for. */
const WINDOW = 100;
/** Links of a page that are listed when it is opened. */
const LINKS = 50;

const data: ReportData = JSON.parse(byId('data').textContent ?? '');
const body = byId('page-rows');
const state = {
  ...{ text: '', only: 'all', status: '', depth: '' },
  column: undefined as Column | undefined,
  isDown: false,
  shown: WINDOW,
};

function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the report has no ${id}`);
  return element;
}

function element(tag: string, text?: string, className?: string): HTMLElement {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (className !== undefined) made.className = className;
  return made;
}

/** A page's own words, which must not turn the text around them. */
function foreign(text: string): HTMLElement {
  const made = element('bdi', text);
  made.dir = 'auto';
  return made;
}

function addressOf(url: string): HTMLElement {
  const address = element('span', undefined, 'address');
  const link = document.createElement('a');
  // Nothing but the web: an address may be anything else that a page made up.
  if (/^https?:\/\//i.test(url)) link.href = url;
  link.rel = 'noopener noreferrer';
  link.append(foreign(url));
  address.append(link);
  return address;
}

// The table.

function isWanted(page: PageData): boolean {
  const { text, only, status, depth } = state;
  if (only === 'findings' && page.findings === 0) return false;
  if (only === 'rendered' && !page.rendered) return false;
  if (status !== '' && page.status !== Number(status)) return false;
  if (depth !== '' && page.depth !== Number(depth)) return false;
  return text === '' || `${page.url}\n${page.title}`.toLowerCase().includes(text.toLowerCase());
}

function matching(): number[] {
  const found = [...data.pages.entries()].filter(([, page]) => isWanted(page));
  const { column, isDown } = state;
  if (column !== undefined) {
    const sign = isDown ? -1 : 1;
    found.sort(([one, first], [other, second]) => {
      const [a, b] = [first[column] ?? -1, second[column] ?? -1];
      return (a < b ? -1 : a > b ? 1 : one - other) * sign;
    });
  }
  return found.map(([place]) => place);
}

function show(): void {
  const places = matching();
  body.replaceChildren(...places.slice(0, state.shown).map(rowOf));
  const left = Math.max(0, places.length - state.shown);
  byId('page-count').textContent = `${places.length} of ${data.total} pages`;
  const more = byId('more');
  more.hidden = left === 0;
  more.textContent = `Show ${Math.min(left, WINDOW)} more of ${left}`;
}

function rowOf(place: number): HTMLElement {
  const page = data.pages[place];
  const row = element('tr');
  if (page === undefined) return row;
  const name = element('th');
  name.setAttribute('scope', 'row');
  const open = element('button', undefined, 'page');
  open.append(foreign(page.title || page.url));
  open.addEventListener('click', () => openDetail(place));
  name.append(open, addressOf(page.url));
  const figures = [page.status, page.depth, page.ms ?? '', page.words, page.linksIn, page.findings || ''];
  row.append(name, ...figures.map((figure) => element('td', String(figure))));
  return row;
}

function sortBy(header: HTMLElement): void {
  const column = header.dataset['column'] as Column;
  state.isDown = state.column === column ? !state.isDown : column !== 'url';
  state.column = column;
  for (const other of document.querySelectorAll('th[data-column]')) other.removeAttribute('aria-sort');
  header.setAttribute('aria-sort', state.isDown ? 'descending' : 'ascending');
  show();
}

for (const header of document.querySelectorAll<HTMLElement>('th[data-column]')) {
  const button = element('button', header.textContent ?? '');
  button.addEventListener('click', () => sortBy(header));
  header.replaceChildren(button);
}
for (const name of ['only', 'status', 'depth'] as const) choose(name, name);
choose('filter', 'text');
byId('more').addEventListener('click', () => {
  state.shown += WINDOW;
  show();
});

function choose(id: string, name: 'text' | 'only' | 'status' | 'depth'): void {
  byId(id).addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    state[name] = target.value;
    state.shown = WINDOW;
    show();
  });
}

// One page.

function openDetail(place: number): void {
  const page = data.pages[place];
  const dialog = byId('detail');
  if (page === undefined || !(dialog instanceof HTMLDialogElement)) return;
  const title = element('h2');
  title.id = 'detail-title';
  title.append(foreign(page.title || page.url));
  byId('detail-body').replaceChildren(title, addressOf(page.url), facts(page), ...partsOf(page), ...linksOf(place));
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}

function facts(page: PageData): HTMLElement {
  const { detail } = page;
  const list = element('dl');
  const add = (name: string, text: string | number | undefined): void => {
    if (text === undefined || text === '') return;
    const said = element('dd');
    said.append(foreign(String(text)));
    list.append(element('dt', name), said);
  };
  add('Status', page.status);
  add('Depth', page.depth);
  add('Took', page.ms === undefined ? undefined : `${page.ms} ms`);
  add('Read', page.rendered ? 'in a browser' : 'over plain HTTP');
  add('Words', page.words);
  add('Words without JavaScript', detail?.serverWords);
  add('Links out', detail?.linksOut);
  add('Found on', detail?.from);
  add('Says nearly the same as', detail?.nearDuplicateOf);
  add('Description', detail?.description);
  add('File', detail?.file);
  return list;
}

function partsOf({ detail }: PageData): HTMLElement[] {
  if (detail === undefined)
    return [element('p', 'Its findings, images and text are in report.json (--report json).', 'note')];
  const text = element('pre');
  text.append(foreign(detail.preview));
  return [
    ...listOf(
      'Findings',
      detail.findings.map(({ kind, severity, message }) => `${kind} (${severity}): ${message}`),
    ),
    ...listOf('Redirects', detail.redirects),
    ...imagesOf(detail),
    element('h3', 'Beginning of its text'),
    text,
  ];
}

function imagesOf({ images, imageCount }: PageDetail): HTMLElement[] {
  const lines = images.map(({ url, alt }) => `${alt || 'no alternative text'}: ${url}`);
  return listOf(`Images (${imageCount})`, lines, imageCount);
}

/** Links between this page and the others, as far as the report has them. */
function linksOf(place: number): HTMLElement[] {
  const linkers = data.edges.filter(([, to]) => to === place).map(([from]) => from);
  const targets = data.edges.filter(([from]) => from === place).map(([, to]) => to);
  const count = data.pages[place]?.linksIn ?? linkers.length;
  return [
    ...pagesOf(`Linked from (${count})`, linkers, count),
    ...pagesOf(`Links to (${targets.length} of this crawl)`, targets, targets.length),
  ];
}

function pagesOf(title: string, places: readonly number[], count: number): HTMLElement[] {
  const buttons = places.slice(0, LINKS).map((place) => {
    const open = element('button');
    open.append(foreign(data.pages[place]?.url ?? ''));
    open.addEventListener('click', () => openDetail(place));
    return open;
  });
  return listOf(title, buttons, count);
}

/** The lines that are there, of `count` that there are. */
function listOf(title: string, lines: readonly (string | HTMLElement)[], count = lines.length): HTMLElement[] {
  if (count === 0) return [];
  const list = element('ul');
  for (const line of lines) {
    const item = element('li');
    item.append(typeof line === 'string' ? foreign(line) : line);
    list.append(item);
  }
  if (count > lines.length) list.append(element('li', `and ${count - lines.length} more`));
  return [element('h3', title), list];
}

byId('close-detail').addEventListener('click', () => {
  const dialog = byId('detail');
  if (dialog instanceof HTMLDialogElement) dialog.close();
});

// The graph: a page's own links stand out while it is pointed at or has the focus, and it opens by a click or Enter. It is one
// stop of the Tab key, within which arrows go from page to page.

const nodes = [...document.querySelectorAll<SVGCircleElement>('.graph [data-place]')];

function mark(node: SVGElement, isOn: boolean): void {
  const place = CSS.escape(node.dataset['place'] ?? '');
  for (const edge of document.querySelectorAll(`.graph [data-from="${place}"], .graph [data-to="${place}"]`))
    edge.classList.toggle('on', isOn);
}

/** The nearest node to the side of another: of its row for left and right, of the next row for up and down. */
function neighbour(node: SVGCircleElement, key: string): SVGCircleElement | undefined {
  const row = Number(node.dataset['row']);
  const at = node.cx.baseVal.value;
  const isAside = key === 'ArrowLeft' || key === 'ArrowRight';
  const wantedRow = isAside ? row : row + (key === 'ArrowDown' ? 1 : -1);
  const isThere = (other: SVGCircleElement): boolean => {
    if (Number(other.dataset['row']) !== wantedRow) return false;
    const x = other.cx.baseVal.value;
    return !isAside || (key === 'ArrowRight' ? x > at : x < at);
  };
  const distance = (other: SVGCircleElement) => Math.abs(other.cx.baseVal.value - at);
  return nodes.filter(isThere).sort((one, other) => distance(one) - distance(other))[0];
}

function press(node: SVGCircleElement, event: KeyboardEvent): void {
  if (event.key === 'Enter' || event.key === ' ') openDetail(Number(node.dataset['place']));
  else if (event.key.startsWith('Arrow')) {
    const next = neighbour(node, event.key);
    node.tabIndex = next === undefined ? 0 : -1;
    if (next !== undefined) next.tabIndex = 0;
    next?.focus();
  } else return;
  event.preventDefault();
}

for (const [at, node] of nodes.entries()) {
  node.tabIndex = at === 0 ? 0 : -1;
  node.setAttribute('role', 'button');
  node.addEventListener('pointerenter', () => mark(node, true));
  node.addEventListener('pointerleave', () => mark(node, false));
  node.addEventListener('focus', () => mark(node, true));
  node.addEventListener('blur', () => mark(node, false));
  node.addEventListener('click', () => openDetail(Number(node.dataset['place'])));
  node.addEventListener('keydown', (event) => press(node, event));
}

// Paper shows what is folded away on a screen.

let folded: HTMLDetailsElement[] = [];
addEventListener('beforeprint', () => {
  folded = [...document.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
  for (const part of folded) part.open = true;
});
addEventListener('afterprint', () => {
  for (const part of folded) part.open = false;
});

byId('pages').classList.add('live');
show();
