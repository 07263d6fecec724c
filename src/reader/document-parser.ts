import type { DomKind } from './dom-kind.js';
import { buildDocument } from './light-tree.js';

/** Makes a document of markup. Scripts never run, and nothing is ever loaded. */
export type DocumentParser = (markup: string) => Document;

/** A tree of more does not fit into a thread's memory beside what is made of it. */
export const MAX_ELEMENTS = 250_000;

/** Without a document type, which nobody asks for, and after which a walk of this DOM ends. */
const EMPTY = '<html></html>';

/** Loads a DOM; the only door to each of them. */
export function documentParser(dom: DomKind): Promise<DocumentParser> {
  return dom === 'jsdom' ? jsdomParser() : linkedomParser();
}

/** A document of well-formed XML. Throws when it is not. */
export async function parseXml(xml: string): Promise<Document> {
  const { JSDOM } = await import('jsdom');
  return new JSDOM(xml, { contentType: 'application/xml' }).window.document;
}

async function linkedomParser(): Promise<DocumentParser> {
  const [{ parseHTML }, { defaultTreeAdapter, parse }] = await Promise.all([import('linkedom'), import('parse5')]);
  // linkedom's own parser does not know the standard's rules for misnested and missing tags, so that it would see another
  // document than a browser does. parse5 follows them, and the document is built of what it makes.
  return (markup) => {
    let elements = 0;
    const createElement: typeof defaultTreeAdapter.createElement = (...named) => {
      elements += 1;
      // A few tags make many elements: each that was left open is opened again in every paragraph.
      if (elements > MAX_ELEMENTS) throw new Error(`it has more than ${MAX_ELEMENTS} elements`);
      return defaultTreeAdapter.createElement(...named);
    };
    // What stands in a `<noscript>` is there for us.
    const tree = parse(markup, { scriptingEnabled: false, treeAdapter: { ...defaultTreeAdapter, createElement } });
    const document = parseHTML(EMPTY).document as unknown as Document;
    buildDocument(tree, document);
    return document;
  };
}

async function jsdomParser(): Promise<DocumentParser> {
  const { JSDOM, VirtualConsole } = await import('jsdom');
  // One window for all: making one costs three times what parsing a page does. A document made by its DOMParser has no
  // window, and with that no scripts and no way to load anything.
  const { window } = new JSDOM('', { virtualConsole: new VirtualConsole() });
  return (markup) => new window.DOMParser().parseFromString(markup, 'text/html');
}
