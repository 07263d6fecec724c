/** An address in an answer's text. */
export interface AnswerUrl {
  /** As it is written, without the punctuation around it. */
  readonly url: string;
  /** `link`: where a Markdown link leads. `text`: written out. `mention`: a host name without a scheme, perhaps with a path. */
  readonly where: 'link' | 'text' | 'mention';
}

const SCHEME = '(?:https?|ftp|wss?):';

/** Leads somewhere by itself, if only by a host without a scheme. */
const ABSOLUTE = new RegExp(String.raw`^(?:${SCHEME}|[\\/]{2})`, 'i');

/** A title and the closing parenthesis of a link. Bounded, so that a thousand quotes that nobody closes cost no square. */
const LINK_END = String.raw`(?=(?:\s+(?:"[^"]{0,2000}"|'[^']{0,2000}'|\([^()]{0,2000}\)))?\s*\))`;

/** In angle brackets, or with parentheses in pairs. */
const TARGET = String.raw`(<[^<>\n]*>|(?!<)(?:[^\s()]|\([^\s()]*\))+?)`;

/**
 * Markdown's links, definitions of links and autolinks: what stands before the target, and the target. A definition has
 * nothing behind it but a title. What only begins like one of them is text.
 */
const LINKS = [
  new RegExp(String.raw`(\]\(\s*)${TARGET}${LINK_END}`, 'g'),
  new RegExp(
    String.raw`^([> ]*\[(?!\^)[^\]\n]+\]:[^\S\n]*(?:\n[^\S\n]*)?)${TARGET}(?=[.,]?(?:[^\S\n]+["'(].*)?[^\S\n]*$)`,
    'gm',
  ),
  new RegExp(String.raw`()(<${SCHEME}[^<>\s]*>)`, 'gi'),
];

/** Marks that no URL goes on after: they enclose it, or end a sentence that is written without spaces. */
const BEYOND = '\\s\\u200b<>"`|[\\]，。、；：！？）】」』》”’…';

const HOST_AND_REST = String.raw`(?:\[[\da-f:.]+\]|[\p{L}\p{M}\p{N}\p{Cf}._~%。-]*)(?::\d+)?(?:[/?#\\][^${BEYOND}]*)?`;

/** A URL written out. Its host ends at the first character that none can have: of a list without spaces each URL is found. */
const WRITTEN = new RegExp(String.raw`${SCHEME}[\\/]{2,}(?:[\w.~%!$&*+=:-]*@)?${HOST_AND_REST}`, 'giu');

/** The same for a browser, which takes all before an `@` for credentials, whatever it looks like. */
const DISGUISED = new RegExp(String.raw`${SCHEME}[\\/]{2,}[^\s</?#\\]*@${HOST_AND_REST}`, 'giu');

/** Words with what may be their path. Letters of scripts without capitals are no part: such text has no spaces either. */
const WORDS = new RegExp(String.raw`[\p{Lu}\p{Ll}\p{M}\p{Nd}\p{Cf}_.-]+(?:/[^${BEYOND}()]*)?`, 'gu');

/** The addresses in a text, in order: each once for what it is, and once more for what a browser takes it for. Linear time. */
export function answerUrls(text: string): AnswerUrl[] {
  const found: (AnswerUrl & { readonly at: number })[] = [];
  let rest = text;
  for (const pattern of LINKS) {
    rest = rest.replace(pattern, (whole: string, before: string, target: string, at: number) => {
      const url = unescaped(target.replace(/^<|>$/g, ''));
      if (!ABSOLUTE.test(url)) return whole;
      found.push({ url, where: 'link', at });
      return before + ' '.repeat(target.length);
    });
  }
  const written = new Map<number, string>();
  for (const { 0: whole, index: at } of rest.matchAll(WRITTEN)) written.set(at, trimmed(whole));
  for (const { 0: whole, index: at } of rest.matchAll(DISGUISED)) {
    const url = trimmed(whole);
    if (url !== written.get(at)) found.push({ url, where: 'text', at });
  }
  for (const [at, url] of written) found.push({ url, where: 'text', at });
  rest = rest.replace(WRITTEN, (whole) => ' '.repeat(whole.length));
  for (const { 0: word, index } of rest.matchAll(WORDS)) {
    const url = trimmed(word.replace(/\p{Cf}/gu, '').replace(/^[._-]+/, ''));
    if (/^[^/]+\.[^/]/.test(url)) found.push({ url, where: 'mention', at: index });
  }
  return found.sort((one, other) => one.at - other.at).map(({ url, where }) => ({ url, where }));
}

/** Without what ends the sentence, or closes the bracket, that the URL stands in. */
function trimmed(url: string): string {
  // Text of a script that needs no spaces may follow a host at once; hardly a host of such a script after a whole one.
  const text = url.replace(/^([A-Za-z]+:\/\/[\w.-]+\.[A-Za-z]{2,})\P{ASCII}+$/u, '$1');
  let end = text.length;
  let unopened = text.split(')').length - text.split('(').length;
  for (; end > 0; end -= 1) {
    const last = text.charAt(end - 1);
    if (last === ')' && unopened > 0) unopened -= 1;
    else if (!/[?!.,:;*_~'({}\\]/.test(last)) break;
  }
  return text.slice(0, end);
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', colon: ':', sol: '/', period: '.', commat: '@' };

/** Markdown's escapes and HTML's references, which hide nothing from whoever shows the link. */
function unescaped(target: string): string {
  return target
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|colon|sol|period|commat));/gi, (whole, decimal, hex, name) => {
      if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? whole;
      const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    });
}
