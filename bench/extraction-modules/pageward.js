/** Pageward for the extraction harness: pages by what they say, cases and CommonMark's examples as they stand. */
import { extract as read } from '../../dist/index.js';

/** A page, for score, metadata and bench. */
export async function extract(html, { url }) {
  const { title, markdown, text, metadata } = await read(html, url ? { url } : {});
  return { markdown, text, title, author: metadata.byline, published: metadata.publishedTime };
}

/** Markdown cases: a fragment whose whole content counts, a page, an undecoded answer. */
export const set = {
  convert: async (html, { url }) => (await read(html, { url, content: 'full' })).markdown,
  read: async (html, { url }) => (await read(html, url ? { url } : {})).markdown,
  readBytes: async (bytes, { url, contentType }) => (await read(bytes, { url, contentType })).markdown,
};
