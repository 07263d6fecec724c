import { resolveWebUrl } from '../page/base-url.js';
import type { ContentOptions } from '../page/content-options.js';
import { readHydrationState } from '../page/hydration-state.js';
import { htmlOfJsonLd } from '../page/json-ld-content.js';
import type { Extraction, PageMetadata } from '../page/page.js';
import { contentOfState, type StateContent } from '../page/state-content.js';
import { countWords } from '../page/visible-text.js';

/** Reads other HTML of the same page in the same way, but for what is named. */
export type Extract = (html: string, narrowed?: ContentOptions) => Promise<Extraction>;

/** Where else the text of a page may be. */
export interface OtherSources extends ContentOptions {
  readonly html: string;
  readonly rendered?: boolean;
  readonly failure?: string | undefined;
  readonly sent?: string | undefined;
  readonly url?: string | undefined;
}

/** A document with fewer words is a shell, if its data has so many. */
const SHELL_WORDS = 10;
const DATA_WORDS = 25;
const DATA_TAKEN =
  'The document shows hardly any text: this is what the data for its scripts holds. A browser would show the page.';
/** Another source is taken in the place of a spoilt page when it has so many words more. */
const MORE_WORDS = 10;

/**
 * The fullest text of a page: as a rule its document's. Of a page that its own program has spoilt, that of the HTML as the
 * server sent it, or of the data that the page carries, whichever has more; and that data too where a document that was not
 * rendered is but a shell. Says so in `extraction.from` and in a warning. Facts that the document does not state are taken
 * from the data in any case.
 */
export async function fullestReading(shown: Extraction, source: OtherSources, extract: Extract): Promise<Extraction> {
  const { html, rendered, failure, sent } = source;
  const state = readHydrationState(sent ?? html);
  const content = state === undefined ? {} : contentOfState(state.values);
  const stated = withFacts(shown, content, source.url);
  const isNarrowed = (source.include ?? []).length + (source.exclude ?? []).length > 0;
  const words = countWords(shown.text);
  if (failure === undefined && (rendered || isNarrowed || words >= SHELL_WORDS)) return stated;

  const data = [state?.html, content.html, htmlOfJsonLd(shown.metadata.jsonLd ?? [])];
  const other = [
    ...(sent === undefined ? [] : [from('server-html', await extract(sent))]),
    ...(isNarrowed ? [] : await Promise.all(data.map((html) => readData(html, extract)))),
  ].filter((reading) => reading !== undefined);
  const fullest = other.reduce<Extraction | undefined>(
    (best, next) => (countWords(next.text) > countWords(best?.text ?? '') ? next : best),
    undefined,
  );
  const wanted = failure === undefined ? DATA_WORDS : words + MORE_WORDS;
  if (fullest !== undefined && countWords(fullest.text) >= wanted) {
    if (failure === undefined) return warned(withData(stated, fullest), DATA_TAKEN);
    const isSent = fullest.extraction.from === 'server-html';
    // What the page calls itself now may be its notice of the failure.
    const own = isSent
      ? withFacts(fullest, content, source.url)
      : { ...fullest, metadata: stated.metadata, links: [...shown.links, ...fullest.links] };
    const title = own.title ?? content.title ?? shown.title;
    const where = isSent ? 'the HTML as the server sent it' : 'the data that the page carries';
    const titled = {
      ...own,
      ...(title === undefined ? {} : { title }),
      warnings: [...shown.warnings, ...own.warnings],
    };
    return warned(titled, `${spoilt(failure)}: this is the text of ${where}.`);
  }
  return failure === undefined ? stated : warned(stated, `${spoilt(failure)}: this is what it shows.`);
}

/** The little that the document shows, and after it what its data says. */
function withData(shown: Extraction, data: Extraction): Extraction {
  const joined = (one: string, other: string): string => (one === '' ? other : `${one}\n\n${other}`);
  return {
    ...shown,
    markdown: joined(shown.markdown, data.markdown),
    text: joined(shown.text, data.text),
    images: [...shown.images, ...data.images],
    links: [...shown.links, ...data.links],
    extraction: data.extraction,
  };
}

async function readData(html: string | undefined, extract: Extract): Promise<Extraction | undefined> {
  if (html === undefined) return undefined;
  return from('page-data', await extract(`<!doctype html><body>${html}`, { content: 'full' }));
}

function from(source: 'server-html' | 'page-data', reading: Extraction): Extraction {
  return { ...reading, extraction: { ...reading.extraction, from: source } };
}

function spoilt(failure: string): string {
  return `The page’s own program failed, since ${failure}`;
}

function withFacts(
  reading: Extraction,
  { title, html: _, imageUrl, ...facts }: StateContent,
  url?: string,
): Extraction {
  const image = resolveWebUrl(imageUrl, url);
  const metadata: PageMetadata = { ...facts, ...(image === undefined ? {} : { imageUrl: image }), ...reading.metadata };
  return { ...(title === undefined ? {} : { title }), ...reading, metadata };
}

function warned(reading: Extraction, warning: string): Extraction {
  return { ...reading, warnings: [...reading.warnings, warning] };
}
