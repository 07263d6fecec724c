import { type OverlayKind, overlayKind } from './overlay.js';
import { elementName, elementsWhere } from './walk.js';

/** Set on an element that lies over the page by whoever knows the layout; its value is the kind. */
const OVERLAY_MARK = 'data-pageward-overlay';
const ACCEPTING =
  /\b(?:accept|agree|allow|got it|reject|decline|akzeptier|zustimm|ablehn|einverstanden|accepter|refuser|aceptar|rechazar|accett|rifiut|aceitar|akkoord|weiger|godk[aä]nn|tillad|hyväksy|akceptuj|zgadzam|souhlas|elfogad|kabul et)|принять|同意|承諾|동의/i;
const NAMED_CONSENT = /(?:^|[\s_-])(?:cookies?|consent|gdpr|cmp)(?:$|[\s_-])/i;
const NAMED_WORDS_MAX = 400;

/** The notices that lie over a page: those that are marked, and those that a page without layout gives away itself. */
export function findNotices(document: Document): ReadonlyMap<Element, OverlayKind> {
  const notices = new Map<Element, OverlayKind>();
  for (const element of elementsWhere(document.body, mayBeNotice)) {
    const kind = kindOf(element);
    if (kind !== undefined) notices.set(element, kind);
  }
  return notices;
}

function mayBeNotice(element: Element): boolean {
  return element.hasAttribute(OVERLAY_MARK) || isDialog(element) || NAMED_CONSENT.test(namesOf(element));
}

function kindOf(element: Element): OverlayKind | undefined {
  const marked = element.getAttribute(OVERLAY_MARK);
  if (marked === 'consent' || marked === 'newsletter' || marked === 'chat') return marked;
  const kind = overlayKind(element, ({ textContent }) => textContent ?? '');
  if (isDialog(element)) return kind;
  const text = element.textContent ?? '';
  const isNotice = kind === 'consent' && text.length < NAMED_WORDS_MAX * 8 && ACCEPTING.test(text);
  return isNotice && element.closest('main, article') === null ? kind : undefined;
}

function isDialog(element: Element): boolean {
  const role = element.getAttribute('role')?.toLowerCase() ?? '';
  return role.endsWith('dialog') || element.getAttribute('aria-modal') === 'true' || elementName(element) === 'dialog';
}

function namesOf(element: Element): string {
  return `${element.getAttribute('id') ?? ''} ${element.getAttribute('class') ?? ''}`;
}
