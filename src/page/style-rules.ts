/** What {@link styledElements} finds. */
export interface StyledElements {
  /** Elements to which a style sheet may add text before or after their own. */
  readonly withText: ReadonlySet<Element>;
  /** Elements at which a style sheet may count. */
  readonly counting: ReadonlySet<Element>;
  /** Elements that a style sheet may give a picture for a ground. */
  readonly withPicture: ReadonlySet<Element>;
  /** Elements that a style sheet, or what is written at them, may clip or fade away; undefined when that may be any. */
  readonly concealed: ReadonlySet<Element> | undefined;
  /** Elements that may have another colour, or another ground, than what they are in; undefined when that may be any. */
  readonly coloured: ReadonlySet<Element> | undefined;
  /** Text may be set so small, or so far to the left, that nobody reads it. */
  readonly mayShrinkText: boolean;
}

/**
 * The elements of a document or shadow root that its style sheets speak of in certain ways: asking the few rules is a
 * hundred times cheaper than asking every element. More elements than there are may be given, never fewer, but for style
 * sheets of other origins on large pages, whose rules cannot be read.
 *
 * Uses nothing from outside, so that it can be sent to a browser page as text.
 */
export function styledElements(root: Document | ShadowRoot): StyledElements {
  /** As many elements at most are asked one by one: where there are more rules than that, or rules that cannot be read. */
  const ASKED_ONE_BY_ONE = 5_000;
  const WORD_IN_CONTENT = /["'][^"']*[\p{L}\p{N}][^"']*["']|counters?\(|attr\(/u;
  // As browsers write rules out: one look at a rule's text costs a third of asking for each property.
  const OF_INTEREST = /content:|counter-|url\(/;
  const FADES = /opacity: ?(?!0;|1;|0?\.(?:[1-9]|0[5-9]))/;
  const CONCEALS = new RegExp(`\\bclip(?:-path)?: ?(?!auto|none)|filter:[^;]*opacity\\(|${FADES.source}`);
  const SHRINKS =
    /font(?:-size)?:[^;]*?(?<![\d.])(?:0(?![.\d])|0?\.[0-4]|[01](?:\.\d+)?px|[1-4]?\d(?:\.\d+)?%|(?:calc|var|clamp|min|max)\()|text-indent: ?[^\d\s;]|content-visibility: ?hidden/;
  const WRITTEN = '[style*="clip" i], [style*="opacity" i], [opacity], [clip-path]';
  const WRITTEN_SMALL = '[style*="font" i], [style*="indent" i], [style*="content-visibility" i]';
  const COLOURS = /color|background|\ball: ?|fill/;
  /** To ask more rules costs as much as to ask every element; of few elements every one is asked. */
  const COLOUR_RULES_MAX = 40;
  const COLOURS_ASKED_MIN = 500;
  /** What a browser itself gives colours to. */
  const COLOURED =
    'html, body, a, button, dialog, fieldset, font, input, mark, marquee, meter, optgroup, option, progress, select, table, textarea, [popover], ' +
    '[style*="color" i], [style*="background" i], [style*="all" i], [style*="fill" i], [color], [bgcolor], [background], [fill]';
  const withText = new Set<Element>();
  const counting = new Set<Element>();
  const withPicture = new Set<Element>();
  const concealed = new Set<Element>();
  const coloured = new Set<Element>();
  const colourRules: { readonly selector: string; readonly isNested: boolean }[] = [];
  let mayConcealAny = false;
  let mayShrinkText = root.querySelector(WRITTEN_SMALL) !== null;
  const sheets = readableSheets();
  const elements = root.querySelectorAll('*');
  let mayColourAny = elements.length < COLOURS_ASKED_MIN;
  const asksElements = elements.length <= ASKED_ONE_BY_ONE && (sheets.unread || sheets.rules > elements.length);
  if (asksElements) askElements('host' in root ? [root.host, ...elements] : [...elements]);
  else for (const sheet of sheets.readable) readRules(sheet.cssRules, '');
  for (const element of root.querySelectorAll('[style*="url(" i], [style*="counter-" i]')) {
    withPicture.add(element);
    counting.add(element);
  }
  for (const element of root.querySelectorAll(WRITTEN)) concealed.add(element);
  const isKnown = !asksElements && !sheets.unread && !isAnimated();
  const hasFewColours = isKnown && !mayColourAny;
  if (hasFewColours) {
    for (const { selector, isNested } of colourRules) collect(selector, isNested, coloured);
    for (const element of root.querySelectorAll(COLOURED)) coloured.add(element);
  }
  return {
    withText,
    counting,
    withPicture,
    concealed: isKnown && !mayConcealAny ? concealed : undefined,
    coloured: hasFewColours ? coloured : undefined,
    mayShrinkText: mayShrinkText || asksElements || sheets.unread,
  };

  function readableSheets() {
    const readable: CSSStyleSheet[] = [];
    let rules = 0;
    let unread = false;
    for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) {
      if (sheet.disabled) continue;
      try {
        rules += sheet.cssRules.length;
        readable.push(sheet);
      } catch {
        // Of another origin.
        unread = true;
      }
    }
    return { readable, rules, unread };
  }

  function askElements(asked: readonly Element[]): void {
    let isCounted = false;
    for (const element of asked) {
      for (const side of ['::before', '::after']) {
        const { content } = getComputedStyle(element, side);
        if (content === 'none' || content === 'normal') continue;
        if (WORD_IN_CONTENT.test(content)) withText.add(element);
        isCounted ||= content.includes('counter');
      }
      if (getComputedStyle(element).backgroundImage.includes('url(')) withPicture.add(element);
    }
    if (isCounted) for (const element of asked) counting.add(element);
  }

  /** By a script: what it does stands in no rule. */
  function isAnimated(): boolean {
    return root.getAnimations().some((animation) => animation.constructor === Animation);
  }

  function readRules(rules: CSSRuleList, within: string): void {
    for (const rule of rules) {
      const selector = 'selectorText' in rule ? String(rule.selectorText) : undefined;
      // What a nested rule speaks of lies at or below what the rule around it speaks of, or beside it.
      const reached = selector === undefined || within === '' ? (selector ?? within) : within;
      if ('style' in rule) readRule(rule as CSSStyleRule, reached, within !== '');
      if ('cssRules' in rule) readRules(rule.cssRules as CSSRuleList, reached);
      if ('styleSheet' in rule && rule.styleSheet !== null) readRules((rule.styleSheet as CSSStyleSheet).cssRules, '');
    }
  }

  function readRule(rule: CSSStyleRule, selector: string, isNested: boolean): void {
    const text = rule.cssText;
    mayShrinkText ||= SHRINKS.test(text);
    if (CONCEALS.test(text)) {
      // Steps of an animation, and what lies in another tree.
      if (selector === '' || /::(?:slotted|part)/.test(text)) mayConcealAny = true;
      else collect(selector, isNested, concealed);
    }
    if (mayColourAny === false && COLOURS.test(text)) {
      // The same, and what is counted from where the rule stands.
      const isAny = selector === '' || /:scope|::(?:slotted|part)/.test(text);
      mayColourAny = isAny || colourRules.push({ selector, isNested }) > COLOUR_RULES_MAX;
    }
    if (selector !== '' && OF_INTEREST.test(text)) readStyle(rule.style, selector, isNested);
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
