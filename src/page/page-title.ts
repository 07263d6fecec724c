import type { PageClaims } from './page-claims.js';
import type { SiteNames } from './site-names.js';
import { isShorterThan, visibleText, wordsOf } from './visible-text.js';
import { elementsNamed, isWithin } from './walk.js';
import { collapse } from './white-space.js';

/** Longer than this a heading is a text in large letters. */
const MAX_HEADING_CHARS = 300;
/** What parts a title from the names of its section and site. */
const SEPARATOR = /\s+[-–—|·•»«:/\\@~←→]+\s+|\s*[|»]\s*|:\s+/g;
const MAX_PARTS = 12;
const MAX_HEADINGS = 100;
const MAX_TITLE_CHARS = 2_000;
/** A heading with this share of its words in the title says the same. */
const SAME_SHARE = 0.5;
/** ... and so many are enough where the heading is an article's. */
const ARTICLE_SHARE = 0.25;
const ARTICLE = /Article$|Posting$|^Report$|^Review$|^QAPage$|^HowTo$|^Recipe$/;
/** What sites call their start page. */
const HOME = /^(?:home(?: ?page)?|start ?page|startseite|accueil|inicio)$/i;
const NO_PLACE = ['nav', 'footer', 'aside', 'dialog'];

/** What a page calls itself in its head, whitespace collapsed: its `<title>`, else `og:title`. */
export function documentTitle(document: Document, { meta }: PageClaims): string | undefined {
  // A `<title>` inside an inline drawing names the drawing.
  const title = elementsNamed(document, 'title').find((element) => !isWithin(element, 'svg'));
  return (collapse(title?.textContent) || meta.get('og:title'))?.slice(0, MAX_TITLE_CHARS);
}

/**
 * The title of a page as a reader would say it: without the names of site and section. Of the parts of its `<title>`, those
 * that a heading of the page repeats, or its title for social networks, or its headline in JSON-LD; else those that are not
 * the site's name. The only top heading of an article is its title, however its `<title>` puts it, and so is that of another
 * page when it says the same in other words, or what it tells social networks, or the `<title>` says nothing but the site's
 * name and motto. The start page of a site (`isStart`) is called by both.
 */
export function pageTitle(
  document: Document,
  claims: PageClaims,
  site: SiteNames,
  isStart = false,
): string | undefined {
  const whole = documentTitle(document, claims);
  const tops = headings(document, 'h1').filter((heading) => !site.isSite(heading));
  if (whole === undefined) return tops[0];
  const named = partsOf(whole).filter(({ text }) => !HOME.test(text));
  const all = named.length > 0 ? named : partsOf(whole);
  const parts = withoutSite(all, site);
  const own = joined(whole, parts);
  const runs = new Set(runsOf(whole, all).map(wordsOf));
  // Sites put their name last, and some make it a heading.
  const last = all.length > 1 && !site.namesSite(all[0]?.text ?? '') ? wordsOf(all.at(-1)?.text ?? '') : '';
  const isRepeated = (name: string) => wordsOf(name) !== last && runs.has(wordsOf(name));

  const social = socialTitle(claims, site);
  const top = tops.find(isRepeated) ?? tops.find((heading) => wordsOf(heading) === wordsOf(social));
  // Some put the name of the site into the heading, too.
  if (top !== undefined) return joined(top, withoutSite(partsOf(top), site));
  const others = tops.filter((heading) => wordsOf(heading) !== last);
  const only = new Set(others).size === 1 ? others[0] : undefined;
  const share = isArticle(claims) ? ARTICLE_SHARE : SAME_SHARE;
  if (only !== undefined && shareOf(only, own) >= share) return only;
  // After its name comes the motto of the site: the title of its start page, which it may have on every other.
  const isMotto = parts[0] !== all[0];
  if (isMotto && isStart) return joined(whole, all);
  if (isMotto && only !== undefined) return only;
  // What it tells social networks may be a single word: the last of a title that goes from the site to the page.
  if (social.length < own.length && wordsOf(social) === wordsOf(all.at(-1)?.text ?? '') && !site.namesSite(social))
    return social;
  const names = [social, ...headlines(claims), ...headings(document, 'h2')];
  const isShorter = (name: string) => name.length < own.length && wordsOf(name).includes(' ');
  return names.find((name) => !site.namesSite(name) && isShorter(name) && isRepeated(name)) ?? own;
}

/** The share of the words of a heading that a title has too. */
function shareOf(heading: string, title: string): number {
  const words = wordsOf(heading).split(' ');
  const known = new Set(wordsOf(title).split(' '));
  return words.filter((word) => known.has(word)).length / words.length;
}

function socialTitle({ meta }: PageClaims, site: SiteNames): string {
  const title = meta.get('og:title') ?? '';
  return joined(title, withoutSite(partsOf(title), site));
}

interface Part {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** What stands before it. */
  readonly separator: string;
}

function partsOf(title: string): Part[] {
  const parts: Part[] = [];
  let start = 0;
  let separator = '';
  const add = (end: number) => {
    if (end > start) parts.push({ start, end, text: title.slice(start, end), separator });
  };
  for (const { 0: found, index } of title.matchAll(SEPARATOR)) {
    add(index);
    start = index + found.length;
    separator = found;
  }
  add(title.length);
  return parts.slice(0, MAX_PARTS);
}

/**
 * All parts but those that name the site at one end, and the sections before it: `Question - Support - Example`. What
 * stands before a colon is of the title more often; what stands after a bar is not.
 */
function withoutSite(parts: readonly Part[], site: SiteNames): Part[] {
  let end = parts.length;
  while (end > 1 && site.namesSite(parts[end - 1]?.text ?? '')) end -= 1;
  const separator = parts[end]?.separator.trim();
  while (end > 1 && separator !== undefined && parts[end - 1]?.separator.trim() === separator) end -= 1;
  if (end < parts.length) return parts.slice(0, end);
  const [first, second] = parts;
  if (first === undefined || second === undefined) return [...parts];
  if (!second.separator.startsWith(':') && site.isSite(first.text)) return parts.slice(1);
  return parts.at(-1)?.separator.trim() === '|' ? parts.slice(0, -1) : [...parts];
}

function joined(title: string, parts: readonly Part[]): string {
  return title.slice(parts[0]?.start ?? 0, parts.at(-1)?.end ?? title.length);
}

/** Every run of parts, as it stands in the title. */
function runsOf(title: string, parts: readonly Part[]): string[] {
  return parts.flatMap((first, index) => parts.slice(index).map((last) => title.slice(first.start, last.end)));
}

function headings(document: Document, name: string): string[] {
  return elementsNamed(document, name)
    .filter((element) => isShorterThan(element, MAX_HEADING_CHARS * 3) && !isWithin(element, ...NO_PLACE))
    .slice(0, MAX_HEADINGS)
    .map((element) => collapse(visibleText(element).replace(/[¶#]\s*$/, '')))
    .filter((text) => text !== '' && text.length <= MAX_HEADING_CHARS);
}

function headlines({ graph }: PageClaims): string[] {
  return graph.tops.map((node) => node['headline'] ?? node['name']).filter((name) => typeof name === 'string');
}

/** Sites of the usual kind call every page an article to social networks, and know better in JSON-LD. */
function isArticle({ types, openGraphType }: PageClaims): boolean {
  return [...types].some((type) => ARTICLE.test(type)) || (openGraphType === 'article' && !types.has('WebPage'));
}
