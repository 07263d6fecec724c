import { z } from 'zod';
import { ContentError } from '../base/errors.js';
import { redactUrl } from '../base/url.js';
import type { Page } from '../page/page.js';
import type { PageReader } from '../reader/reader.js';
import { rowOf } from './page-row.js';

/** What a crawl goes by in a page. */
const pageShape = z.looseObject({
  url: z.url({ protocol: /^https?$/ }),
  statusCode: z.number(),
  mediaType: z.string(),
  text: z.string(),
  title: z.string().optional(),
  links: z.array(z.looseObject({ url: z.string(), rel: z.string().optional() })).optional(),
  metadata: z.looseObject({ canonicalUrl: z.string().optional() }).optional(),
});

/**
 * A reader of somebody else's, whose pages are looked at first: what is none fails by itself, and does not end the crawl.
 * Besides what the reader throws, it throws ContentError `NO_CONTENT`.
 */
export function checkedReader(reader: PageReader): PageReader {
  return {
    async read(url, options) {
      const page = await reader.read(url, options);
      const fault = faultOf(page);
      if (fault === undefined) return page;
      throw new ContentError(`the reader gave no page for ${redactUrl(url)}: ${fault}`, {
        code: 'NO_CONTENT',
        hint: 'A page is plain JSON with at least url, statusCode, mediaType and text.',
      });
    },
  };
}

function faultOf(page: Page): string | undefined {
  const { error } = pageShape.safeParse(page);
  if (error !== undefined) return error.issues.map(({ path, message }) => [...path, message].join(': '))[0];
  try {
    JSON.stringify(rowOf(page));
    return undefined;
  } catch {
    return 'it cannot be written as JSON';
  }
}
