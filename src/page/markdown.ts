import TurndownService from 'turndown';
import { blockRules } from './block-rules.js';
import type { ContentOptions } from './content-options.js';
import { escapeText } from './escape.js';
import { FORMULA_MARK } from './formulas.js';
import { inlineRules } from './inline-rules.js';
import { LinkReferences } from './link-references.js';
import { settleMarkdown } from './settle.js';
import { withoutStandIns } from './stand-ins.js';

export interface MarkdownOptions {
  /** Elements in the HTML that are not to be written. */
  readonly isLeftOut?: (node: Node) => boolean;
  readonly links?: ContentOptions['links'];
}

/**
 * Writes HTML as GitHub-flavoured Markdown. The HTML should come from a pruned document with its URLs resolved: targets
 * that are not absolute are dropped and their text kept.
 *
 * Takes a string and not a node: Turndown is quadratic on a jsdom tree, and parses a string into a lighter one itself.
 */
export function toMarkdown(html: string, options: MarkdownOptions = {}): string {
  const { isLeftOut, links } = options;
  const references = links === 'referenced' ? new LinkReferences() : undefined;
  const writer = createWriter(references);
  if (isLeftOut !== undefined) writer.addRule('leftOut', { filter: isLeftOut, replacement: () => '' });
  const markdown = writer.turndown(withoutStandIns(html));
  const hasMath = html.includes(FORMULA_MARK);
  const settled = settleMarkdown(markdown, { hasMath, hasNumbers: references !== undefined });
  return references === undefined ? settled : references.settle(settled);
}

function createWriter(references: LinkReferences | undefined): TurndownService {
  const { rules, blank } = blockRules();
  const writer = new TurndownService({ preformattedCode: true, blankReplacement: blank });
  writer.escape = escapeText;
  writer.remove(['script', 'style', 'noscript', 'template', 'iframe', 'canvas', 'title']);
  // Turndown asks the rule that was added last first.
  [...inlineRules(references), ...rules].reverse().forEach(({ filter, replacement }, index) => {
    const fits = typeof filter === 'function' ? filter : (node: Node) => filter.includes(node.nodeName.toLowerCase());
    writer.addRule(String(index), { filter: fits, replacement });
  });
  return writer;
}
