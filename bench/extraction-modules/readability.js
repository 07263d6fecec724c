/** The usual stack: Readability on jsdom or linkedom, and Turndown with its plug-in for GFM. */
import { peer } from './peer.js';

const { JSDOM, parseHTML, Readability, TurndownService, VirtualConsole, gfm } = await peer('readability');
const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
service.use(gfm);

const documents = {
  jsdom: (html, url) =>
    new JSDOM(html, { url: url || 'https://page.invalid/', virtualConsole: new VirtualConsole() }).window.document,
  linkedom: (html) => parseHTML(/<html/i.test(html) ? html : `<html><body>${html}</body></html>`).document,
};

const read =
  (dom) =>
  (html, { url }) => {
    const article = new Readability(documents[dom](html, url)).parse();
    if (article === null) return { markdown: '' };
    const { title, byline, publishedTime } = article;
    return { markdown: service.turndown(article.content), title, author: byline, published: publishedTime };
  };

export const jsdom = read('jsdom');
export const linkedom = read('linkedom');

const decode = (bytes) => new TextDecoder().decode(bytes);
const setOf = (extract) => ({
  convert: (html) => service.turndown(html),
  read: (html, page) => extract(html, page).markdown,
  readBytes: (bytes, page) => extract(decode(bytes), page).markdown,
});
export const jsdomSet = setOf(jsdom);
export const linkedomSet = setOf(linkedom);
