import { asksForScripts } from '../page/script-plea.js';

/** What a plain HTTP read brought back, as far as it tells whether scripts make the page. */
export interface HttpEvidence {
  /** The decoded HTML as sent. */
  readonly html: string;
  /** What extraction made of it. */
  readonly text: string;
}

/** What an AutoReader says of a page that it did not render: no fault, and no news to a person at a terminal. */
export const READ_PLAINLY = 'Read over plain HTTP; nothing in the page calls for a browser.';

/** A page with this many words has something to say without a browser. */
const ENOUGH_WORDS = 150;
/** The head and the start of the body tell; scanning a 10 MB page would hold up the event loop. */
export const SCANNED_CHARS = 500_000;

/** One alone may be a picture's. */
const MIN_SKELETONS = 3;
/** An honest page has a root or two; a hostile one must not make us look at ten thousand. */
const MAX_ROOTS = 20;

const ROOT_NAME = /^(?:root|app|__next|__nuxt|___gatsby|svelte|app-root|application|react-root|main-app)$/i;
const CUSTOM_ROOT = /^(?:app-[a-z]+|[a-z]+-(?:app|root))$/i;
const HYDRATION =
  /__NEXT_DATA__|self\.__next_f|window\.__NUXT__|data-reactroot|\bng-version=|data-server-rendered|__APOLLO_STATE__|__INITIAL_STATE__|__remixContext|data-sveltekit/;
const BUSY_PART = /<[a-z][^<>]*\saria-busy=["']?true/i;
const SKELETON_CLASS = /\sclass=["'][^"'<>]*(?:skeleton|shimmer)/gi;
const PLACEHOLDER_LINE = /^\W{0,3}(?:loading|please wait)\W{0,4}$/im;
const PLACEHOLDER = /^[^\p{L}]{0,20}(?:loading|please wait|initiali[sz]ing|one moment)\b/iu;
const SCRIPT_NAVIGATION = /\blocation(?:\.href)? ?=[^=]|\blocation\.(?:replace|assign)\(/;
/** With a target: without one it only reloads. */
const META_REFRESH =
  /<meta\b[^<>]*\bhttp-equiv=["']?refresh\b[^<>]*\bcontent=["']?[\d.\s]{0,9}[;,]\s*(?:url\s*=)?\s*[^\s"'>]/i;
const DATA_SCRIPT = /\btype=["']?(?:application\/(?:ld\+)?json|text\/template|speculationrules|importmap)/i;
/** Modules, and files named as bundlers name them. */
const BUNDLE = /\btype=["']?module|\bsrc=["']?[^"'\s>]*(?:bundle|main|app|index|runtime|chunk|vendor)[^"'\s>]*\.m?js/i;

/**
 * Judges whether scripts make the page, by what the page itself gives away: an empty framework root with bundles, a
 * plea to enable JavaScript, hydration data without content, a placeholder, or text far thinner than the scripts beside
 * it promise. Mere brevity is no reason: many good pages are short.
 *
 * @returns the reason in words, or undefined when the HTTP result stands.
 */
export function reasonToRender({ html, text }: HttpEvidence): string | undefined {
  const words = countWords(text, ENOUGH_WORDS);
  if (words === ENOUGH_WORDS) return undefined;
  const scanned = html.slice(0, SCANNED_CHARS);
  if (words < 50 && META_REFRESH.test(scanned)) return 'it sends the visitor elsewhere';
  const scripts = elementsNamed(scanned, 'script').filter(({ attributes }) => !DATA_SCRIPT.test(attributes));
  if (scripts.length === 0) return undefined;

  if (hasEmptyRoot(scanned)) return 'its root element is empty until scripts fill it';
  if (asksForScripts(text) || (words < 60 && asksInNoscript(scanned))) {
    return 'it asks for JavaScript to be enabled';
  }
  if (words < 50 && HYDRATION.test(scanned)) return 'it carries hydration data and hardly any content';
  if (words < 40 && PLACEHOLDER.test(text)) return 'it shows only a loading placeholder';
  const unfinished = unfinishedPart(scanned, text);
  if (unfinished !== undefined) return unfinished;
  if (words >= 20) return undefined;
  const inline = scripts.map(({ content }) => content).join('\n');
  if (SCRIPT_NAVIGATION.test(inline)) return 'a script sends the visitor elsewhere';
  const promisesMore = scripts.some(({ attributes }) => BUNDLE.test(attributes)) || inline.length > 50 * text.length;
  return promisesMore ? `it has ${counted(words, 'word')} beside ${counted(scripts.length, 'script')}` : undefined;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A part of the page, among others that are there, for which scripts are needed. */
function unfinishedPart(html: string, text: string): string | undefined {
  if (BUSY_PART.test(html)) return 'a part of it is marked as busy';
  const skeletons = html.match(SKELETON_CLASS)?.length ?? 0;
  if (skeletons >= MIN_SKELETONS) return 'it shows the skeleton of a page';
  return PLACEHOLDER_LINE.test(text) ? 'a part of it says that it is loading' : undefined;
}

function asksInNoscript(html: string): boolean {
  return elementsNamed(html, 'noscript').some(({ content }) => asksForScripts(content));
}

/** An element that a framework fills: named as such, with nothing inside but space, comments and a noscript notice. */
function hasEmptyRoot(html: string): boolean {
  let candidates = 0;
  for (const match of html.matchAll(/<([a-z][\w-]*)\b([^<>]*)>/gi)) {
    const [tag, name = '', attributes = ''] = match;
    const label = /(?:^|\s)id=["']?([\w-]+)/i.exec(attributes)?.[1] ?? '';
    if (!ROOT_NAME.test(label) && !CUSTOM_ROOT.test(name) && name !== 'main') continue;
    candidates += 1;
    if (candidates > MAX_ROOTS) return false;
    if (closesEmpty(html.slice(match.index + tag.length, match.index + tag.length + 4_000), name)) return true;
  }
  return false;
}

function closesEmpty(following: string, name: string): boolean {
  const rest = following
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<noscript\b[\s\S]*?<\/noscript>/gi, '')
    .trimStart()
    .toLowerCase();
  return rest.startsWith(`</${name.toLowerCase()}`);
}

interface MarkupElement {
  readonly attributes: string;
  readonly content: string;
}

/** Raw-text elements by name, in one pass: one regular expression would be quadratic on tags that never close. */
function elementsNamed(html: string, name: string): MarkupElement[] {
  const opening = new RegExp(`<${name}\\b`, 'gi');
  const closing = new RegExp(`</${name}\\b`, 'gi');
  const found: MarkupElement[] = [];
  for (let open = opening.exec(html); open !== null; open = opening.exec(html)) {
    const tagEnd = html.indexOf('>', open.index);
    if (tagEnd === -1) break;
    closing.lastIndex = tagEnd;
    const close = closing.exec(html);
    if (close === null) break;
    found.push({ attributes: html.slice(opening.lastIndex, tagEnd), content: html.slice(tagEnd + 1, close.index) });
    opening.lastIndex = close.index;
  }
  return found;
}

function countWords(text: string, limit: number): number {
  let count = 0;
  for (const _ of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    count += 1;
    if (count === limit) break;
  }
  return count;
}
