import { isHtmlType } from '../base/media-type.js';
import type { Page, TextWindow } from '../page/page.js';
import { wordsOf } from '../page/visible-text.js';

/** A window of a page's text as a person is shown it: under the page's title, and with the images that were asked for. */
export function pageMarkdown(page: Page, window: TextWindow, offset: number): string {
  return titleOf(page, offset) + window.text + imageList(page);
}

/**
 * The title on top of a page's Markdown, which does not say it, unless that begins with it or with another top heading. All
 * that can be seen of a page begins with something else, and says its title further down.
 */
function titleOf({ title, text, mediaType, extraction }: Page, offset: number): string {
  const isWhole = isHtmlType(mediaType) && extraction?.rung !== 'selector' && offset === 0;
  if (!isWhole || title === undefined) return '';
  const headings =
    extraction?.rung === 'full' ? text.matchAll(/^(#{1,6}) (.*)/gm) : [/^\s*(#{1,6}) (.*)/.exec(text) ?? []];
  for (const [, signs, heading = ''] of headings) {
    if (signs === '#' || (signs !== undefined && wordsOf(heading) === wordsOf(title))) return '';
  }
  return `# ${title}\n\n`;
}

function imageList({ images = [] }: Page): string {
  if (images.length === 0) return '';
  return `\n\n${images.map(({ url, alt }) => `- ${url}${alt === '' ? '' : ` — ${alt}`}`).join('\n')}`;
}
