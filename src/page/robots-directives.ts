import { elementsNamed } from './walk.js';
import { collapse } from './white-space.js';

/** What robots tags may say. A directive that has a value writes it after a colon. */
const DIRECTIVE =
  /^(?:all|none|(?:no)?(?:index|follow|archive|snippet|cache|translate|imageindex|sitelinkssearchbox)|indexifembedded|noodp|noydir|(?:unavailable_after|max-(?:snippet|image-preview|video-preview))\s*:.*)$/i;

/** What a document's elements ask of crawlers, each as {@link robotsDirective} has it. */
export function robotsDirectives(document: Document): string[] {
  return elementsNamed(document, 'meta').flatMap((element) => {
    const directive = robotsDirective(element.getAttribute('name') ?? '', element.getAttribute('content') ?? '');
    return directive ?? [];
  });
}

/**
 * What a `<meta>` element asks of crawlers, as the header X-Robots-Tag would say it: what is for one crawler has its name
 * before it (`examplebot: noindex`). Elements of crawlers are told by what they say, since anybody may name one.
 */
export function robotsDirective(name: string, content: string): string | undefined {
  const crawler = name.trim().toLowerCase();
  const said = collapse(content);
  if (crawler === 'robots') return said === '' ? undefined : said;
  return /^[\w-]+$/.test(crawler) && isForCrawlers(said) ? `${crawler}: ${said}` : undefined;
}

/** `all` and `none` alone may be said of anything. */
function isForCrawlers(content: string): boolean {
  const parts = content.split(',').map((part) => part.trim());
  return parts.every((part) => DIRECTIVE.test(part)) && parts.some((part) => !/^(?:all|none)$/i.test(part));
}
