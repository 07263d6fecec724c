import { joinTex, texOf } from './tex-symbols.js';
import { childElements, elementName } from './walk.js';
import { collapse } from './white-space.js';

/** Functions that TeX sets upright by commands of their own. */
const FUNCTIONS: ReadonlySet<string> = new Set(
  'sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln lg exp lim max min sup inf det dim ker gcd arg deg Pr'.split(
    ' ',
  ),
);
/** What has its limits above and below. */
const LIMITS = /^\\(?:sum|prod|coprod|i*int|oint|big[a-z]+|lim|max|min|sup|inf|det|gcd|operatorname\*?\{[^}]*\})$/;
const OVER: ReadonlyMap<string, string> = new Map([
  ['¯', 'bar'],
  ['‾', 'overline'],
  ['_', 'overline'],
  ['^', 'hat'],
  ['ˆ', 'hat'],
  ['~', 'tilde'],
  ['˜', 'tilde'],
  ['→', 'vec'],
  ['⃗', 'vec'],
  ['˙', 'dot'],
  ['¨', 'ddot'],
  ['⏞', 'overbrace'],
]);
const UNDER: ReadonlyMap<string, string> = new Map([
  ['_', 'underline'],
  ['̲', 'underline'],
  ['⏟', 'underbrace'],
]);
const VARIANTS: ReadonlyMap<string, string> = new Map([
  ['normal', 'mathrm'],
  ['bold', 'mathbf'],
  ['double-struck', 'mathbb'],
  ['script', 'mathcal'],
  ['fraktur', 'mathfrak'],
  ['sans-serif', 'mathsf'],
  ['monospace', 'mathtt'],
]);
/** Tables between fences, and the environments of LaTeX that bring the fences with them. */
const MATRICES: ReadonlyMap<string, string> = new Map([
  ['()', 'pmatrix'],
  ['[]', 'bmatrix'],
  ['||', 'vmatrix'],
  ['∥∥', 'Vmatrix'],
  ['‖‖', 'Vmatrix'],
  ['{}', 'Bmatrix'],
  ['{', 'cases'],
]);

/** A formula in presentation MathML as LaTeX. Of what there is no LaTeX for, what it holds is kept. */
export function texOfMathml(element: Element): string {
  const children = childElements(element);
  const [first, second, third] = children;
  switch (elementName(element)) {
    case 'mi':
      return identifier(element);
    case 'mn':
    case 'mo':
      return texOf(collapse(element.textContent));
    case 'mtext':
    case 'ms':
      return text(element.textContent ?? '');
    case 'mspace':
      return Number.parseFloat(element.getAttribute('width') ?? '') >= 1 ? '\\quad ' : '\\,';
    case 'mfrac':
      return fraction(element, first, second);
    case 'msqrt':
      return `\\sqrt{${row(children)}}`;
    case 'mroot':
      return `\\sqrt[${tex(second)}]{${tex(first)}}`;
    case 'msub':
      return based(first) + script('_', second);
    case 'msup':
      return based(first) + script('^', second);
    case 'msubsup':
      return based(first) + script('_', second) + script('^', third);
    case 'munder':
      return accented(first, second, UNDER) ?? limits(first, second, undefined);
    case 'mover':
      return accented(first, second, OVER) ?? limits(first, undefined, second);
    case 'munderover':
      return limits(first, second, third);
    case 'mmultiscripts':
      return multiscripts(children);
    case 'mtable':
      return matrix(element, 'matrix');
    case 'mfenced':
      return fenced(element, children);
    case 'mphantom':
      return `\\phantom{${row(children)}}`;
    case 'semantics':
    case 'maction':
      return tex(first);
    case 'annotation':
    case 'annotation-xml':
    case 'none':
    case 'mprescripts':
      return '';
    default:
      return row(children);
  }
}

function tex(element: Element | undefined): string {
  return element === undefined ? '' : texOfMathml(element);
}

/** Elements side by side; a table and the fences around it are one. */
function row(elements: readonly Element[]): string {
  const parts: string[] = [];
  for (let at = 0; at < elements.length; at++) {
    const element = elements[at];
    const table = tableIn(elements[at + 1]);
    const fences = [element, elements[at + 2]].map((fence) =>
      elementName(fence) === 'mo' ? collapse(fence?.textContent) : '',
    );
    const environment = fences[0] === '' ? undefined : MATRICES.get(fences.join(''));
    if (table !== undefined && environment !== undefined) {
      parts.push(matrix(table, environment));
      at += fences[1] === '' ? 1 : 2;
    } else parts.push(tex(element));
  }
  return joinTex(parts);
}

