import type { Page } from '../../../page/page.js';

/** What a piece of shown Markdown is. Each but `picture` is made an element of that name, and no other is made. */
export const SHOWN_TAGS = [
  ...(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'li', 'pre', 'code', 'hr', 'br'] as const),
  ...(['em', 'strong', 'del', 'a', 'table', 'tr', 'th', 'td', 'div', 'sup', 'picture'] as const),
] as const;

export type ShownTag = (typeof SHOWN_TAGS)[number];

/** Markdown as a tree of what a person is shown: text, and elements of a few kinds. */
export type ShownNode = string | ShownElement;

export interface ShownElement {
  readonly tag: ShownTag;
  readonly children: readonly ShownNode[];
  /** Of a link, or where a picture is: absolute, http(s). */
  readonly href?: string;
  /** The number of the first item of an `ol`. */
  readonly start?: number;
}

/** The answer to a read from the try page. */
export interface TryResult {
  readonly page: Omit<Page, 'text'>;
  /** A window of the text, under its title. */
  readonly markdown: string;
  /** Characters of the page's whole text. */
  readonly chars: number;
  /** How many there are; `page` has the first of them. */
  readonly links: number;
  readonly images: number;
  /** About how many tokens the whole text is. */
  readonly tokens: number;
  /** Absent when the text could not be made into one in time. */
  readonly tree?: readonly ShownNode[];
  readonly waitedMs: number;
}
