import type { ElementTest } from './light-tree.js';
import { ESCAPE, hasToken, IDENTIFIER, type SelectorSource, unescaped } from './selector-source.js';

const ATTRIBUTE = new RegExp(
  String.raw`\s*(${IDENTIFIER})\s*(?:([~|^$*]?=)\s*(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|((?:[\w\u0080-\uffff-]|${ESCAPE})+))\s*([is])?\s*)?\]`,
  'iy',
);
/** Whose values HTML compares without regard to case. */
const CASELESS: ReadonlySet<string> = new Set(
  `accept accept-charset align charset checked clear color compact defer dir direction disabled enctype face frame
  hreflang http-equiv lang language link media method multiple nohref noresize noshade nowrap readonly rel rev rules scope
  scrolling selected shape target text type valign valuetype vlink`.split(/\s+/),
);

/** `[name]`, `[name="value" i]` and their like, after the bracket that opens them. */
export function attributeTest(source: SelectorSource): ElementTest {
  const [whole, written = '', operator, double, single, bare, flag] = source.take(ATTRIBUTE) ?? [];
  if (whole === undefined) return source.fail();
  const name = unescaped(written).toLowerCase();
  if (operator === undefined) return (element) => element.hasAttribute(name);
  const isCaseless = flag === undefined ? CASELESS.has(name) : flag.toLowerCase() === 'i';
  const cased = (text: string) => (isCaseless ? text.toLowerCase() : text);
  const fits = comparison(operator, cased(unescaped(double ?? single ?? bare ?? '')));
  return (element) => {
    const value = element.getAttribute(name);
    return value !== null && fits(cased(value));
  };
}

function comparison(operator: string, wanted: string): (value: string) => boolean {
  switch (operator) {
    case '~=':
      return (value) => wanted !== '' && !/\s/.test(wanted) && hasToken(value, wanted);
    case '|=':
      return (value) => value === wanted || value.startsWith(`${wanted}-`);
    case '^=':
      return (value) => wanted !== '' && value.startsWith(wanted);
    case '$=':
      return (value) => wanted !== '' && value.endsWith(wanted);
    case '*=':
      return (value) => wanted !== '' && value.includes(wanted);
    default:
      return (value) => value === wanted;
  }
}
