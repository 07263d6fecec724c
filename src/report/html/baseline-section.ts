import type { BaselineDiff } from '../report.js';
import { foreign, html, link, type Markup } from './markup.js';

const SHOWN = 100;

/** What is otherwise than in the baseline. */
export function baselineSection(diff: BaselineDiff | undefined): Markup {
  if (diff === undefined) return html``;
  const { fixed, newPages, vanishedPages, changedTitles, changedWords } = diff;
  const lists = [
    list(
      'Fixed',
      fixed.map(({ url, message }) => html`${link(url)} ${foreign(message)}`),
    ),
    list('New pages', newPages.map(link)),
    list('Pages that are gone', vanishedPages.map(link)),
    list(
      'Titles that changed',
      changedTitles.map(
        ({ url, before = '', after = '' }) =>
          html`${link(url)} <del>${foreign(before)}</del> <ins>${foreign(after)}</ins>`,
      ),
    ),
    list(
      'Pages whose length changed',
      changedWords.map(({ url, before, after }) => html`${link(url)} ${before} → ${after} words`),
    ),
  ].filter((part) => part !== undefined);
  if (lists.length === 0) return html``;
  return html`<section aria-labelledby="baseline-title"><h2 id="baseline-title">Against the baseline</h2>${lists}</section>`;
}

function list(title: string, items: readonly Markup[]): Markup | undefined {
  if (items.length === 0) return undefined;
  const left = items.length - SHOWN;
  const more = left > 0 ? html`<li>and ${left} more</li>` : undefined;
  return html`<details class="kind"><summary>${title} <span class="count">${items.length}</span></summary><ul>${items.slice(0, SHOWN).map((item) => html`<li>${item}</li>`)}${more}</ul></details>`;
}
