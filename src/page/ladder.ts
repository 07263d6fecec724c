import { readArticle } from './article.js';
import { cleanContent, cleanDocument, cleanRepetitions } from './cleaning/clean.js';
import { DroppedParts } from './cleaning/dropped.js';
import type { ContentPlace } from './cleaning/restored-content.js';
import { type Container, isBoilerplate, mainContainer } from './container.js';
import { pageKind, TOLD_SHARE } from './kinds/kind.js';
import { kindContent, takeOut } from './kinds/kind-content.js';
import type { PageKind } from './kinds/page-kind.js';
import { readSigns } from './kinds/page-signs.js';
import type { ExtractionSummary } from './page.js';
import type { PageClaims } from './page-claims.js';
import { headingsOf, lacksHeading, type PageHeading, type PageNames, pageHeading } from './page-heading.js';
import { sizeOf, type TextSize } from './prose.js';
import { visibleText, wordsOf } from './visible-text.js';
import { elementsNamed } from './walk.js';

/** Readability is not believed where the page's own main element holds this many times its prose. */
const PROSE_ADVANTAGE = 1.6;
/** Of documents, whose element is found by its size. */
const DOCUMENT_ADVANTAGE = 1.3;
/** ... or where it keeps less than this share of that element's words, as it does on lists, forums and products. */
const MIN_SHARE_OF_CONTAINER = 0.25;
/** So many words of prose make an article of a page that has a writer or a day, whatever stands around them. */
const TOLD_WORDS = 100;
/** Fewer words than this are hardly a page's content, if the page has more. */
const MIN_WORDS = 25;

/** What was chosen from a document. */
export interface Content {
  readonly html: string;
  /** Elements in the HTML that are not of the content. */
  readonly isLeftOut: (node: Node) => boolean;
  readonly text: string;
  readonly extraction: ExtractionSummary;
}

/** What is wanted, and what is known of the page. */
export interface ContentChoice extends PageNames {
  readonly scope: 'main' | 'full';
  readonly chosenFromWords?: number | undefined;
  readonly claims: PageClaims;
}

interface Candidate extends TextSize {
  /** Written once it is chosen: of a large page it takes as long as all its text. */
  readonly html: () => string;
  readonly isLeftOut: (node: Node) => boolean;
  readonly text: string;
  /** The words of its headings. */
  readonly headings: readonly string[];
  readonly hasTop: boolean;
}

/**
 * Chooses the content of a pruned document by the kind of page that it is. Of an article or a document Readability's, judged by
 * what the page's main container holds; else the container, without what surrounds the content on pages of the kind; else
 * everything visible. The rung is `none` when the page shows no text and no images at all. Of a document narrowed to a
 * selection from `chosenFromWords` words, everything. The page's own heading stands at the top of what was chosen, wherever it
 * stood in the page, unless the title says it already.
 */
