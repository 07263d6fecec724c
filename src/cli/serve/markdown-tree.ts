import type { Definition, Nodes, Parents, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { LIMITS } from '../../base/limits.js';
import { asUrl } from '../../base/url.js';
import { stripInvisible } from '../../tools/invisible.js';
import type { ShownElement, ShownNode, ShownTag } from './try-page/try-result.js';

/**
 * A page's Markdown as a tree of what may be shown of it: HTML in it is text, links lead to http(s) or nowhere, pictures
 * are their description, and what would hide or turn text is gone. Hostile text may take it seconds, or all of its stack.
 */
export function shownTree(markdown: string): ShownNode[] {
  const root = fromMarkdown(stripInvisible(markdown), { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  return new TreeWriter(root).write();
}

const TAGS: Partial<Record<Nodes['type'], ShownTag>> = {
  paragraph: 'p',
  blockquote: 'blockquote',
  emphasis: 'em',
  strong: 'strong',
  delete: 'del',
  tableRow: 'tr',
  thematicBreak: 'hr',
  break: 'br',
};

class TreeWriter {
  readonly #root: Root;
  readonly #definitions = new Map<string, Definition>();
  #left: number = LIMITS.tryPageNodes;

  constructor(root: Root) {
    this.#root = root;
    // The first of a label counts.
    for (const node of root.children) {
      if (node.type === 'definition' && !this.#definitions.has(node.identifier)) {
        this.#definitions.set(node.identifier, node);
      }
    }
  }

  write(): ShownNode[] {
    return this.#childrenOf(this.#root, 0);
  }

  #childrenOf({ children }: Parents, depth: number): ShownNode[] {
    if (depth > LIMITS.tryPageDepth) return ['…'];
    return children.flatMap((child: Nodes) => {
      this.#left -= 1;
      if (this.#left < 0) return [];
      return this.#shown(child, depth);
    });
  }

  #shown(node: Nodes, depth: number): ShownNode[] {
    const inside = (): ShownNode[] => ('children' in node ? this.#childrenOf(node, depth + 1) : []);
    switch (node.type) {
      case 'text':
        return [node.value];
      case 'html':
        return [element('code', [node.value])];
      case 'inlineCode':
        return [element('code', [node.value])];
      case 'code':
        return [element('pre', [element('code', [node.value])])];
      case 'heading':
        return [element(`h${node.depth}`, inside())];
      case 'list':
        return [{ ...element(node.ordered ? 'ol' : 'ul', inside()), ...(node.ordered && { start: node.start ?? 1 }) }];
      case 'listItem':
        return [element('li', [...checkOf(node.checked), ...inside()])];
      case 'table': {
        const [head, ...rows] = inside();
        return [element('table', [...(head === undefined ? [] : [headRow(head)]), ...rows])];
      }
      case 'tableCell':
        return [element('td', inside())];
      case 'link':
        return [linked('a', node.url, inside())];
      case 'image':
        return [linked('picture', node.url, [node.alt ?? ''])];
      case 'linkReference':
        return [linked('a', this.#definitions.get(node.identifier)?.url, inside())];
      case 'imageReference':
        return [linked('picture', this.#definitions.get(node.identifier)?.url, [node.alt ?? ''])];
      case 'footnoteReference':
        return [element('sup', [`[${node.label ?? node.identifier}]`])];
      case 'footnoteDefinition':
        return [element('div', [element('sup', [`[${node.label ?? node.identifier}] `]), ...inside()])];
      default: {
        const tag = TAGS[node.type];
        return tag === undefined ? inside() : [element(tag, inside())];
      }
    }
  }
}

function element(tag: ShownTag, children: readonly ShownNode[]): ShownElement {
  return { tag, children };
}

/** Only what a person can follow without harm: `javascript:` and the like are text. */
function linked(tag: 'a' | 'picture', url: string | undefined, children: readonly ShownNode[]): ShownElement {
  const parsed = asUrl(url ?? '');
  const isWeb = parsed?.protocol === 'http:' || parsed?.protocol === 'https:';
  return { ...element(tag, children), ...(isWeb && { href: parsed.href }) };
}

function checkOf(checked: boolean | null | undefined): string[] {
  if (typeof checked !== 'boolean') return [];
  return [checked ? '☑ ' : '☐ '];
}

function headRow(row: ShownNode): ShownNode {
  if (typeof row === 'string') return row;
  const cells = row.children.map((cell) => (typeof cell === 'string' ? cell : { ...cell, tag: 'th' as const }));
  return { ...row, children: cells };
}
