import { blocksOf } from '../cleaning/blocks.js';
import { nameWords } from '../cleaning/part-names.js';
import { BLOCK_ELEMENTS } from '../elements.js';
import { PROSE_WORDS, proseWordsIn } from '../prose.js';
import { countWords, isShorterThan } from '../visible-text.js';
import { elementName, elementsWhere, isElement, isText, walk } from '../walk.js';
import { holdsDate } from './dates.js';
import { framesOfPosts } from './post-frames.js';
import { type Thread, WRITER_NAMES } from './posts.js';
import { quotedCopies } from './quoted-copies.js';
import { underPosts } from './under-posts.js';

/** What forums show beside a post's text and its writer's name. */
const AROUND_POST =
  / (?:avatar|sig|extras|userextras|stats|statistics|controls|actions?|buttons?|toolbar|votes?|voting|votecell|score|reactions?|react|reacts|likes?|badges?|flair|rank|usertitle|user title|userbanner|banner|permalink|report|menu|tools|edited|lastedit|last edit|notice|attribution opposite|moderatorbar|keyinfo|share|back2top|linkback|crawler linkback list|post likes|posters?|online|status|icons?|dropdown|ad|ads|advertisement|postedit|postfoot) /;
/** What the text of a post is called. */
const TEXT_NAMES = / (?:text|content|body|prose|markdown|bbwrapper|postmsg) /;
const EDITED = /^\s*(?:last )?edited\b(?=.*\d)/i;
const MAX_CONTROL_CHARS = 80;
const MAX_CONTROL_WORDS = 4;
/** The card of a writer is short, if it is no aside; a longer part is a post. */
const MAX_CARD_WORDS = 60;

/**
 * What is not of a thread in the element that holds it: what comes after the last post, what comes before the first and is
 * no prose, in a post all that is said of its writer but the name and the time, and what posts repeat of one another.
 */
export function besideThread(root: Element, thread: Thread): ReadonlySet<Node> {
  const leftOut = new Set<Node>();
  const posts = new Set<Node>(thread.posts);
  /** A question is shaped otherwise than its answers. */
  const before: Element[] = [];
  let seen = 0;
  const holdsPost = new Set<Node>();
  for (const post of thread.posts)
    for (let parent = post.parentNode; parent !== null; parent = parent.parentNode) holdsPost.add(parent);
  walk(root, {
    enter(node) {
      if (posts.has(node)) {
        seen += 1;
        return false;
      }
      if (holdsPost.has(node)) return true;
      if (seen > 0) leftOut.add(node);
      // The heading itself is put over the thread where it is missed.
      else if (isElement(node) && node.querySelector('h1') !== null && proseWordsIn(node) === 0) return true;
      else if (isElement(node) && isTold(node)) before.push(node);
      else leftOut.add(node);
      return false;
    },
  });
  const all = [...before, ...thread.posts];
  for (const post of all) for (const part of aroundPost(post)) leftOut.add(part);
  for (const part of underPosts(all)) leftOut.add(part);
  for (const line of framesOfPosts(thread.posts)) leftOut.add(line);
  for (const text of quotedCopies(thread.posts)) leftOut.add(text);
  return leftOut;
}

/** Whether it holds prose that is no list of links to other threads. */
function isTold(element: Element): boolean {
  return blocksOf(element).some(({ isProse, words }) => isProse && words >= PROSE_WORDS);
}

function aroundPost(post: Element): Element[] {
  const words = countWords(post.textContent ?? '');
  const named = elementsWhere(post, (element) => {
    const names = nameWords(element);
    if (element === post || elementName(element) === 'blockquote' || !AROUND_POST.test(names) || TEXT_NAMES.test(names))
      return false;
    const own = countWords(element.textContent ?? '');
    return own <= MAX_CARD_WORDS || own <= words / 4;
  });
  const controls = elementsWhere(post, isControl);
  const cards = elementsWhere(post, (element) => {
    const names = nameWords(element);
    return (
      WRITER_NAMES.test(names) &&
      !TEXT_NAMES.test(names) &&
      (elementName(element) === 'aside' || countWords(element.textContent ?? '') <= MAX_CARD_WORDS)
    );
  });
  const around = new Set<Element>([...named, ...controls]);
  return [...around, ...cards.flatMap((card) => cardBesideName(card, around, isDatedBeside(post, cards)))];
}

/** What unfolds a quotation, and who changed the post. */
function isControl(element: Element): boolean {
  if (!isShorterThan(element, MAX_CONTROL_CHARS)) return false;
  const text = element.textContent ?? '';
  return (element.getAttribute('role') === 'button' && countWords(text) <= MAX_CONTROL_WORDS) || EDITED.test(text);
}

/** Whether a post has its day outside of the cards, so that a day in one is that on which the writer joined. */
function isDatedBeside(post: Element, cards: readonly Element[]): boolean {
  const inCards = new Set<Node>(cards);
  let isDated = false;
  walk(post, {
    enter(node) {
      if (inCards.has(node) || isDated) return false;
      isDated =
        elementName(node) === 'time' || (isText(node) && node.length <= MAX_CONTROL_CHARS && holdsDate(node.data));
      return !isDated;
    },
  });
  return isDated;
}

/** The lines of a writer's card after the first; with the day of the post, where it stands nowhere else. */
function cardBesideName(card: Element, around: ReadonlySet<Element>, isDated: boolean): Element[] {
  const lines = elementsWhere(card, (element) => {
    for (let at: Element | null = element; at !== null && at !== card; at = at.parentElement)
      if (around.has(at)) return false;
    return (
      BLOCK_ELEMENTS.has(elementName(element)) &&
      (element.textContent ?? '').trim() !== '' &&
      !elementsWhere(element, (inner) => BLOCK_ELEMENTS.has(elementName(inner))).length
    );
  });
  return lines.slice(1).filter((line) => isDated || !holdsDate(line.textContent ?? ''));
}
