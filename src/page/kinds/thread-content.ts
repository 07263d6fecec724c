import { nameWords } from '../cleaning/part-names.js';
import { BLOCK_ELEMENTS, HEADINGS } from '../elements.js';
import { proseWordsIn } from '../prose.js';
import { countWords } from '../visible-text.js';
import { elementName, elementsWhere, isElement, walk } from '../walk.js';
import { holdsDate } from './dates.js';
import { type Thread, WRITER_NAMES } from './posts.js';
import { linesInCommon } from './repeated-lines.js';

/** What forums show beside a post's text and its writer's name. */
const AROUND_POST =
  / (?:avatar|signature|sig|extras|userextras|stats|statistics|controls|actions?|buttons?|toolbar|votes?|voting|votecell|score|reactions?|react|reacts|likes?|badges?|flair|rank|usertitle|user title|userbanner|banner|permalink|report|menu|tools|edited|lastedit|last edit|notice|attribution opposite|moderatorbar|keyinfo|share|back2top|linkback|crawler linkback list|post likes|posters?|online|status|icons?|dropdown|ad|ads|advertisement) /;
/** What the text of a post is called. */
const TEXT_NAMES = / (?:text|content|body|prose|markdown|bbwrapper|postmsg) /;
/** The card of a writer is short; a longer part is a post. */
const MAX_CARD_WORDS = 60;
/** What so many posts offer is no part of them: to answer, to quote. One writer may have written half of a thread. */
const CONTROL_SHARE = 0.75;

/**
 * What is not of a thread in the element that holds it: what comes after the last post, what comes before the first and is
 * no prose, and in a post all that is said of its writer but the name and the time.
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
      else if (isElement(node) && tellsSomething(node)) before.push(node);
      else if (isElement(node) && !HEADINGS.has(elementName(node))) leftOut.add(node);
      return false;
    },
  });
  for (const post of [...before, ...thread.posts]) for (const part of aroundPost(post)) leftOut.add(part);
  for (const line of linesInCommon(thread.posts, CONTROL_SHARE)) leftOut.add(line);
  return leftOut;
}

function tellsSomething(element: Element): boolean {
  if (elementName(element) === 'h1' || element.querySelector('h1') !== null) return true;
  return proseWordsIn(element) > 0;
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
  const cards = elementsWhere(post, (element) => {
    const names = nameWords(element);
    return (
      WRITER_NAMES.test(names) && !TEXT_NAMES.test(names) && countWords(element.textContent ?? '') <= MAX_CARD_WORDS
    );
  });
  const around = new Set<Element>(named);
  return [...named, ...cards.flatMap((card) => cardBesideName(card, around))];
}

/** The lines of a writer's card after the first, but for a date. */
function cardBesideName(card: Element, around: ReadonlySet<Element>): Element[] {
  const lines = elementsWhere(card, (element) => {
    for (let at: Element | null = element; at !== null && at !== card; at = at.parentElement)
      if (around.has(at)) return false;
    return (
      BLOCK_ELEMENTS.has(elementName(element)) &&
      (element.textContent ?? '').trim() !== '' &&
      !elementsWhere(element, (inner) => BLOCK_ELEMENTS.has(elementName(inner))).length
    );
  });
  return lines.slice(1).filter((line) => !holdsDate(line.textContent ?? ''));
}
