/** Converters: they take the whole page, or have a coarse filter. */
import { peer } from './peer.js';

const converters = {
  async rehype() {
    const { unified, parse, remark, gfm, stringify } = await peer('rehype');
    const processor = unified().use(parse, { fragment: false }).use(remark).use(gfm).use(stringify);
    return (html) => String(processor.processSync(html));
  },
  async mdream() {
    const { htmlToMarkdown } = await peer('mdream');
    return (html, url) => htmlToMarkdown(html, { origin: url, minimal: true });
  },
  async nodeHtmlMarkdown() {
    const { NodeHtmlMarkdown } = await peer('nhm');
    return (html) => NodeHtmlMarkdown.translate(html);
  },
};

const made = {};
const convert =
  (name) =>
  async (html, { url }) => {
    made[name] ??= converters[name]();
    return (await made[name])(html, url || undefined);
  };
const setOf = (read) => ({
  convert: read,
  read,
  readBytes: (bytes, page) => read(new TextDecoder().decode(bytes), page),
});
const extractor = (read) => async (html, page) => ({ markdown: await read(html, page) });

export const rehype = extractor(convert('rehype'));
export const mdream = extractor(convert('mdream'));
export const nodeHtmlMarkdown = extractor(convert('nodeHtmlMarkdown'));
export const rehypeSet = setOf(convert('rehype'));
export const mdreamSet = setOf(convert('mdream'));
export const nodeHtmlMarkdownSet = setOf(convert('nodeHtmlMarkdown'));
