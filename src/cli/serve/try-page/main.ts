import { factsView } from './facts-view.js';
import { linkView, markdownView } from './markdown-view.js';
import { count, milliseconds, readable } from './readable.js';
import { timingBar } from './timing-bar.js';
import { askedFor, commandFor, findForm, prefill, shareableQuery } from './try-form.js';
import type { TryResult } from './try-result.js';
import { byId, card, make } from './views.js';

const parts = findForm();
const status = byId('status', HTMLElement);
const answer = byId('answer', HTMLElement);
let reading: AbortController | undefined;

prefill(parts, new URLSearchParams(location.search));
if (parts.url.value === '') parts.url.focus();
showCommand();
byId('programs', HTMLElement).hidden = false;
parts.form.addEventListener('input', showCommand);
parts.stop.addEventListener('click', () => reading?.abort());
parts.form.addEventListener('submit', (event) => {
  event.preventDefault();
  void read();
});

function showCommand(): void {
  byId('command', HTMLElement).textContent = commandFor(askedFor(parts), parts.token.value !== '');
}

async function read(): Promise<void> {
  reading?.abort();
  const mine = new AbortController();
  reading = mine;
  const asked = askedFor(parts);
  history.replaceState(null, '', shareableQuery(asked));
  parts.stop.hidden = false;
  answer.hidden = true;
  status.textContent = `Reading ${readable(asked.get('url') ?? '', 120)} …`;
  try {
    const response = await fetch(`/try/read?${asked}`, {
      headers: tokenHeader(),
      signal: mine.signal,
      cache: 'no-store',
    });
    const body: unknown = await response.json();
    // The server that sent this page made it.
    if (response.ok) show(body as TryResult);
    else showProblem(response.status, body as Problem);
  } catch (error) {
    if (reading !== mine) return;
    status.textContent = mine.signal.aborted ? 'Stopped.' : `The server cannot be reached. ${String(error)}`;
  } finally {
    if (reading === mine) parts.stop.hidden = true;
  }
}

interface Problem {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}

function showProblem(statusCode: number, { code, message, hint }: Problem): void {
  if (code === 'UNAUTHORIZED') {
    parts.tokenRow.hidden = false;
    parts.token.focus();
  }
  status.textContent = `Not read: ${code}.`;
  const told = [make('p', {}, make('bdi', {}, readable(message, 1_000)))];
  if (hint !== undefined) told.push(make('p', { class: 'note' }, readable(hint, 1_000)));
  const title = make('h2', {}, `${code} `, make('small', {}, `(answered with ${statusCode})`));
  reveal(make('div', { class: 'problem' }, title, ...told));
}

function show(result: TryResult): void {
  const { page, markdown, tree, waitedMs } = result;
  const total = milliseconds(waitedMs + (page.timing?.totalMs ?? 0));
  status.textContent = `Read in ${total}: ${count(result.chars, 'character')}, about ${count(result.tokens, 'token')}.`;
  const rendered =
    tree === undefined
      ? [make('p', { class: 'none' }, 'This text could not be rendered in time; its source is whole.')]
      : markdownView(tree);
  const source = make('pre', { class: 'source' }, markdown);
  const more = page.nextOffset === undefined ? [] : [card('There is more', moreNote(page.nextOffset, result.chars))];
  reveal(
    head(result),
    make('section', { class: 'card' }, make('h2', {}, 'Time'), timingBar(result)),
    make(
      'div',
      { class: 'panes' },
      pane('Rendered', make('article', { class: 'shown' }, ...rendered)),
      pane('Markdown', source, copyButton(markdown)),
    ),
    ...more,
    factsView(result),
  );
}

function reveal(...views: readonly HTMLElement[]): void {
  answer.replaceChildren(...views);
  answer.hidden = false;
}

function head({ page }: TryResult): HTMLElement {
  const { statusCode, rendered, readiness, refusals = [], warnings = [] } = page;
  const isPartial = readiness?.reason === 'deadline' || page.sizeCapped === true;
  const chips = [
    chip(statusCode < 400 ? 'good' : 'bad', `HTTP ${statusCode}`),
    chip('', rendered ? 'in a browser' : 'plain HTTP'),
    chip(isPartial ? 'warn' : 'good', isPartial ? 'partial' : (readiness?.reason ?? 'complete')),
    chip(refusals.length > 0 ? 'bad' : '', `${refusals.length} refused`),
    chip(warnings.length > 0 ? 'warn' : '', count(warnings.length, 'warning')),
  ];
  const title = make('h2', {}, make('bdi', {}, readable(page.title ?? 'No title')));
  const where = make('p', { class: 'where' }, linkView(page.url, make('bdi', {}, readable(page.url))));
  return make('div', { class: 'head' }, title, where, make('ul', { class: 'chips' }, ...chips));
}

function chip(kind: string, text: string): HTMLElement {
  return make('li', kind === '' ? {} : { class: kind }, text);
}

function pane(title: string, body: HTMLElement, ...tools: readonly HTMLElement[]): HTMLElement {
  const bar = make('div', { class: 'title' }, make('h2', {}, title), ...tools);
  const frame = make('div', { class: 'body', tabindex: '0', role: 'region', 'aria-label': title }, body);
  return make('section', { class: 'pane' }, bar, frame);
}

function copyButton(text: string): HTMLElement {
  const button = make('button', { type: 'button' }, 'Copy');
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(text).then(
      () => (status.textContent = 'The Markdown is on the clipboard.'),
      () => (status.textContent = 'The browser does not let this page copy.'),
    );
  });
  return button;
}

function moreNote(nextOffset: number, chars: number): HTMLElement {
  const text = `Shown up to character ${nextOffset.toLocaleString('en')} of ${chars.toLocaleString('en')}. `;
  const button = make('button', { type: 'button' }, 'Go on');
  button.addEventListener('click', () => {
    const field = parts.form.elements.namedItem('offset');
    if (field instanceof HTMLInputElement) field.value = String(nextOffset);
    void read();
  });
  return make('p', { class: 'none' }, text, button);
}

function tokenHeader(): Record<string, string> {
  const { value } = parts.token;
  return value === '' ? {} : { authorization: `Bearer ${value}` };
}
