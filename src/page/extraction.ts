import { baseUrlOf } from './base-url.js';
import { markBlankBlocks } from './blank-blocks.js';
import { markCodeBlocks } from './code-blocks.js';
import type { ContentOptions } from './content-options.js';
import { extractRows } from './extract-rows.js';
import { collectImages, resolveImages } from './images.js';
import { chooseContent } from './ladder.js';
import { leftOutWarnings } from './left-out.js';
import { nameLinks } from './link-names.js';
import { collectLinks, resolveLinks } from './links.js';
import { type MarkdownOptions, toMarkdown } from './markdown.js';
import { linkMedia } from './media.js';
import { readFacts } from './metadata.js';
import type { Extraction } from './page.js';
import { readClaims } from './page-claims.js';
import { documentTitle } from './page-title.js';
import { pruneDocument, unwrapShadowTemplates } from './prune.js';
import { removeRepeatedImages } from './repeated-images.js';
import { revealParts } from './revealed-parts.js';
import { narrowDocument } from './selection.js';
import { standardize } from './standardize.js';
import { placeStreamedContent } from './streamed-content.js';
import { unfoldParts } from './unfold.js';
import { showUnscripted } from './unscripted.js';
import { removeUnseen } from './unseen-parts.js';
import { elementsNamed } from './walk.js';

/** All that is taken from a document, its content still as HTML. Holds no part of the document. */
export type ExtractionDraft = Omit<Extraction, 'markdown'> & {
  readonly html: string;
  readonly writing: MarkdownOptions;
};

/**
 * Reads a document: main content (or, with `full`, everything visible), and what the page says about itself. Pure DOM work,
 * in a browser page as in Node; takes the document apart. Title and metadata are always those of the whole document;
 * everything else is of what `include` and `exclude` leave of it. Finish with {@link writeExtraction}.
 *
 * @throws UsageError `INVALID_OPTION` for a selector that the DOM does not know.
 */
export function draftExtraction(document: Document, options: ContentOptions & { url?: string } = {}): ExtractionDraft {
  const base = baseUrlOf(document, options.url);
  const claims = readClaims(document);
  const { title, metadata } = readFacts(document, base, claims);
  unwrapShadowTemplates(document.body);
  placeStreamedContent(document);
  unfoldParts(document);
  const revealed = revealParts(document);
  showUnscripted(document);
  const rows = options.extract && extractRows(document, options.extract, base);
  const selection = narrowDocument(document, options);
  const images = collectImages(document, base);
  const links = collectLinks(document, base);
  for (const element of elementsNamed(document, 'base')) element.remove();
  standardize(document, base);
  const leftOut = removeUnseen(document);
  nameLinks(document.body);
  if (options.content === 'full') markBlankBlocks(document);
  pruneDocument(document);
  linkMedia(document, base);
  resolveLinks(document, base);
  resolveImages(document, base);
  removeRepeatedImages(document);
  markCodeBlocks(document);

  const content = chooseContent(document, {
    scope: options.content ?? 'main',
    chosenFromWords: selection.chosenFromWords,
    // As the page has it: which headings name the site is told by where it stands in the title.
    title: documentTitle(document, claims),
    givenTitle: title,
    siteName: metadata.siteName,
    author: metadata.byline,
    isArticle: metadata.publishedTime !== undefined || metadata.byline !== undefined,
    claims,
  });
  const { html, isLeftOut, text } = content;
  const isEmptied = content.extraction.rung === 'none' && selection.hasExcluded;
  return {
    ...(title === undefined ? {} : { title }),
    html,
    ...(rows === undefined ? {} : { data: rows.data }),
    writing: { isLeftOut, ...(options.links === undefined ? {} : { links: options.links }) },
    text,
    images,
    links,
    metadata,
    extraction: isEmptied ? { rung: 'selector', coverage: 0 } : content.extraction,
    warnings: [
      ...(rows?.warnings ?? []),
      ...selection.warnings,
      ...(revealed === 0 ? [] : [`${revealed} words that the page shows only by its scripts were read as its text.`]),
      ...leftOutWarnings(leftOut),
      ...(isEmptied ? ['Nothing is left of the page without what exclude matches.'] : []),
    ],
  };
}

/** Writes the content as Markdown. For whoever has let go of the document: two trees of a large page are a heap full. */
export function writeExtraction({ title, html, writing, ...draft }: ExtractionDraft): Extraction {
  return { ...(title === undefined ? {} : { title }), markdown: toMarkdown(html, writing), ...draft };
}

/** {@link draftExtraction} and {@link writeExtraction} at once. */
export function extractDocument(document: Document, options: ContentOptions & { url?: string } = {}): Extraction {
  return writeExtraction(draftExtraction(document, options));
}

/** The extraction of a page that shows nothing: its markup, as the only thing there is to see. */
export function markupOnly(html: string, extraction: Extraction): Extraction {
  if (html.trim() === '') return extraction;
  return {
    ...extraction,
    markdown: html,
    extraction: { rung: 'markup', coverage: 0 },
    warnings: [
      ...extraction.warnings,
      'The page shows no text: this is its markup. If its scripts have not run, a browser may be needed.',
    ],
  };
}
