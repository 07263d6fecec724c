import { resolveWebUrl } from './base-url.js';
import { escapeHtml } from './escape-html.js';
import { scanMarkup } from './markup.js';
import { childElements } from './walk.js';
import { collapse } from './white-space.js';

const FEED_ROOTS = ['rss', 'feed', 'rdf:rdf', 'atom:feed'];
const ROOT_WITHIN_CHARS = 8_192;
const MAX_ENTRIES = 500;

/** Whether an XML text is a syndication feed: RSS, Atom or RSS 1.0, told by its root element. */
export function isFeed(xml: string): boolean {
  for (const { kind, name } of scanMarkup(xml.slice(0, ROOT_WITHIN_CHARS))) {
    if (kind === 'open') return FEED_ROOTS.includes(name);
  }
  return false;
}

/** A feed as an HTML document of its entries, to be read as any other, and what its relative URLs are relative to. */
export function feedToHtml(feed: Document, url: string | undefined): { html: string; base?: string } {
  const root = feed.documentElement;
  const channel = childrenOf(root, 'channel')[0] ?? root;
  const base = resolveWebUrl(linkOf(channel), url) ?? url;
  const entries = [...childrenOf(channel, 'item', 'entry'), ...(channel === root ? [] : childrenOf(root, 'item'))];
  const body = entries.slice(0, MAX_ENTRIES).map((entry) => entryToHtml(entry, base));
  const about = textOf(channel, 'description', 'subtitle');
  const title = textOf(channel, 'title');
  return {
    html: `<title>${escapeHtml(title)}</title><body>${about === '' ? '' : `<p>${escapeHtml(about)}</p>`}${body.join('\n')}`,
    ...(base === undefined ? {} : { base }),
  };
}

function entryToHtml(entry: Element, base: string | undefined): string {
  const url = resolveWebUrl(linkOf(entry), base);
  const title = escapeHtml(textOf(entry, 'title') || url || 'Untitled');
  const heading = url === undefined ? title : `<a href="${escapeHtml(url)}">${title}</a>`;
  const facts = [textOf(entry, 'pubDate', 'published', 'updated', 'date'), authorOf(entry)].filter(
    (fact) => fact !== '',
  );
  return `<h2>${heading}</h2>${facts.length === 0 ? '' : `<p>${escapeHtml(facts.join(' · '))}</p>`}<div>${summaryOf(entry)}</div>`;
}

/** The fullest text of an entry, as HTML: feeds carry HTML as escaped text, and Atom also as elements or plain text. */
function summaryOf(entry: Element): string {
  for (const name of ['encoded', 'content', 'description', 'summary']) {
    const element = childrenOf(entry, name)[0];
    if (element === undefined || (element.textContent ?? '').trim() === '') continue;
    const type = element.getAttribute('type');
    if (type === 'xhtml') return element.innerHTML;
    return type === 'text' ? escapeHtml(element.textContent ?? '') : (element.textContent ?? '');
  }
  return '';
}

function linkOf(element: Element): string {
  const links = childrenOf(element, 'link');
  const alternate = links.find((link) => ['alternate', null].includes(link.getAttribute('rel'))) ?? links[0];
  return alternate?.getAttribute('href') ?? alternate?.textContent?.trim() ?? '';
}

function authorOf(entry: Element): string {
  const author = childrenOf(entry, 'author', 'creator')[0];
  return author === undefined ? '' : textOf(author, 'name') || collapse(author.textContent);
}

function textOf(element: Element, ...names: string[]): string {
  const found = names.map((name) => collapse(childrenOf(element, name)[0]?.textContent));
  return found.find((text) => text) ?? '';
}

/** Children by local name, in whatever namespace: feeds disagree about those. */
function childrenOf(element: Element, ...names: string[]): Element[] {
  return childElements(element).filter((child) => names.includes(child.localName));
}
