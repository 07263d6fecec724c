import { nameWords } from '../cleaning/part-names.js';
import { countWords } from '../visible-text.js';
import { isElement, walk } from '../walk.js';

const SIGNATURE = / (?:signature|usersignature|postsignature) /;
const REMARKS = / (?:comments|commentlist) /;
/** Where they hold more of what is said, they are the thread. */
const MAX_REMARK_SHARE = 0.5;

/**
 * What stands under the text of posts, however long it is: what a writer puts under each of them, and what others remark on
 * an answer in small. Readers of a thread want the answers; of many, the remarks are the longer half.
 */
export function underPosts(posts: readonly Element[]): Element[] {
  const remarks = outermost(posts, REMARKS);
  const isMuch = wordsIn(remarks) > wordsIn(posts) * MAX_REMARK_SHARE;
  return [...outermost(posts, SIGNATURE), ...(isMuch ? [] : remarks)];
}

/** The elements in posts that are called so, those in one of them left aside. */
function outermost(posts: readonly Element[], names: RegExp): Element[] {
  const found: Element[] = [];
  for (const post of posts)
    walk(post, {
      enter(node) {
        const isFound = node !== post && isElement(node) && names.test(nameWords(node));
        if (isFound) found.push(node);
        return isElement(node) && !isFound;
      },
    });
  return found;
}

function wordsIn(elements: readonly Element[]): number {
  return elements.reduce((sum, element) => sum + countWords(element.textContent ?? ''), 0);
}
