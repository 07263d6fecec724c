import { isHtmlType } from '../base/media-type.js';
import type { Page, TextWindow } from '../page/page.js';
import { wordsOf } from '../page/visible-text.js';

/** A window of a page's text as a person is shown it: under the page's title, and with the images that were asked for. */
export function pageMarkdown(page: Page, window: TextWindow, offset: number): string {
  return titleOf(page, offset) + window.text + imageList(page);
}

/**
 * The title on top of a page's Markdown, which does not say it, unless that begins with it or with another top heading.
 */
function titleOf({ title, text, mediaType, extraction }: Page, offset: number): string {
  const isWhole = isHtmlType(mediaType) && extraction?.rung !== 'selector' && offset === 0;
  const [, signs = '', heading = ''] = /^\s*(#{1,6}) (.*)/.exec(text) ?? [];
  const isHeaded = signs === '#' || (signs !== '' && wordsOf(heading) === wordsOf(title ?? ''));
  return isWhole && title !== undefined && !isHeaded ? `# ${title}\n\n` : '';
}

function imageList({ images = [] }: Page): string {
  if (images.length === 0) return '';
  return `\n\n${images.map(({ url, alt }) => `- ${url}${alt === '' ? '' : ` — ${alt}`}`).join('\n')}`;
}
