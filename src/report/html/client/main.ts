// Stands in the report itself, so it imports nothing but types. What it shows is hostile text: it is put into text nodes,
// and into nothing else.
import type { PageData, ReportData } from './report-data.js';

type Column = 'url' | 'status' | 'depth' | 'ms' | 'words' | 'linksIn' | 'findings';

/** Rows that are shown before more are asked for. */
const WINDOW = 100;

const data: ReportData = JSON.parse(byId('data').textContent ?? '');
const body = byId('page-rows');
const state = { text: '', only: 'all', column: undefined as Column | undefined, isDown: false, shown: WINDOW };

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

function value(page: PageData, column: Column): string | number {
  if (column === 'findings') return page.findings.length;
  return page[column] ?? -1;
}

function matching(): number[] {
  const text = state.text.toLowerCase();
  const found = [...data.pages.keys()].filter((place) => {
    const page = data.pages[place];
    if (page === undefined) return false;
    if (state.only === 'findings' && page.findings.length === 0) return false;
    if (state.only === 'rendered' && !page.rendered) return false;
    return text === '' || `${page.url}\n${page.title}`.toLowerCase().includes(text);
  });
  const { column, isDown } = state;
  if (column === undefined) return found;
  const sign = isDown ? -1 : 1;
  return found.sort((one, other) => {
    const [first, second] = [data.pages[one], data.pages[other]];
    if (first === undefined || second === undefined) return 0;
    const [a, b] = [value(first, column), value(second, column)];
    return (a < b ? -1 : a > b ? 1 : one - other) * sign;
  });
}

function show(): void {
  const places = matching();
  body.replaceChildren(...places.slice(0, state.shown).map(rowOf));
  const left = Math.max(0, places.length - state.shown);
  byId('page-count').textContent = `${places.length} of ${data.pages.length} pages`;
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
  open.addEventListener('click', () => detail(place));
  const address = element('span', undefined, 'address');
  address.append(foreign(page.url));
  name.append(open, address);
  const figures = [page.status, page.depth, page.ms ?? '', page.words, page.linksIn, page.findings.length || ''];
  row.append(name, ...figures.map((figure) => element('td', String(figure))));
  return row;
}

function detail(place: number): void {
  const page = data.pages[place];
  if (page === undefined) return;
  const linkers = data.edges.filter(([, to]) => to === place).map(([from]) => data.pages[from]?.url ?? '');
  const title = element('h2');
  title.append(foreign(page.title || page.url));
  byId('detail-body').replaceChildren(
    title,
    addressOf(page.url),
    facts(page),
    ...listOf(
      'Findings',
      page.findings.map((at) => findingText(at)),
    ),
    ...listOf('Redirects', page.redirects),
    ...listOf(`Linked from (${page.linksIn})`, linkers.slice(0, 50)),
    ...listOf(
      `Images (${page.images.length})`,
      page.images.map(({ url, alt }) => `${alt || 'no text'}: ${url}`),
    ),
    element('h3', 'Beginning of its text'),
    preview(page.preview),
  );
  const dialog = byId('detail');
  if (dialog instanceof HTMLDialogElement) dialog.showModal();
}

function addressOf(url: string): HTMLElement {
  const line = element('p', undefined, 'address');
  const link = document.createElement('a');
  // Nothing but the web: an address may be anything else that a page made up.
  if (/^https?:\/\//.test(url)) link.href = url;
  link.rel = 'noopener noreferrer';
  link.append(foreign(url));
  line.append(link);
  return line;
}

function facts(page: PageData): HTMLElement {
  const list = element('dl');
  const add = (name: string, text: string | number | undefined): void => {
    if (text === undefined || text === '') return;
    const said = element('dd');
    said.append(foreign(String(text)));
    list.append(element('dt', name), said);
  };
  add('Status', page.status);
  add('Clicks from the start', page.depth);
  add('Took', page.ms === undefined ? undefined : `${page.ms} ms`);
  add('Read', page.rendered ? 'in a browser' : 'over plain HTTP');
  add('Words', page.words);
  add('Words without JavaScript', page.serverWords);
  add('Links out', page.linksOut);
  add('Found on', page.from);
  add('Description', page.description);
  add('File', page.file);
  return list;
}

function findingText(place: number): string {
  const finding = data.findings[place];
  return finding === undefined ? '' : `${finding.kind} (${finding.severity}): ${finding.message}`;
}

function listOf(title: string, lines: readonly string[]): HTMLElement[] {
  if (lines.length === 0) return [];
  const list = element('ul');
  list.append(
    ...lines.map((line) => {
      const item = element('li');
      item.append(foreign(line));
      return item;
    }),
  );
  return [element('h3', title), list];
}

function preview(text: string): HTMLElement {
  const block = element('pre');
  block.append(foreign(text));
  return block;
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
  header.querySelector('button')?.addEventListener('click', () => sortBy(header));
}
byId('filter').addEventListener('input', (event) => {
  state.text = event.target instanceof HTMLInputElement ? event.target.value : '';
  state.shown = WINDOW;
  show();
});
byId('only').addEventListener('change', (event) => {
  state.only = event.target instanceof HTMLSelectElement ? event.target.value : 'all';
  state.shown = WINDOW;
  show();
});
byId('more').addEventListener('click', () => {
  state.shown += WINDOW;
  show();
});
byId('close-detail').addEventListener('click', () => {
  const dialog = byId('detail');
  if (dialog instanceof HTMLDialogElement) dialog.close();
});
// The graph: a page's own links stand out while it is pointed at, and it opens by a click.
for (const node of document.querySelectorAll<SVGElement>('.graph [data-place]')) {
  const place = node.dataset['place'] ?? '';
  const mark = (isOn: boolean) => (): void => {
    for (const edge of document.querySelectorAll(
      `.graph [data-from="${CSS.escape(place)}"], .graph [data-to="${CSS.escape(place)}"]`,
    ))
      edge.classList.toggle('on', isOn);
  };
  node.addEventListener('pointerenter', mark(true));
  node.addEventListener('pointerleave', mark(false));
  node.addEventListener('click', () => detail(Number(place)));
}
byId('pages').classList.add('live');
show();
