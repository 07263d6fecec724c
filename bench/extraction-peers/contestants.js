/** @type {Record<string, { pages: string, set: string }>} the export that reads pages, and the one that converts cases */
export const CONTESTANTS = {
  pageward: { pages: 'pageward.js#extract', set: 'pageward.js#set' },
  'readability-jsdom': { pages: 'readability.js#jsdom', set: 'readability.js#jsdomSet' },
  'readability-linkedom': { pages: 'readability.js#linkedom', set: 'readability.js#linkedomSet' },
  defuddle: { pages: 'defuddle.js#extract', set: 'defuddle.js#set' },
  'rehype-remark': { pages: 'whole-page.js#rehype', set: 'whole-page.js#rehypeSet' },
  mdream: { pages: 'whole-page.js#mdream', set: 'whole-page.js#mdreamSet' },
  'node-html-markdown': { pages: 'whole-page.js#nodeHtmlMarkdown', set: 'whole-page.js#nodeHtmlMarkdownSet' },
};
