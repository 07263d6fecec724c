import { peer } from './peer.js';

const { Defuddle, parseHTML } = await peer('defuddle');

export async function extract(html, { url }) {
  const { document } = parseHTML(/<html/i.test(html) ? html : `<html><body>${html}</body></html>`);
  const { content, title, author, published } = await Defuddle(document, url || 'https://page.invalid/', {
    markdown: true,
  });
  return { markdown: content, title, author, published };
}

const read = async (html, page) => (await extract(html, page)).markdown;
export const set = { convert: read, read, readBytes: (bytes, page) => read(new TextDecoder().decode(bytes), page) };
