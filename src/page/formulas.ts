import { texOfMathml } from './mathml.js';
import { markTexInText } from './tex-in-text.js';
import { elementName, elementsNamed, elementsWhere } from './walk.js';

/** On an element whose text is TeX; its value says whether the formula stands within a line or on lines of its own. */
export const FORMULA_MARK = 'data-pageward-math';

type Place = 'inline' | 'display';

/** Elements by which KaTeX, MathJax 2, MediaWiki, Pandoc and Markdown for Python show a formula. */
const SHOWN =
  /(?:^|\s)(?:katex(?:-display)?|MathJax(?:_Display|_SVG|_SVG_Display|_CHTML)?|mjx-chtml|mwe-math-element|arithmatex)(?:\s|$)/;
const NAMED_MATH = /(?:^|\s)math\s+(inline|display)(?:\s|$)/;
const PICTURE = /(?:^|\s)(?:latex|tex|mwe-math-fallback-image-(?:inline|display))(?:\s|$)/;
const DISPLAYED =
  /(?:^|\s)(?:katex-display|MathJax_Display|MathJax_SVG_Display|MJXc-display|mwe-math-fallback-image-display)(?:\s|$)/;
const MATH_SCRIPT = /^\s*math\/(?:tex|mml)/i;

/**
 * Puts the TeX of every formula in the place of what shows it: its source where the page holds it, else what its MathML
 * says. Such elements hold the formula two or three times, for the eye, for those who cannot see and for search, and none
 * reads well: half is "12" in MathML. Changes the document; before what is hidden in it is removed, for the source is.
 */
export function markFormulas(document: Document): void {
  for (const element of elementsWhere(document.body, isFormula)) {
    // What stood in a formula has left with it.
    if (!element.isConnected) continue;
    if (!isSource(element) && isBesideSource(element)) element.remove();
    else replaceFormula(element);
  }
  markTexInText(document, formulaElement);
}

function formulaElement(document: Document, tex: string, place: Place): Element {
  // Both may stand in a paragraph; the writer takes the one for a block.
  const formula = document.createElement(place === 'display' ? 'output' : 'span');
  formula.setAttribute(FORMULA_MARK, place);
  formula.textContent = tex;
  return formula;
}

function isFormula(element: Element): boolean {
  const name = elementName(element);
  if (name === 'math' || name === 'mjx-container') return true;
  if (name === 'script') return isSource(element);
  const classes = element.getAttribute('class');
  if (classes === null) return false;
  return name === 'img'
    ? PICTURE.test(classes)
    : SHOWN.test(classes) || NAMED_MATH.test(classes) || /MathJax_Preview/.test(classes);
}

/** MathJax 2 keeps the source in a script right behind what it shows. */
function isSource(element: Element | null): boolean {
  return elementName(element) === 'script' && MATH_SCRIPT.test(element?.getAttribute('type') ?? '');
}

function isBesideSource(element: Element): boolean {
  const next = element.nextElementSibling;
  return (
    isSource(next) ||
    (next !== null && /MathJax/.test(next.getAttribute('class') ?? '') && isSource(next.nextElementSibling))
  );
}

function replaceFormula(element: Element): void {
  const tex = sourceOf(element)
    ?.replace(/^\{\\(?:display|text)style\b([\s\S]*)\}$/, '$1')
    .trim();
  if (tex) element.replaceWith(formulaElement(element.ownerDocument, tex, placeOf(element)));
}

function sourceOf(element: Element): string | undefined {
  const name = elementName(element);
  const classes = element.getAttribute('class') ?? '';
  if (name === 'script')
    return /mml/i.test(element.getAttribute('type') ?? '')
      ? texOfMarkup(element, element.textContent ?? '')
      : (element.textContent ?? '');
  if (name === 'img') return element.getAttribute('alt') ?? undefined;
  if (NAMED_MATH.test(classes) && element.firstElementChild === null) return undelimited(element.textContent ?? '');
  const [math] = name === 'math' ? [element] : elementsNamed(element, 'math');
  if (math !== undefined) return texOfMath(math);
  const written = elementsWhere(element, (inner) => inner.hasAttribute('data-mathml'))[0] ?? element;
  const markup = written.getAttribute('data-mathml');
  return markup === null ? undefined : texOfMarkup(element, markup);
}

function texOfMarkup(element: Element, markup: string): string | undefined {
  const holder = element.ownerDocument.createElement('div');
  holder.innerHTML = markup;
  const [math] = elementsNamed(holder, 'math');
  return math === undefined ? undefined : texOfMath(math);
}

function texOfMath(math: Element): string {
  const source = elementsNamed(math, 'annotation').find((note) => /tex/i.test(note.getAttribute('encoding') ?? ''));
  const spoken = math.getAttribute('alttext') ?? '';
  if (source !== undefined) return source.textContent ?? '';
  // Elsewhere it is said in words.
  return /[\\^_{]/.test(spoken) ? spoken : texOfMathml(math);
}

function undelimited(text: string): string {
  return text.trim().replace(/^(?:\\[([]|\$\$?)([\s\S]*?)(?:\\[)\]]|\$\$?)$/, '$1');
}

function placeOf(element: Element): Place {
  const classes = element.getAttribute('class') ?? '';
  const type = element.getAttribute('type') ?? '';
  const isDisplayed =
    DISPLAYED.test(classes) ||
    NAMED_MATH.exec(classes)?.[1] === 'display' ||
    /mode\s*=\s*display/i.test(type) ||
    element.getAttribute('display') === 'true' ||
    [element, ...elementsNamed(element, 'math', 'img')].some(
      (inner) => inner.getAttribute('display') === 'block' || DISPLAYED.test(inner.getAttribute('class') ?? ''),
    );
  return isDisplayed ? 'display' : 'inline';
}