function tableIn(element: Element | undefined): Element | undefined {
  if (element === undefined || elementName(element) === 'mtable') return element;
  const children = childElements(element);
  return ['mrow', 'mstyle', 'mpadded'].includes(elementName(element)) && children.length === 1
    ? tableIn(children[0])
    : undefined;
}

function identifier(element: Element): string {
  const name = collapse(element.textContent);
  const variant = VARIANTS.get(element.getAttribute('mathvariant') ?? '');
  if (FUNCTIONS.has(name)) return `\\${name}`;
  if (/^[a-z]{2,}$/i.test(name)) return variant === undefined ? `\\operatorname{${name}}` : `\\${variant}{${name}}`;
  return variant === undefined || !/[\p{L}\p{N}]/u.test(name) ? texOf(name) : `\\${variant}{${texOf(name)}}`;
}

function text(content: string): string {
  const shown = content.replace(/\s+/g, ' ');
  return shown.trim() === '' ? '\\ ' : `\\text{${shown.replace(/[{}%#&$_]/g, '\\$&')}}`;
}

function fraction(element: Element, above: Element | undefined, below: Element | undefined): string {
  const hasLine = Number.parseFloat(element.getAttribute('linethickness') ?? '1') !== 0;
  return hasLine ? `\\frac{${tex(above)}}{${tex(below)}}` : `{${tex(above)} \\atop ${tex(below)}}`;
}

/** What a script stands at; more than one sign needs braces. */
function based(element: Element | undefined): string {
  const base = tex(element);
  const isOne = isSingle(base) || ['mrow', 'mi', 'mo', 'mn', 'munder', 'mover', 'msqrt'].includes(elementName(element));
  return isOne && !/[_^]/.test(base) ? base : `{${base}}`;
}

function script(sign: '_' | '^', element: Element | undefined): string {
  const content = tex(element);
  if (content === '') return '';
  if (sign === '^' && /^(?:\\prime)+$/.test(content)) return "'".repeat(content.length / '\\prime'.length);
  return isSingle(content) ? `${sign}${content}` : `${sign}{${content}}`;
}

function isSingle(content: string): boolean {
  return /^(?:.|\\[a-z]+)$/iu.test(content);
}

function accented(
  base: Element | undefined,
  mark: Element | undefined,
  commands: ReadonlyMap<string, string>,
): string | undefined {
  const command = elementName(mark) === 'mo' ? commands.get(collapse(mark?.textContent)) : undefined;
  if (command === undefined) return undefined;
  const isWide = command === 'bar' && collapse(base?.textContent).length > 1;
  return `\\${isWide ? 'overline' : command}{${tex(base)}}`;
}

function limits(base: Element | undefined, below: Element | undefined, above: Element | undefined): string {
  const operator = tex(base);
  if (LIMITS.test(operator) || /^\\(?:under|over)brace\{/.test(operator))
    return operator + script('_', below) + script('^', above);
  const over = above === undefined ? operator : `\\overset{${tex(above)}}{${operator}}`;
  return below === undefined ? over : `\\underset{${tex(below)}}{${over}}`;
}

function multiscripts([base, ...scripts]: readonly Element[]): string {
  const border = scripts.findIndex((element) => elementName(element) === 'mprescripts');
  const behind = border < 0 ? scripts : scripts.slice(0, border);
  const ahead = border < 0 ? [] : scripts.slice(border + 1);
  const pairs = (elements: readonly Element[]) =>
    elements.map((element, index) => script(index % 2 === 0 ? '_' : '^', element)).join('');
  return (ahead.length > 0 ? `{}${pairs(ahead)}` : '') + based(base) + pairs(behind);
}

function matrix(table: Element, environment: string): string {
  const rows = childElements(table).map((line) => {
    const cells = childElements(line);
    return (elementName(line) === 'mlabeledtr' ? cells.slice(1) : cells).map(texOfMathml).join(' & ');
  });
  return `\\begin{${environment}} ${rows.join(' \\\\ ')} \\end{${environment}}`;
}

function fenced(element: Element, children: readonly Element[]): string {
  const separators = Array.from((element.getAttribute('separators') ?? ',').replace(/\s/g, ''));
  const inner = children.map((child, index) => {
    const separator = separators[Math.min(index, separators.length - 1)] ?? '';
    return tex(child) + (index < children.length - 1 ? texOf(separator) : '');
  });
  return `\\left${texOf(element.getAttribute('open') ?? '(')}${joinTex(inner)}\\right${texOf(element.getAttribute('close') ?? ')')}`;
}
