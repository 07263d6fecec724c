import { ContentError, ResponseError } from '../base/errors.js';
import { redactUrl } from '../base/url.js';
import type { Page } from '../page/page.js';
import { CHALLENGE_WARNING } from '../reader/challenge.js';
import { displayUrl, isAnswer, mediaTypeOf } from './page-text.js';

/** Beside `text/*`. Not what merely builds on them (`+json`, `+xml`): who asks for documents wants no wire formats. */
const READABLE_TYPES: ReadonlySet<string> = new Set([
  'application/json',
  'application/xml',
  'application/yaml',
  'application/x-yaml',
  'application/xhtml+xml',
]);

/**
 * Lets only a page pass that is what was asked for: answered with a 2xx, of a media type that is text, and with text in it.
 *
 * @throws ResponseError `HTTP_STATUS`, `RATE_LIMITED` (429), `UNSUPPORTED_TYPE` (also of a page that names no type);
 * ContentError `CHALLENGE_PAGE`, `NO_CONTENT`; `details` has the final `url`, and `statusCode` or `mediaType`.
 */
export function checkSuccess(page: Page): void {
  const { statusCode, mediaType } = page;
  const details = { url: redactUrl(page.url), statusCode };
  const shown = displayUrl(page.url);
  if (page.warnings?.includes(CHALLENGE_WARNING)) {
    throw new ContentError(`${shown} answered with a challenge for a person, not with the page`, {
      code: 'CHALLENGE_PAGE',
      hint: 'Read another source: this site does not let programs read.',
      details,
    });
  }
  if (!isAnswer(page)) {
    throw new ResponseError(`${shown} answered with the status ${statusCode}`, {
      code: statusCode === 429 ? 'RATE_LIMITED' : 'HTTP_STATUS',
      hint: hintFor(statusCode),
      details,
    });
  }
  if (!mediaType.startsWith('text/') && !READABLE_TYPES.has(mediaType)) {
    const named = mediaType === '' ? 'names no media type' : `is of the type ${mediaTypeOf(page)}, which is not text`;
    throw new ResponseError(`${shown} ${named}`, {
      code: 'UNSUPPORTED_TYPE',
      hint: 'Only text, HTML, JSON, XML and YAML can be read.',
      details: { ...details, mediaType },
    });
  }
  if (page.text.trim() === '' || page.extraction?.rung === 'markup') {
    throw new ContentError(`${shown} holds no text`, {
      code: 'NO_CONTENT',
      hint: page.rendered ? 'Try another source.' : 'It may be made by scripts: a browser may see more.',
      details,
    });
  }
}

function hintFor(statusCode: number): string {
  if (statusCode === 429) return 'Ask again later.';
  return statusCode >= 500 ? 'The site has a fault: try another source.' : 'Check the URL, or try another source.';
}