export function chooseContent(
  document: Document,
  { scope, chosenFromWords, claims, ...names }: ContentChoice,
): Content {
  const whole = candidateOf(document.body);
  const visibleWords = chosenFromWords ?? whole.words;
  let kind: PageKind | undefined;
  const dropped = new DroppedParts();
  const taken = (rung: ExtractionSummary['rung'], { html, isLeftOut, text, words }: Candidate): Content => {
    const coverage = visibleWords === 0 ? 0 : Math.min(1, Math.round((words / visibleWords) * 1_000) / 1_000);
    const parts = dropped.list();
    return {
      html: html(),
      isLeftOut,
      text,
      extraction: { rung, coverage, ...(kind && { kind }), ...(parts.length > 0 && { dropped: parts }) },
    };
  };
  if (chosenFromWords !== undefined) return taken('selector', whole);
  const isEmpty = whole.text === '' && elementsNamed(document.body, 'img').length === 0;
  if (isEmpty) return taken('none', whole);
  if (scope === 'full') return taken('full', whole);

  const part = mainContainer(document);
  const signs = readSigns(document.body, part.element);
  kind = pageKind(claims, signs);
  // What has a writer or a day is told under its title, which is not said twice; of an app and a document it is a part.
  const isSaid = names.isArticle === true && kind !== 'documentation';
  const headedBy = (heading: PageHeading | undefined, candidate: Candidate): Candidate => {
    if (heading === undefined || (heading.isTitle && isSaid)) return candidate;
    if (!lacksHeading(candidate, heading, whole.text)) return candidate;
    // The plain text stands beside the title, and need not say it again.
    const text = heading.isTitle ? candidate.text : `${heading.text}\n${candidate.text}`;
    return { ...candidate, html: () => heading.html + candidate.html(), text };
  };
  const knownOf = (heading: PageHeading | undefined) => ({
    title: isSaid ? wordsOf(names.givenTitle ?? names.title ?? '') : '',
    heading: isSaid && heading?.isTitle ? wordsOf(heading.text) : '',
    author: wordsOf(names.author ?? ''),
    siteName: wordsOf(names.siteName ?? ''),
    isArticle: kind !== 'documentation' && ((names.isArticle ?? false) || signs.toldShare >= TOLD_SHARE),
    isDocument: kind === 'documentation',
  });
  const isTold = names.isArticle === true && (kind === 'listing' || kind === 'service') && tellsMuch(document, part);
  if (isTold) kind = 'article';
  const other = kindContent(kind, document.body, part, signs, claims);
  if (other !== undefined) {
    const { words } = candidateOf(other.element, other.isLeftOut);
    if (words >= Math.min(whole.words, MIN_WORDS)) {
      const top = pageHeading(document, part, names);
      takeOut(other, dropped);
      if (kind === 'service' || kind === 'product')
        cleanContent(other.element, { ...knownOf(top), isArticle: false }, dropped);
      else cleanRepetitions(other.element, kind === 'forum', dropped);
      return taken('container', headedBy(top, candidateOf(other.element)));
    }
  }
  cleanDocument(document.body, dropped);
  const main = mainContainer(document);
  const container = candidateOf(main.element, isBoilerplate);
  const isSmall = container.words < Math.min(whole.words, MIN_WORDS);
  const visible = isSmall ? taken('visible-text', whole) : undefined;
  const heading = pageHeading(document, main, names);
  const known = knownOf(heading);
  const headed = (candidate: Candidate): Candidate => headedBy(heading, candidate);
  const article = readArticle(document, main.isNamed ? main.element : undefined);
  const isDocument = kind === 'documentation' && !isSmall;
  if (
    article !== undefined &&
    !(isDocument && standsWhole(main, container, article)) &&
    isBelievable(article, container, main.isNamed) &&
    (names.isArticle === true || !isScant(article, container))
  ) {
    const content = article.take();
    cleanContent(content, known, dropped);
    return taken('readability', headed(candidateOf(content)));
  }
  if (visible !== undefined) return visible;
  cleanContent(main.element, known, dropped);
  return taken('container', headed(candidateOf(main.element, isBoilerplate)));
}

/** Whether Readability finds paragraphs of an article, on a page that has a writer or a day and looks like a list. */
function tellsMuch(document: Document, main: Container): boolean {
  const article = readArticle(document);
  if (article === undefined || article.proseWords < TOLD_WORDS) return false;
  return isBelievable(article, candidateOf(main.element, isBoilerplate), main.isNamed);
}

/** Of what explains how something is used, code, tables and lists are as much as prose: it stands whole in its element. */
function standsWhole(main: Container, container: Candidate, article: ContentPlace): boolean {
  return main.isNamed || container.proseWords > article.proseWords * DOCUMENT_ADVANTAGE;
}

function isBelievable(main: ContentPlace, container: Candidate, isNamed: boolean): boolean {
  if (main.words < MIN_WORDS && container.words > main.words) return false;
  if (!isNamed) return true;
  // The container has all the prose and less beside it, where Readability gave up and kept the whole page.
  if (main.words > container.words && main.proseWords <= container.proseWords) return false;
  if (isScant(main, container)) return false;
  return container.proseWords <= main.proseWords * PROSE_ADVANTAGE;
}

/** Around the text of an article a page may have any number of words; one that nobody signed or dated may be all text. */
function isScant(main: ContentPlace, container: Candidate): boolean {
  return main.words < container.words * MIN_SHARE_OF_CONTAINER;
}

/** As a string and not as a copy: a second tree of a large page does not fit beside the first. */
function candidateOf(element: Element, isLeftOut: (node: Node) => boolean = () => false): Candidate {
  const text = visibleText(element, isLeftOut);
  return { html: () => element.innerHTML, isLeftOut, text, ...sizeOf(text), ...headingsOf(element, isLeftOut) };
}
