import type { ElementTest } from './light-tree.js';
import { attributeTest } from './selector-attribute.js';
import { pseudoTest } from './selector-pseudo.js';
import { ESCAPE, hasToken, IDENTIFIER, SelectorSource, unescaped } from './selector-source.js';

const NAME = new RegExp(IDENTIFIER, 'iy');
const ID = new RegExp(String.raw`(?:[\w\u0080-\uffff-]|${ESCAPE})+`, 'iy');
const COMBINATOR = /\s*([>+~])\s*|\s+/y;

/** Names of elements and nothing besides, as most of Readability's are. */
const NAMES_ALONE = /^[a-z][a-z\d]*(?:, ?[a-z][a-z\d]*)*$/;

/** @throws SyntaxError for what is no selector, or none that is known here. */
export function selectorTest(text: string): ElementTest {
  if (NAMES_ALONE.test(text)) {
    const names = new Set(text.split(/, ?/));
    return ({ localName }) => names.has(localName);
  }
  const source = new SelectorSource(text);
  const test = listTest(source);
  return source.at === source.text.length ? test : source.fail();
}

/** Selectors with commas between them, up to what is of none. */
function listTest(source: SelectorSource, complex: (source: SelectorSource) => ElementTest = complexTest): ElementTest {
  const tests: ElementTest[] = [];
  do tests.push(complex(source));
  while (source.take(/\s*,\s*/y));
  const [only] = tests;
  return tests.length === 1 && only !== undefined
    ? only
    : (element, scope) => tests.some((test) => test(element, scope));
}

/** Compound selectors with combinators between them. */
function complexTest(source: SelectorSource): ElementTest {
  return continued(source, compoundTest(source));
}

/** Selectors that begin with a combinator, or a blank that is left out: as seen from an element. */
function relativeTest(source: SelectorSource): ElementTest {
  source.take(/\s+/y);
  const by = source.take(/([>+~])\s*/y)?.[1] ?? ' ';
  return continued(
    source,
    combined((element, scope) => element === scope, by, compoundTest(source)),
  );
}

function continued(source: SelectorSource, first: ElementTest): ElementTest {
  let test = first;
  for (;;) {
    const from = source.at;
    const found = source.take(COMBINATOR);
    if (found === undefined) return test;
    const next = source.text.charAt(source.at);
    if (found[1] === undefined && (next === ',' || next === ')' || next === '')) {
      source.at = from;
      return test;
    }
    test = combined(test, found[1] ?? ' ', compoundTest(source));
  }
}

function combined(left: ElementTest, by: string, own: ElementTest): ElementTest {
  switch (by) {
    case '>':
      return (element, scope) => {
        if (!own(element, scope)) return false;
        const above = element.parentElement;
        return above !== null && left(above, scope);
      };
    case '+':
      return (element, scope) => {
        if (!own(element, scope)) return false;
        const before = element.previousElementSibling;
        return before !== null && left(before, scope);
      };
    case '~':
      return (element, scope) => {
        if (!own(element, scope)) return false;
        let before = element.previousElementSibling;
        while (before !== null && !left(before, scope)) before = before.previousElementSibling;
        return before !== null;
      };
    default:
      return (element, scope) => {
        if (!own(element, scope)) return false;
        let above = element.parentElement;
        while (above !== null && !left(above, scope)) above = above.parentElement;
        return above !== null;
      };
  }
}

function compoundTest(source: SelectorSource): ElementTest {
  const tests: ElementTest[] = [];
  const type = source.take(NAME)?.[0];
  if (type !== undefined) tests.push(typeTest(unescaped(type)));
  else if (source.take(/\*/y)) tests.push(() => true);
  for (;;) {
    const test = partTest(source);
    if (test === undefined) break;
    tests.push(test);
  }
  const [only] = tests;
  if (only === undefined) return source.fail();
  return tests.length === 1 ? only : (element, scope) => tests.every((test) => test(element, scope));
}

function partTest(source: SelectorSource): ElementTest | undefined {
  const sign = source.take(/[#.[]|::?/y)?.[0];
  if (sign === undefined) return undefined;
  if (sign === '[') return attributeTest(source);
  const name = source.take(sign === '#' ? ID : NAME)?.[0];
  // What stands before or after an element is none.
  if (name === undefined || sign === '::') return source.fail();
  if (sign === ':')
    return pseudoTest(source, name.toLowerCase(), {
      list: listTest,
      relatives: (rest) => listTest(rest, relativeTest),
    });
  const wanted = unescaped(name);
  return sign === '#' ? ({ id }) => id === wanted : ({ className }) => hasToken(className, wanted);
}

function typeTest(name: string): ElementTest {
  const lower = name.toLowerCase();
  return ({ localName }) => localName === lower || localName === name;
}
