import { LIMITS } from '../../base/limits.js';
import type { Page } from '../../page/page.js';
import { referencedWindow } from '../../page/referenced-window.js';
import { estimateTokens } from '../../page/token-estimate.js';
import { pageMarkdown } from '../page-markdown.js';
import { type Answer, jsonAnswer } from './answer.js';
import type { RequestOptions } from './request-options.js';
import { makeTree } from './tree-maker.js';
import type { TryResult } from './try-page/try-result.js';

/** A page for the try page: as much of its text as can be shown, also as a tree, and all that is known of the reading. */
export async function tryAnswer(
  page: Page,
  options: RequestOptions,
  waitedMs: number,
  { signal }: { readonly signal: AbortSignal },
): Promise<Answer> {
  const { offset = 0, maxChars = LIMITS.tryPageChars } = options;
  const window = referencedWindow(page.text, offset, Math.min(maxChars, LIMITS.tryPageChars));
  const { images: _, ...unillustrated } = page;
  const markdown = pageMarkdown(unillustrated, window, offset);
  const tree = await makeTree(markdown, { signal });
  const { links = [], images = [] } = page;
  const result: TryResult = {
    page: {
      ...page,
      ...window,
      text: '',
      ...(page.links && { links: links.slice(0, SHOWN) }),
      ...(page.images && { images: images.slice(0, SHOWN) }),
    },
    markdown,
    chars: page.text.length,
    links: links.length,
    images: images.length,
    tokens: estimateTokens(page.text),
    ...(tree && { tree }),
    waitedMs: Math.round(waitedMs),
  };
  return jsonAnswer(result);
}

/** Of the links, and of the images; the page may have a hundred thousand. */
const SHOWN = 200;
