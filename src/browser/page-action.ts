import type { LoadEvent, WaitFor } from './wait-condition.js';

/**
 * Where an action is done: a CSS selector, or several joined by `>>` that lead into open shadow roots and into frames,
 * those of other sites too: `iframe#consent >> button.accept`. The first match of each counts.
 */
export type ActionTarget = string;

/**
 * One thing done to a page before it is read, as data. What is clicked, filled or chosen from is waited for until it is
 * there, can be seen and is not covered; `timeoutMs` (default 5 000) says for how long.
 */
export type PageAction = { readonly timeoutMs?: number | undefined } & (
  | { readonly click: ActionTarget }
  /** Puts `value` in the place of what a field holds. No error and no warning says what it was. */
  | { readonly fill: ActionTarget; readonly value: string }
  /** Chooses options of a `<select>` by their values or labels. */
  | { readonly select: ActionTarget; readonly value: string | readonly string[] }
  /** A key by its name: `Enter`, `ArrowDown`, `a`, `Control+a`; on `selector`, else on what has the focus. */
  | { readonly press: string; readonly selector?: ActionTarget | undefined }
  /** To the end of the page, so many CSS pixels down, or until a target is in view. */
  | { readonly scroll: number | 'bottom' | ActionTarget }
  | { readonly wait: ActionWait }
);

/** What an action waits for, `selector` as in {@link ActionTarget}; `delayMs` ends with the time of the read, and is never a failure. */
export type ActionWait = Exclude<WaitFor, LoadEvent>;

/** The selectors of a target, outermost first. */
export function targetPath(target: ActionTarget): string[] {
  const outsideQuotes = />>(?=(?:[^"']|"[^"]*"|'[^']*')*$)/;
  return target.split(outsideQuotes).map((selector) => selector.trim());
}
