import { nameWords } from '../cleaning/part-names.js';
import { HEADINGS } from '../elements.js';
import { remembering } from '../remembering.js';
import { countWords } from '../visible-text.js';
import { childElements, elementName, elementsNamed, elementsWhere, isElement, walk } from '../walk.js';
import { alike } from './alike.js';
import { holdsDate } from './dates.js';
import { type Sums, sumUp } from './sums.js';
import { isWithinAny } from './within-any.js';

/** A longer text is told, and no sign of when or by whom it was written. */
const MAX_SIGN_CHARS = 80;
const MIN_POST_WORDS = 3;
/** Of the posts of a thread one at least says so much at once; the lines of a list of threads, who and when, do not. */
const SAID_WORDS = 6;
/** A group within one is the thread where it has more posts, and so much of what the other holds. */
const INNER_SHARE = 0.2;
export const WRITER_NAMES =
  / (?:author|username|user|userinfo|member|poster|profile|postprofile|nick|nickname|avatar|hnuser|creator|op) /;
const POST_NAMES = / (?:posts?|blockpost|comments?|messages?|reply|replies|answers?|question|entry) /;
export const WRITER_LINK =
  /\/(?:users?|members?|profiles?|people|u|author)\/|profile\.php|[?&](?:u|user|uid|member)=|\/@/i;
/** Of all words of the page; a smaller group is beside the thread. */
const MIN_PART = 0.1;
const QUESTION_AND_ANSWER = /(?:^|\s)(?:question|answer)(?:\s|$)/;
/** Elements that are items of a list by what they are. */
const ITEMS: ReadonlySet<string> = new Set(['li', 'article', 'tr']);

/** What people wrote to each other, one after the other. */
export interface Thread {
  /** In the order of the page. */
  readonly posts: readonly Element[];
  readonly words: number;
}

type Signs = Readonly<Sums<'words' | 'dates' | 'writers' | 'said'>>;

/**
 * The largest group of neighbours of one shape each of which says who wrote it and when. Undefined where there are no two.
 */
export function findThread(root: Element): Thread | undefined {
  const signs = readSigns(root);
  let best: Thread | undefined;
  let bestPosts: ReadonlySet<Node> = new Set();
  walk(root, {
    enter(node) {
      if (!isElement(node)) return false;
      if ((signs.get(node)?.dates ?? 0) < 2) return false;
      for (const posts of groupsIn(node, signs)) {
        const words = posts.reduce((sum, post) => sum + (signs.get(post)?.words ?? 0), 0);
        const isInner = isWithinAny(node, bestPosts);
        const isBetter = isInner
          ? posts.length >= (best?.posts.length ?? 0) && words >= (best?.words ?? 0) * INNER_SHARE
          : words > (best?.words ?? 0);
        if (isBetter) {
          best = { posts, words };
          bestPosts = new Set(posts);
        }
      }
      return true;
    },
  });
  return best !== undefined && best.words >= (signs.get(root)?.words ?? 0) * MIN_PART
    ? withOpening(withReplies(best, signs), signs)
    : (answered(root, signs) ?? best);
}

/** Some forums put the answers to a post into a box of their own after it: with those in the boxes between its posts. */
function withReplies({ posts, words }: Thread, signs: ReadonlyMap<Element, Signs>): Thread {
  const [first] = posts;
  const siblings = first?.parentElement ? childElements(first.parentElement) : [];
  if (first === undefined) return { posts, words };
  const known = new Set<Element>(posts);
  const isSigned = (element: Element): boolean => {
    const { dates = 0, writers = 0 } = signs.get(element) ?? {};
    return dates > 0 && writers > 0;
  };
  const shape = shapeOf(first);
  const all = siblings.slice(siblings.indexOf(first)).flatMap((sibling) => {
    if (known.has(sibling)) return [sibling];
    if (!isSigned(sibling)) return [];
    const replies = elementsWhere(sibling, (element) => isSigned(element) && shapeOf(element) === shape);
    const inReplies = new Set<Node>(replies);
    return replies.filter((reply) => !isWithinAny(reply.parentNode ?? sibling, inReplies));
  });
  const added = all.filter((post) => !known.has(post));
  return { posts: all, words: added.reduce((sum, post) => sum + (signs.get(post)?.words ?? 0), words) };
}

