/** Set by whoever knows the layout (a browser's snapshot) on elements that a person would not see. */
export const HIDDEN_MARK = 'data-pageward-hidden';

/**
 * Whether the markup itself says that an element is not shown. `aria-hidden` does not count: sites set it on the article
 * while a consent dialog is open; nor does `opacity`, which scripts raise when a page has loaded.
 */
export function isHidden(element: Element): boolean {
  if (element.hasAttribute(HIDDEN_MARK)) return true;
  const hidden = element.getAttribute('hidden');
  if (hidden !== null && hidden.trim().toLowerCase() !== 'until-found') return true;
  const style = element.getAttribute('style');
  if (style !== null && /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i.test(style)) return true;
  return element.nodeName.toLowerCase() === 'dialog' && !element.hasAttribute('open');
}
