import { factsView } from './facts-view.js';
import { linkView, markdownView } from './markdown-view.js';
import { count, readable, readableSource } from './readable.js';
import { timingBar } from './timing-bar.js';
import type { TryResult } from './try-result.js';
import { card, make } from './views.js';

/** What the answer's buttons do. */
export interface AnswerActions {
  copy(text: string): void;
  goOn(offset: number): void;
}

/** A page that was read: what it is, where the time went, its text in both forms, and all the rest. */
export function answerView(result: TryResult, actions: AnswerActions): HTMLElement[] {
  const { page, markdown, tree, chars } = result;
  const rendered =
    tree === undefined
      ? [make('p', { class: 'none' }, 'This text could not be rendered in time; its source is whole.')]
      : markdownView(tree);
  const source = make('pre', { class: 'source' }, readableSource(markdown));
  const copy = button('Copy', () => actions.copy(markdown));
  return [
    head(result),
    card('Time', timingBar(result)),
    make(
      'div',
      { class: 'panes' },
      pane('Rendered', make('article', { class: 'shown' }, ...rendered)),
      pane('Markdown', source, copy),
    ),
    ...(page.nextOffset === undefined ? [] : [rest(page.nextOffset, chars, actions)]),
    factsView(result),
  ];
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

function rest(nextOffset: number, chars: number, actions: AnswerActions): HTMLElement {
  const text = `Shown up to character ${nextOffset.toLocaleString('en')} of ${chars.toLocaleString('en')}. `;
  const goOn = button('Go on', () => actions.goOn(nextOffset));
  return card('There is more', make('p', { class: 'none' }, text, goOn));
}

function button(text: string, act: () => void): HTMLElement {
  const element = make('button', { type: 'button' }, text);
  element.addEventListener('click', act);
  return element;
}
