import type { DomKind } from './dom-kind.js';
import type { FragmentParser } from './light/document-node.js';
import { type LightTree, treeAdapter } from './light/tree-adapter.js';

/** Makes a document of markup. Scripts never run, and nothing is ever loaded. */
export type DocumentParser = (markup: string) => Document;

/** A tree of more does not fit into a thread's memory beside what is made of it. */
export const MAX_ELEMENTS = 250_000;

/** Loads a DOM; the only door to each of them. */
export function documentParser(dom: DomKind): Promise<DocumentParser> {
  return dom === 'jsdom' ? jsdomParser() : lightParser();
}

/** A document of well-formed XML. Throws when it is not. */
export async function parseXml(xml: string): Promise<Document> {
  const { JSDOM } = await import('jsdom');
  return new JSDOM(xml, { contentType: 'application/xml' }).window.document;
}

async function lightParser(): Promise<DocumentParser> {
  const { parse, parseFragment } = await import('parse5');
  // What stands in a `<noscript>` is there for us.
  const options = { scriptingEnabled: false };
  const parseWithin: FragmentParser = (document, context, markup) =>
    parseFragment<LightTree>(context, markup, {
      ...options,
      treeAdapter: treeAdapter(parseWithin, MAX_ELEMENTS, document),
    });
  return (markup) =>
    parse<LightTree>(markup, {
      ...options,
      treeAdapter: treeAdapter(parseWithin, MAX_ELEMENTS),
    }) as unknown as Document;
}

async function jsdomParser(): Promise<DocumentParser> {
  const { JSDOM, VirtualConsole } = await import('jsdom');
  // One window for all: making one costs three times what parsing a page does. A document made by its DOMParser has no
  // window, and with that no scripts and no way to load anything.
  const { window } = new JSDOM('', { virtualConsole: new VirtualConsole() });
  return (markup) => new window.DOMParser().parseFromString(markup, 'text/html');
}
