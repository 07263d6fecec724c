import type { RowRules } from './row-rules.js';

/** What of a document is read, and how it is written. The operator's to set; no tool argument reaches any of it. */
export interface ContentOptions {
  /** `main` (default): the content without navigation and boilerplate. `full`: everything visible. */
  content?: 'main' | 'full';
  /**
   * CSS selectors: only what one of them matches, in document order, in place of `content`. Matched on the HTML without
   * its scripts and style sheets. When nothing matches, the page is read as without it, with a warning.
   */
  include?: readonly string[];
  /** CSS selectors: without what any of them matches. */
  exclude?: readonly string[];
  /** `inline` (default), or `referenced`: `[text][1]`, with the addresses at the end of the text. */
  links?: 'inline' | 'referenced';
  /** Add `data`: rows taken by CSS selectors from the whole document, whatever `include` and `exclude` leave of it. */
  extract?: RowRules;
}
