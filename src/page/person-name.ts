import { findDate } from './stated-date.js';
import { collapse } from './white-space.js';

const MAX_CHARS = 100;
const MAX_LINE_CHARS = 1_000;
const MAX_WORDS = 12;
/** What introduces who wrote something. */
export const CREDIT =
  /^(?:(?:(?:written|post(?:ed)?|published|authored|created|asked|started|reported|words|story|text|article|review(?:ed)?|thread)\s+)?by|written by|authors?|thread starter|original poster|autore?|auteur|von|por|par|di|door|av|af|автор|作者|文)\s*[:：]?\s+/iu;
/** What else stands on such a line. */
const AFTER =
  /\s*(?:[|•·–—»/(<[]|\s-\s|,?\s+(?:on|at|in|for|updated|published|posted|last|reviewed|edited by|fact[- ]checked|medically)\b|,?\s(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?\s\d{1,2}\b|\d+\s*min(?:ute)?s?\b|\bfollow\b|start date).*$/iu;
const MAIL = /\s*<[^<>]*(?:@|\sat\s)[^<>]*>/g;
/** Trades that are put after a name, `, a writer in Kent` and `, Senior Editor`. */
const TRADE =
  /,\s+(?:\p{Ll}|[^,]*\b(?:[Ee]ditor|[Ww]riter|[Rr]eporter|[Cc]orrespondent|[Ss]taff|[Cc]ontributor|[Dd]irector|[Mm]anager|[Pp]rofessor|[Ee]ducators?|[Ee]ngineer|[Ff]ounder|CEO|[Oo]fficer|[Aa]nalyst|[Jj]ournalist|[Ss]pecialist|[Ee]xpert|[Aa]uthor|[Cc]olumnist|[Pp]roducer|[Hh]ead of|[Pp]resident|[Uu]niversity)\b).*$/u;
const NO_NAME =
  /^(?:admin(?:istrator)?|anonymous|guest|unknown|author|authors|editor|editors|staff|null|undefined|none|n\/a|user|by|share|follow|about|home|menu|login|sign in|read more|comments?|posted|published|updated|view profile|member|moderator|new member|original poster|(?:thread|topic) starter|subscribe)$/i;

/**
 * A text that may be a name, as a name: without what introduces it, and without trade, date and the like after it.
 * Undefined for what is none.
 */
export function personName(text: string | undefined | null): string | undefined {
  let name = collapse(text?.slice(0, MAX_LINE_CHARS)).replace(CREDIT, '').replace(MAIL, '');
  const date = findDate(name);
  if (date !== undefined) name = name.slice(0, date.start);
  name = name
    .replace(AFTER, '')
    .replace(TRADE, '')
    .replace(/^[@\s,;:•·|–—-]+|[\s,;:•·|–—-]+$/gu, '');
  if (name === '' || name.length > MAX_CHARS || name.split(' ').length > MAX_WORDS) return undefined;
  if (!/\p{L}/u.test(name) || NO_NAME.test(name)) return undefined;
  return /^(?:https?:|www\.|\/)|[{}<>=]|\.(?:com|org|net)$|^\S+@\S+$/i.test(name) ? undefined : name;
}

/** Whether it is the name of an account rather than what somebody is called: one word, and not as names are written. */
export function isAccountName(name: string): boolean {
  return !/\s/.test(name) && (/\d/.test(name) || !/^\p{Lu}/u.test(name));
}
