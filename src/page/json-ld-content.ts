import { escapeHtml } from './escape-html.js';
import { contentOfState, factsOf, type StateContent } from './state-content.js';

/** Descriptions of the page's surroundings rather than of what it is about. */
const SURROUNDINGS =
  /^(?:BreadcrumbList|Organization|WebSite|SearchAction|ImageObject|Person|SiteNavigationElement|NewsMediaOrganization|ListItem)$/;
const MAX_NODES = 200;

type Node = Readonly<Record<string, unknown>>;

/** What a page tells search engines that it is about: the facts of the first thing that it describes. */
export function factsOfJsonLd(blocks: readonly unknown[]): Omit<StateContent, 'html'> {
  const described = nodesOf(blocks).map(factsOf);
  // A web page describes itself once as a page and once as the article on it; the first to say a thing is believed.
  return Object.assign({}, ...described.reverse());
}

/** The text that a page tells search engines, as HTML: an article's, or questions with their answers. */
export function htmlOfJsonLd(blocks: readonly unknown[]): string | undefined {
  const nodes = nodesOf(blocks);
  const questions = nodes.flatMap(({ mainEntity }) => (Array.isArray(mainEntity) ? nodesOf(mainEntity) : []));
  const answered = questions.flatMap(({ name, acceptedAnswer }) => {
    const [answer] = nodesOf([acceptedAnswer]);
    const { text } = answer ?? {};
    return typeof name === 'string' && typeof text === 'string'
      ? [`<h2>${escapeHtml(name)}</h2><div>${text}</div>`]
      : [];
  });
  return answered.length > 0 ? answered.join('\n') : contentOfState(nodes).html;
}

/** The blocks' nodes that may be what the page is about, those that have a text first. */
function nodesOf(blocks: readonly unknown[]): Node[] {
  const nodes: Node[] = [];
  const pending: unknown[] = [...blocks].reverse();
  for (let next = pending.pop(); next !== undefined && nodes.length < MAX_NODES; next = pending.pop()) {
    if (Array.isArray(next)) pending.push(...next.slice(0, MAX_NODES).reverse());
    else if (typeof next === 'object' && next !== null) {
      const node = next as Node;
      if (Array.isArray(node['@graph'])) pending.push(node['@graph']);
      else if (!SURROUNDINGS.test(String(node['@type']))) nodes.push(node);
    }
  }
  return nodes.sort((one, other) => Number('headline' in other) - Number('headline' in one));
}
