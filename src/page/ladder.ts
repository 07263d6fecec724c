import { type Article, readArticle } from './article.js';
import { mainContainer, proseWords } from './container.js';
import type { ExtractionSummary } from './page.js';
import { countWords, visibleText } from './visible-text.js';

/** Readability is believed unless the container holds this many times its prose. */
const CONTAINER_ADVANTAGE = 1.6;
/** A container with fewer of the page's visible words than this is not the content. */
const MIN_COVERAGE = 0.05;
const MIN_WORDS = 25;

/** What was chosen from a document. */
export interface Content {
  readonly html: string;
  readonly text: string;
  readonly extraction: ExtractionSummary;
  readonly article?: Article;
}

/**
 * Chooses the content of a pruned document: Readability's, judged by the words that the page's main container holds; else
 * the container; else everything visible. `none` when the page shows no words and no images at all.
 */
export function chooseContent(document: Document, scope: 'main' | 'full'): Content {
  const visibleWords = countWords(visibleText(document.body));
  const whole = { html: document.body.innerHTML, text: visibleText(document.body) };
  const hasImages = document.body.getElementsByTagName('img').length > 0;
  const rungOf = (rung: ExtractionSummary['rung'], text: string): ExtractionSummary => {
    return { rung, coverage: visibleWords === 0 ? 0 : Math.min(1, round(countWords(text) / visibleWords)) };
  };
  if (visibleWords === 0 && !hasImages) return { ...whole, extraction: rungOf('none', '') };
  if (scope === 'full') return { ...whole, extraction: rungOf('full', whole.text) };

  const container = mainContainer(document);
  const article = readArticle(document);
  const containerText = visibleText(container);
  if (article !== undefined && isEnough(article.content, container)) {
    const text = visibleText(article.content);
    return { html: article.content.innerHTML, text, extraction: rungOf('readability', text), article };
  }
  const containerWords = countWords(containerText);
  if (containerWords >= Math.min(visibleWords, MIN_WORDS) && containerWords >= visibleWords * MIN_COVERAGE) {
    return { html: container.innerHTML, text: containerText, extraction: rungOf('container', containerText) };
  }
  return { ...whole, extraction: rungOf('visible-text', whole.text) };
}

function isEnough(article: Element, container: Element): boolean {
  const kept = countWords(visibleText(article));
  return kept > 0 && proseWords(article) * CONTAINER_ADVANTAGE >= proseWords(container);
}

function round(share: number): number {
  return Math.round(share * 1_000) / 1_000;
}
