import type { Concealment } from './concealment.js';

/** Set by whoever knows the layout (a browser's snapshot) on elements that a person would not see; its value says how. */
export const HIDDEN_MARK = 'data-pageward-hidden';
/** Set on a document by whoever knows the layout, and has marked what is hidden. */
export const LAYOUT_MARK = 'data-pageward-layout';
/** Set on a part that was folded up and is read all the same, whatever it says of itself. */
export const UNFOLDED_MARK = 'data-pageward-unfolded';

/**
 * How the markup itself says that an element is not shown; undefined when it does not. `aria-hidden` does not count: it
 * hides nothing from the eye.
 */
export function concealmentOf(element: Element): Concealment | 'hidden' | undefined {
  const mark = element.getAttribute(HIDDEN_MARK);
  if (mark !== null) return mark === '' ? 'hidden' : (mark as Concealment);
  if (element.hasAttribute(UNFOLDED_MARK)) return undefined;
  const hidden = element.getAttribute('hidden');
  if (hidden !== null && hidden.trim().toLowerCase() !== 'until-found') return 'display';
  const style = element.getAttribute('style');
  const how = style === null ? null : /(?:^|;)\s*(?:(display)\s*:\s*none|visibility\s*:\s*hidden)\b/i.exec(style);
  if (how) return how[1] === undefined ? 'visibility' : 'display';
  return element.nodeName.toLowerCase() === 'dialog' && !element.hasAttribute('open') ? 'display' : undefined;
}

/** Whether the markup itself says that an element is not shown. */
export function isHidden(element: Element): boolean {
  return concealmentOf(element) !== undefined;
}
