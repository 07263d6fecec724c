/** What {@link styledElements} finds. */
export interface StyledElements {
  /** Elements to which a style sheet may add text before or after their own. */
  readonly withText: ReadonlySet<Element>;
  /** Elements at which a style sheet may count. */
  readonly counting: ReadonlySet<Element>;
  /** Elements that a style sheet may give a picture for a ground. */
  readonly withPicture: ReadonlySet<Element>;
}

/**
 * The elements of a document or shadow root that its style sheets speak of in certain ways: asking the few rules is a
 * hundred times cheaper than asking every element. More elements than there are may be given, never fewer, but for style
 * sheets of other origins on large pages, whose rules cannot be read.
 *
 * Uses nothing from outside, so that it can be sent to a browser page as text.
 */
export function styledElements(root: Document | ShadowRoot): StyledElements {
  /** As many elements are asked one by one where there are rules that cannot be read. */
  const ASKED_ONE_BY_ONE = 5_000;
  const WORD_IN_CONTENT = /["'][^"']*[\p{L}\p{N}][^"']*["']|counters?\(|attr\(/u;
  const withText = new Set<Element>();
  const counting = new Set<Element>();
  const withPicture = new Set<Element>();
  let unread = false;
  for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) {
    if (sheet.disabled) continue;
    try {
      readRules(sheet.cssRules, '');
    } catch {
      unread = true;
    }
  }
  for (const element of root.querySelectorAll('[style*="url(" i], [style*="counter-" i]')) {
    withPicture.add(element);
    counting.add(element);
  }
  if (unread) {
    const all = root.querySelectorAll('body *, :host *');
    const asked = all.length > ASKED_ONE_BY_ONE ? [] : all;
    for (const element of asked) {
      withText.add(element);
      withPicture.add(element);
    }
  }
  return { withText, counting, withPicture };

  function readRules(rules: CSSRuleList, within: string): void {
    for (const rule of rules) {
      const style = 'style' in rule ? (rule.style as CSSStyleDeclaration) : undefined;
      const selector = 'selectorText' in rule ? String(rule.selectorText) : undefined;
      // What a nested rule speaks of lies at or below what the rule around it speaks of, or beside it.
      const reached = selector === undefined || within === '' ? (selector ?? within) : within;
      if (style !== undefined && reached !== '') readStyle(style, reached, within !== '');
      if ('cssRules' in rule) readRules(rule.cssRules as CSSRuleList, reached);
      if ('styleSheet' in rule && rule.styleSheet !== null) readRules((rule.styleSheet as CSSStyleSheet).cssRules, '');
    }
  }

  function readStyle(style: CSSStyleDeclaration, selector: string, isNested: boolean): void {
    if (WORD_IN_CONTENT.test(style.content)) collect(selector, isNested, withText);
    if (style.counterReset || style.counterIncrement || style.counterSet) collect(selector, isNested, counting);
    if (style.backgroundImage.includes('url(')) collect(selector, isNested, withPicture);
  }

  function collect(selector: string, isNested: boolean, into: Set<Element>): void {
    // The pseudo-element itself matches nothing: whose it is is asked for.
    const plain = selector
      .replace(/::?(?:before|after|marker|first-line|first-letter)\b/gi, '')
      .split(',')
      .map((part) => (part.trim() === '' || /[\s>+~]$/.test(part) ? `${part}*` : part))
      .join(',');
    const wanted = isNested ? `:is(${plain}), :is(${plain}) *, :is(${plain}) ~ *` : plain;
    try {
      for (const element of root.querySelectorAll(wanted)) into.add(element);
    } catch {
      // Selectors for the host of a shadow tree, and whatever is newer than this.
      for (const element of root.querySelectorAll('*')) into.add(element);
    }
    if ('host' in root && /:host|:root|\*/.test(plain)) into.add(root.host);
  }
}
