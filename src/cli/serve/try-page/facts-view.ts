import { linkView } from './markdown-view.js';
import { count, milliseconds, readable } from './readable.js';
import type { TryResult } from './try-result.js';
import { card, listOrNone, make } from './views.js';

type Fact = readonly [name: string, value: string | number | undefined];

/** All that is known of a reading beside the text: what was waited for, kept, refused, found. */
export function factsView(result: TryResult): HTMLElement {
  const { page } = result;
  const cards = [
    card('Warnings', listOrNone((page.warnings ?? []).map(lineOf), 'None.')),
    card('Refused by the guard', refusals(result)),
    card('Readiness', facts(readinessFacts(result))),
    card('Extraction', facts(extractionFacts(result)), ...dropped(result)),
    card('Metadata', facts(metadataFacts(result))),
    card(titleOf('Images', result.images), images(result)),
    card(titleOf('Links', result.links), links(result)),
  ];
  const { screenshot } = page;
  if (screenshot !== undefined) {
    const src = `data:${screenshot.mediaType};base64,${screenshot.base64}`;
    const picture = make('img', { class: 'shot', src, alt: 'The page as the browser showed it' });
    cards.push(card('Picture', make('div', { class: 'shot-frame', tabindex: '0' }, picture)));
  }
  return make('div', { class: 'facts' }, ...cards);
}

function titleOf(what: string, number: number): string {
  return number === 0 ? what : `${what} (${number.toLocaleString('en')})`;
}

function lineOf(text: string): HTMLElement {
  return make('li', {}, make('bdi', {}, readable(text, 1_000)));
}

function facts(pairs: readonly Fact[]): HTMLElement {
  const known = pairs.flatMap(([name, value]) =>
    value === undefined || value === ''
      ? []
      : [make('dt', {}, name), make('dd', {}, make('bdi', {}, readable(String(value))))],
  );
  return known.length === 0 ? make('p', { class: 'none' }, 'Nothing is known.') : make('dl', {}, ...known);
}

function refusals({ page }: TryResult): HTMLElement {
  const items = (page.refusals ?? [])
    .slice(0, 200)
    .map(({ url, code, reason }) =>
      make('li', {}, make('span', { class: 'tag' }, code), ` ${reason} `, make('code', {}, readable(url, 200))),
    );
  return listOrNone(items, 'Nothing: all that the page asked for was let through.');
}

function readinessFacts({ page }: TryResult): Fact[] {
  const { readiness, rendered } = page;
  return [
    ['Read', rendered ? 'in a browser' : 'over plain HTTP'],
    ['Verdict', readiness?.reason ?? (rendered ? undefined : 'the answer was there')],
    ['Still pending', readiness?.pending.join('; ')],
    ['After', readiness === undefined ? undefined : milliseconds(readiness.elapsedMs)],
    ['Page’s own clock', readiness?.virtualMs === undefined ? undefined : milliseconds(readiness.virtualMs)],
    ['Growth of text', readiness?.growth?.slice(-12).join(' → ')],
    [
      'Scrolled',
      readiness?.scrolled && `${count(readiness.scrolled.screens, 'screen')}, ${readiness.scrolled.stoppedBy}`,
    ],
    ['Failure', readiness?.failure],
  ];
}

function extractionFacts({ page, chars, tokens }: TryResult): Fact[] {
  const { extraction } = page;
  return [
    ['Kind of page', extraction?.kind],
    ['Won by', extraction?.rung],
    [
      'Coverage',
      extraction === undefined ? undefined : `${Math.round(extraction.coverage * 100)} % of the visible words`,
    ],
    ['From', extraction?.from],
    ['Length', count(chars, 'character')],
    ['About', count(tokens, 'token')],
  ];
}

function dropped({ page }: TryResult): HTMLElement[] {
  const parts = page.extraction?.dropped ?? [];
  if (parts.length === 0) return [];
  const items = parts.map(({ heading = 'without a heading', words }) =>
    make('li', {}, make('bdi', {}, readable(heading, 120)), ` (${count(words, 'word')})`),
  );
  return [make('p', { class: 'note' }, 'Left out:'), listOrNone(items, '')];
}

function metadataFacts({ page }: TryResult): Fact[] {
  const { metadata = {}, requestedUrl, url, redirects = [] } = page;
  return [
    ['Title', page.title],
    ['By', metadata.byline],
    ['Site', metadata.siteName],
    ['Published', metadata.publishedTime],
    ['Modified', metadata.modifiedTime],
    ['Language', metadata.language],
    ['Description', metadata.description],
    ['Canonical', metadata.canonicalUrl],
    ['Asked for', requestedUrl === url ? undefined : requestedUrl],
    ['Redirects', redirects.length === 0 ? undefined : redirects.length],
    ['Media type', page.mediaType],
  ];
}

/** Their addresses as text, to be copied; {@link linkView} would be a step to what nobody has judged. */
function images({ page, images: total }: TryResult): HTMLElement {
  const items = (page.images ?? []).map(({ url, alt }) =>
    make(
      'li',
      {},
      make('bdi', {}, readable(alt === '' ? 'no description' : alt, 200)),
      ' ',
      make('code', {}, readable(url, 300)),
    ),
  );
  const why = 'Not loaded here: this browser would go to addresses that the guard has not judged.';
  return make('div', {}, listOrNone(items, 'None.'), ...(total === 0 ? [] : [make('p', { class: 'note' }, why)]));
}

function links({ page }: TryResult): HTMLElement {
  const items = (page.links ?? []).map(({ url, text }) =>
    make('li', {}, linkView(url, make('bdi', {}, readable(text === '' ? url : text, 160)))),
  );
  return listOrNone(items, 'None.');
}
