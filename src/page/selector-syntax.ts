const NAME = String.raw`-{0,2}[a-z_\u0080-\uffff][\w\u0080-\uffff-]*`;
const ATTRIBUTE = String.raw`\[\s*${NAME}\s*(?:[~|^$*]?=\s*${NAME}\s*(?:\s[is]\s*)?)?\]`;
const PART = `(?:[.#]${NAME}|::?${NAME}|${ATTRIBUTE})`;
const COMPOUND = String.raw`(?:(?:${NAME}|\*)${PART}*|${PART}+)`;
const COMPLEX = String.raw`${COMPOUND}(?:(?:\s*[>+~]\s*|\s+)${COMPOUND})*`;
const LIST = new RegExp(String.raw`^\s*${COMPLEX}(?:\s*,\s*${COMPLEX})*\s*$`, 'i');

/**
 * Whether a text is built as a CSS selector is. Light DOMs take `div >` or `@p` for something and match with it; whether
 * what is in the parentheses of a pseudo-class makes sense, and whether there is such a class, only a DOM can say.
 */
export function isSelector(text: string): boolean {
  let plain = text
    .replace(/\\(?:[0-9a-f]{1,6}\s?|[^\n])/gi, '_')
    .replace(/"[^"\n]*"|'[^'\n]*'/g, '""')
    // An identifier may not begin with a digit, but the number of an attribute's value is no mistake worth refusing.
    .replace(/(?<==\s*)(?:""|\d)/g, '_');
  for (let nested = ''; nested !== plain; ) {
    nested = plain;
    plain = nested.replace(/(?<=:[\w-]+)\([^()]+\)/g, '');
  }
  return LIST.test(plain);
}
