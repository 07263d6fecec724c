import type { ElementTest, LightElement, LightNode } from './light-tree.js';
import type { SelectorSource } from './selector-source.js';
import { following } from './tree-order.js';

type Way = 'previousElementSibling' | 'nextElementSibling';

/** Reads the selectors that stand in the parentheses of a pseudo-class. */
export interface SelectorParser {
  readonly list: (source: SelectorSource) => ElementTest;
  /** Those that are seen from an element. */
  readonly relatives: (source: SelectorSource) => ElementTest;
}

const FIELDS = /^(?:button|input|select|textarea|optgroup|option|fieldset)$/;
const NTH = /\s*(?:(odd|even)|([+-]?\d*)n(?:\s*([+-])\s*(\d+))?|([+-]?\d+))\s*/iy;
const isLink = (element: LightElement) => /^(?:a|area)$/.test(element.localName) && element.hasAttribute('href');

const PLAIN: Readonly<Record<string, ElementTest>> = {
  root: ({ parentNode }) => parentNode?.nodeType === 9,
  scope: (element, scope) => (scope.nodeType === 9 ? element.parentNode === scope : element === scope),
  empty: ({ childNodes }) => childNodes.every((node) => node.nodeType === 8 || node.nodeValue === ''),
  'first-child': (element) => isFirst(element, 'previousElementSibling'),
  'last-child': (element) => isFirst(element, 'nextElementSibling'),
  'only-child': (element) => isFirst(element, 'previousElementSibling') && isFirst(element, 'nextElementSibling'),
  'first-of-type': (element) => isFirst(element, 'previousElementSibling', alike(element)),
  'last-of-type': (element) => isFirst(element, 'nextElementSibling', alike(element)),
  'only-of-type': (element) =>
    isFirst(element, 'previousElementSibling', alike(element)) &&
    isFirst(element, 'nextElementSibling', alike(element)),
  link: isLink,
  'any-link': isLink,
  checked: (element) => element.hasAttribute('checked') || element.hasAttribute('selected'),
  disabled: (element) => FIELDS.test(element.localName) && element.hasAttribute('disabled'),
  enabled: (element) => FIELDS.test(element.localName) && !element.hasAttribute('disabled'),
};

/**
 * A pseudo-class, after its name.
 *
 * @throws SyntaxError for one that is not known, or says nothing of a page that is not shown, as `:hover`.
 */
export function pseudoTest(source: SelectorSource, name: string, parser: SelectorParser): ElementTest {
  if (source.take(/\(\s*/y) === undefined)
    return Object.hasOwn(PLAIN, name) ? (PLAIN[name] ?? source.fail()) : source.fail();
  const test = functional(source, name, parser);
  return source.take(/\s*\)/y) === undefined ? source.fail() : test;
}

function functional(source: SelectorSource, name: string, { list, relatives }: SelectorParser): ElementTest {
  switch (name) {
    case 'not': {
      const test = list(source);
      return (element, scope) => !test(element, scope);
    }
    case 'is':
    case 'where':
      return list(source);
    case 'has': {
      const test = relatives(source);
      return (element) => hasRelative(element, test);
    }
    case 'nth-child':
    case 'nth-last-child':
    case 'nth-of-type':
    case 'nth-last-of-type':
      return nthTest(source, name, list);
    default:
      return source.fail();
  }
}

/** Looked for in the element and in what comes after it beside. */
function hasRelative(element: LightElement, test: ElementTest): boolean {
  const around: LightNode = element.parentNode ?? element;
  for (let node = following(element, around); node !== null; node = following(node, around)) {
    if (node.nodeType === 1 && test(node as LightElement, element)) return true;
  }
  return false;
}

function nthTest(source: SelectorSource, name: string, list: SelectorParser['list']): ElementTest {
  const [, word, step, sign = '+', offset = '0', only] = source.take(NTH) ?? source.fail();
  const start = word !== undefined ? Number(word.toLowerCase() === 'odd') : Number(only ?? sign + offset);
  const every = word !== undefined ? 2 : only !== undefined ? 0 : Number(/\d/.test(step ?? '') ? step : `${step}1`);
  const way = name.includes('last') ? 'nextElementSibling' : 'previousElementSibling';
  const counted = /-child$/.test(name) && source.take(/of\s+/iy) !== undefined ? list(source) : undefined;
  return (element, scope) => {
    if (counted !== undefined && !counted(element, scope)) return false;
    const isCounted = name.endsWith('type') ? alike(element) : (other: LightElement) => counted?.(other, scope) ?? true;
    let place = 1;
    for (let other = element[way]; other !== null; other = other[way]) if (isCounted(other)) place += 1;
    return every === 0 ? place === start : (place - start) % every === 0 && (place - start) / every >= 0;
  };
}

function isFirst(element: LightElement, way: Way, isCounted: (other: LightElement) => boolean = () => true): boolean {
  let other = element[way];
  while (other !== null && !isCounted(other)) other = other[way];
  return other === null;
}

function alike({ localName }: LightElement): (other: LightElement) => boolean {
  return (other) => other.localName === localName;
}
