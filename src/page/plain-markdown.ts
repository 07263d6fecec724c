import { LIMITS } from '../base/limits.js';
import { resolveWebUrl } from './base-url.js';
import { BLOCK_ELEMENTS, HEADINGS } from './elements.js';
import { escapeText } from './escape.js';
import { markdownLink } from './inline-targets.js';
import type { PageLink } from './page.js';
import { decodeReferences, shownTokens } from './plain-text.js';
import { settleMarkdown } from './settle.js';
import { withoutStandIns } from './stand-ins.js';
import { collapse } from './white-space.js';

export interface PlainMarkdown {
  readonly title?: string;
  readonly markdown: string;
  /** Once each, at most `LIMITS.links`. */
  readonly links: readonly PageLink[];
}

/**
 * The words of an HTML document with its headings and links, without building a tree: what is left to give of a document
 * that a DOM cannot bear. Linear in the input. Does not know what is hidden, nor what is navigation.
 *
 * @param base what relative links are relative to; without it they are written as text
 */
export function plainMarkdown(html: string, base: string | undefined): PlainMarkdown {
  const writer = new LineWriter();
  let title: string | undefined;
  let from = base;
  for (const { kind, name, start, end, attributes } of shownTokens(withoutStandIns(html))) {
    if (kind === 'raw-text' && name === 'title') {
      title ??= collapse(decodeReferences(html.slice(start, end)));
    } else if (kind === 'text' || kind === 'raw-text') {
      writer.write(decodeReferences(html.slice(start, end)));
    } else if (name === 'a' || name === 'base') {
      const href = attributes.find((attribute) => attribute.name === 'href')?.value;
      const url = href === undefined ? undefined : resolveWebUrl(decodeReferences(href), from);
      if (name === 'a') writer.linkTo(url);
      else from = url ?? from;
    } else if (name === 'br' || BLOCK_ELEMENTS.has(name)) {
      writer.endLine();
      if (kind === 'open' && HEADINGS.has(name)) writer.level = Number(name.charAt(1));
    }
  }
  writer.endLine();
  return {
    ...(title ? { title } : {}),
    markdown: settleMarkdown(writer.lines.join('\n\n')),
    links: [...writer.links.values()],
  };
}

class LineWriter {
  readonly lines: string[] = [];
  readonly links = new Map<string, PageLink>();
  /** Of the heading that the line under way is; 0 for none. */
  level = 0;
  #line = '';
  #text = '';
  #target: string | undefined;

  write(text: string): void {
    this.#text += text;
  }

  /** Ends the link under way, and starts one unless there is no target. */
  linkTo(target: string | undefined): void {
    const content = escapeText(this.#text.replace(/\s+/g, ' '));
    if (this.#target === undefined) this.#line += content;
    else {
      this.#line += markdownLink(content, this.#target);
      this.#keep(this.#target, collapse(this.#text));
    }
    this.#text = '';
    this.#target = target;
  }

  /** A link is on the first line that it has a text on. */
  endLine(): void {
    this.linkTo(collapse(this.#text) === '' ? this.#target : undefined);
    const line = collapse(this.#line);
    if (line !== '') this.lines.push(this.level === 0 ? line : `${'#'.repeat(this.level)} ${line}`);
    this.#line = '';
    this.level = 0;
  }

  #keep(url: string, text: string): void {
    const known = this.links.get(url);
    if (known === undefined ? this.links.size < LIMITS.links : known.text === '') this.links.set(url, { url, text });
  }
}