/** What begins a thread may stand before the box of its posts: the nearest element there that is called so, with writer and day. */
function withOpening({ posts, words }: Thread, signs: ReadonlyMap<Element, Signs>): Thread {
  const isOpening = (element: Element): boolean => {
    const { dates = 0, writers = 0, said = 0 } = signs.get(element) ?? {};
    return dates > 0 && writers > 0 && said > 0 && POST_NAMES.test(nameWords(element));
  };
  for (let around = posts[0]?.parentElement ?? null; around !== null; around = around.parentElement) {
    for (let before = around.previousElementSibling; before !== null; before = before.previousElementSibling)
      if (isOpening(before)) return { posts: [before, ...posts], words: words + (signs.get(before)?.words ?? 0) };
  }
  return { posts, words };
}

/** A question and its only answer are no neighbours of one shape. */
function answered(root: Element, signs: ReadonlyMap<Element, Signs>): Thread | undefined {
  const posts = elementsWhere(root, (element) => {
    const isNamed = QUESTION_AND_ANSWER.test(element.getAttribute('class') ?? '');
    const { dates = 0, writers = 0 } = signs.get(element) ?? {};
    return isNamed && dates > 0 && writers > 0;
  });
  const all = new Set<Node>(posts);
  const outermost = posts.filter((post) => !isWithinAny(post.parentNode ?? root, all));
  return outermost.length < 2
    ? undefined
    : { posts: outermost, words: outermost.reduce((sum, post) => sum + (signs.get(post)?.words ?? 0), 0) };
}

function groupsIn(parent: Element, signs: ReadonlyMap<Element, Signs>): Element[][] {
  const posts = childElements(parent).filter((child) => {
    const { words = 0, dates = 0, writers = 0 } = signs.get(child) ?? {};
    return dates > 0 && (writers > 0 || POST_NAMES.test(nameWords(child))) && words >= MIN_POST_WORDS;
  });
  const says = (post: Element): boolean => (signs.get(post)?.said ?? 0) > 0;
  return alike(posts, shapeOf).filter((group) => group.length > 1 && group.some(says) && !group.every(isTeaser));
}

/** What neighbours of one kind have in common: the element, and of others than list items their first class or their id without its number. */
function shapeOf(element: Element): string {
  const name = elementName(element);
  if (ITEMS.has(name)) return name;
  const names = element.getAttribute('class')?.trim() || element.getAttribute('id') || '';
  return `${name} ${names.replace(/\d+/g, '').split(/\s+/)[0]}`;
}

function readSigns(root: Element): ReadonlyMap<Element, Signs> {
  const namesTime = remembering((names: string) => / (?:timeago|timestamp|date|datetime|posted) /.test(names));
  const namesWriter = remembering((names: string) => WRITER_NAMES.test(names));
  return sumUp(root, {
    ofElement(element) {
      const names = nameWords(element);
      const isDated = isTime(element) || namesTime(names);
      return { words: 0, dates: isDated ? 1 : 0, writers: isWriter(element) || namesWriter(names) ? 1 : 0, said: 0 };
    },
    addText(sums, text) {
      const words = countWords(text);
      sums.words += words;
      if (words >= SAID_WORDS) sums.said += 1;
      if (text.length <= MAX_SIGN_CHARS && holdsDate(text)) sums.dates += 1;
    },
  });
}

function isTime(element: Element): boolean {
  return elementName(element) === 'time' || element.hasAttribute('datetime');
}

function isWriter(element: Element): boolean {
  if (element.getAttribute('itemprop') === 'author' || element.getAttribute('rel') === 'author') return true;
  return elementName(element) === 'a' && WRITER_LINK.test(element.getAttribute('href') ?? '');
}

/** Its heading leads to another page: it is told there. */
function isTeaser(post: Element): boolean {
  const headings = elementsNamed(post, ...HEADINGS);
  return headings.some((heading) => {
    const link = heading.closest('a[href]') ?? heading.querySelector('a[href]');
    const href = link?.getAttribute('href') ?? '#';
    return !href.includes('#') && !WRITER_LINK.test(href) && !WRITER_NAMES.test(nameWords(heading));
  });
}
