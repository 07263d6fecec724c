import { LIMITS } from '../../base/limits.js';
import { referencedWindow } from '../../page/referenced-window.js';
import { estimateTokens } from '../../page/token-estimate.js';
import { pageMarkdown } from '../page-markdown.js';
import { type Answer, jsonAnswer, type Reading, warningsOf } from './answer.js';
import { makeTree } from './tree-maker.js';
import type { TryResult } from './try-page/try-result.js';

/** A page for the try page: as much of its text as can be shown, also as a tree, and all that is known of the reading. */
export async function tryAnswer({ page, options, waitedMs }: Reading, signal: AbortSignal): Promise<Answer> {
  const { offset = 0, maxChars = LIMITS.tryPageChars } = options;
  const window = referencedWindow(page.text, offset, Math.min(maxChars, LIMITS.tryPageChars));
  const { text, links = [], images = [], ...facts } = page;
  // The images have a list of their own there.
  const markdown = pageMarkdown({ ...facts, text }, window, offset);
  const tree = await makeTree(markdown, { signal });
  const result: TryResult = {
    page: {
      ...facts,
      warnings: warningsOf(page),
      links: links.slice(0, SHOWN),
      images: images.slice(0, SHOWN),
      ...(window.nextOffset !== undefined && { nextOffset: window.nextOffset }),
    },
    markdown,
    chars: text.length,
    links: links.length,
    images: images.length,
    tokens: estimateTokens(text),
    ...(tree && { tree }),
    waitedMs: Math.round(waitedMs),
  };
  return jsonAnswer(result);
}

/** Of the links, and of the images; the page may have a hundred thousand. */
const SHOWN = 200;
