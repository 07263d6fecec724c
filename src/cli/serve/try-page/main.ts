import { answerView } from './answer-view.js';
import { count, milliseconds, readable } from './readable.js';
import { askedFor, commandFor, findForm, prefill, shareableQuery } from './try-form.js';
import type { TryResult } from './try-result.js';
import { byId, make } from './views.js';

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
  const { page, chars, tokens, waitedMs } = result;
  const total = milliseconds(waitedMs + (page.timing?.totalMs ?? 0));
  status.textContent = `Read in ${total}: ${count(chars, 'character')}, about ${count(tokens, 'token')}.`;
  reveal(...answerView(result, { copy, goOn }));
}

function copy(text: string): void {
  navigator.clipboard.writeText(text).then(
    () => (status.textContent = 'The Markdown is on the clipboard.'),
    () => (status.textContent = 'The browser does not let this page copy.'),
  );
}

function goOn(offset: number): void {
  const field = parts.form.elements.namedItem('offset');
  if (field instanceof HTMLInputElement) field.value = String(offset);
  void read();
}

function reveal(...views: readonly HTMLElement[]): void {
  answer.replaceChildren(...views);
  answer.hidden = false;
}

function tokenHeader(): Record<string, string> {
  const { value } = parts.token;
  return value === '' ? {} : { authorization: `Bearer ${value}` };
}
