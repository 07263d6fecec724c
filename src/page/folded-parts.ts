/**
 * The parts of a document that a person unfolds by a control beside them: panels of tabs and accordions. They are found by
 * what the page says of itself (`aria-controls`, `role=tab`, the attributes that Bootstrap made common, and what sites call
 * such a part), never by clicking. Menus are not among them: what they hold is navigation.
 *
 * Uses nothing from outside, so that it can be sent to a browser page as text.
 */
export function foldedParts(root: Document): Set<Element> {
  const MENUS =
    'nav, header, footer, aside, [role="menu" i], [role="menubar" i], [role="listbox" i], [role="navigation" i]';
  const TOGGLES =
    '[aria-controls], [data-bs-target], [data-target], [data-bs-toggle][href^="#"], [data-toggle][href^="#"]';
  /** What the body of an accordion, a tab or an answer is called, between the words for what is around it. */
  const BODIES =
    / (?:(?:faqs?|accordions?|accordeon|collaps(?:e|ible|ed)|expand(?:er|able)|toggles?|spoiler|disclosure|read ?more|show ?more) (?:items? )?(?:answers?|contents?|body|panels?|panes?|inner|text|details?|description|div)|tabs? (?:items? )?(?:contents?|panels?|panes?|body)|tabpanel|tabpane|panel collapse|faq answers?|answer) /;
  const MAY_BE_BODY = /answer|faq|accord|collaps|expand|toggle|spoiler|disclosure|more|tab|panel/i;
  /** A panel that is mostly links is a menu. */
  const MAX_LINK_SHARE = 0.6;
  const parts = new Set<Element>();
  for (const control of root.querySelectorAll(TOGGLES)) {
    if (isMenuButton(control)) continue;
    for (const id of namedBy(control)) {
      const part = root.getElementById(id);
      if (part !== null && part !== control && !part.contains(control) && isPanel(part, control)) parts.add(part);
    }
  }
  for (const part of root.querySelectorAll('[role="tabpanel" i][aria-labelledby]')) {
    const tab = root.getElementById(part.getAttribute('aria-labelledby') ?? '');
    if (tab !== null && isPanel(part, tab)) parts.add(part);
  }
  for (const part of root.querySelectorAll('[class]')) {
    const names = part.getAttribute('class') ?? '';
    if (MAY_BE_BODY.test(names) && BODIES.test(wordsIn(names)) && isPanel(part, part)) parts.add(part);
  }
  return parts;

  function wordsIn(names: string): string {
    return ` ${names
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .replace(/[^a-z\d]+/g, ' ')} `;
  }

  function namedBy(control: Element): string[] {
    const controls = (control.getAttribute('aria-controls') ?? '').split(/\s+/);
    const isToggle = ['data-bs-toggle', 'data-toggle'].some((name) => {
      return /^(?:tab|pill|collapse)$/.test(control.getAttribute(name) ?? '');
    });
    const targets = isToggle ? ['data-bs-target', 'data-target', 'href'] : [];
    const fragments = targets
      .map((name) => control.getAttribute(name) ?? '')
      .filter((value) => /^#[^\s.[]+$/.test(value));
    return [...controls, ...fragments.map((value) => value.slice(1))].filter((id) => id !== '');
  }

  function isMenuButton(control: Element): boolean {
    if (/^(?:combobox|searchbox|slider|checkbox|radio)$/i.test(control.getAttribute('role') ?? '')) return true;
    if (/^(?:input|select|textarea)$/i.test(control.nodeName)) return true;
    return /^(?:true|menu|listbox|tree|grid|dialog)$/i.test(control.getAttribute('aria-haspopup') ?? '');
  }

  function isPanel(part: Element, control: Element): boolean {
    if (part.matches(MENUS) || part.closest(MENUS) !== null || control.closest('nav, [role="navigation" i]') !== null)
      return false;
    if (part.matches('dialog, [role*="dialog" i], [popover], body, main, html')) return false;
    const length = lengthOf(part.textContent);
    let linked = 0;
    for (const link of part.querySelectorAll('a[href]')) linked += lengthOf(link.textContent);
    return length > 0 && linked <= length * MAX_LINK_SHARE;
  }

  function lengthOf(text: string | null): number {
    return (text ?? '').replace(/\s+/g, ' ').trim().length;
  }
}

/** Whether an element is one that a person unfolds by itself, and is folded up. Sent to browser pages as text, too. */
export function isFoldedUp(element: Element, name: string): boolean {
  const attribute = (wanted: string): string | null => HTMLElement.prototype.getAttribute.call(element, wanted);
  if (name === 'details') return attribute('open') === null;
  return /^until-found$/i.test(attribute('hidden') ?? '');
}
