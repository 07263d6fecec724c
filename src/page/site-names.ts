import { asUrl } from '../base/url.js';
import { typesOf } from './json-ld.js';
import type { PageClaims } from './page-claims.js';
import { collapse } from './white-space.js';

/** Shorter names are found in anything. */
const MIN_NAME_CHARS = 4;
/** More words are a sentence in which the name stands. */
const MAX_WORDS = 6;
/** Labels of a host that say what it serves, and not whose it is. */
const SERVICE =
  /^(?:www\d*|com?|org|net|gov|edu|blogs?|docs?|shop|store|forums?|community|support|help|news|dev|app|wiki)$/;

/** What the site of a page is called. */
export interface SiteNames {
  /** What the page calls its site. */
  readonly siteName: string | undefined;
  /** Whether a text is the name of the site, by what the page says or by its address. */
  isSite(text: string): boolean;
  /** Whether a text is that name, or that and a few words: `Example Forums`, `Docs of Example`. */
  namesSite(text: string): boolean;
}

/** Finds out what a page's site is called: by what the page says, and by the host that it is on. */
export function siteNamesOf(claims: PageClaims, url: string | undefined): SiteNames {
  const stated = statedNames(claims);
  const names = [...new Set([...stated.map(lettersOf), ...labelsOf(url)])].filter((name) => name.length > 2);
  const isSite = (text: string): boolean => names.includes(lettersOf(text));
  return {
    siteName: stated[0],
    isSite,
    namesSite(text) {
      const words = wordList(text);
      if (words.length > MAX_WORDS) return false;
      const [first = '', last = ''] = [words[0], words.at(-1)];
      const letters = lettersOf(text);
      return names.some(
        (name) =>
          name === letters ||
          name === first ||
          name === last ||
          (name.length >= MIN_NAME_CHARS && (letters.startsWith(name) || letters.endsWith(name))) ||
          (first.length >= MIN_NAME_CHARS && words.length > 1 && name.startsWith(first)),
      );
    },
  };
}

function statedNames({ meta, graph }: PageClaims): string[] {
  const published = graph.nodes.flatMap((node) => {
    const site = typesOf(node).includes('WebSite') ? [node['name'], node['alternateName']] : [];
    return [...site, graph.resolve(node['publisher'])?.['name']];
  });
  return [meta.get('og:site_name'), meta.get('application-name'), ...published]
    .filter((name) => typeof name === 'string')
    .map(collapse)
    .filter((name) => name !== '');
}

function labelsOf(url: string | undefined): string[] {
  const hostname = url === undefined ? undefined : asUrl(url)?.hostname;
  if (hostname === undefined) return [];
  const labels = hostname
    .split('.')
    .slice(0, -1)
    .filter((label) => !SERVICE.test(label));
  return [...labels, hostname.replace(/^www\./, '')].map(lettersOf);
}

/** What remains of a name when spelt differently: `The Example-Site` and `examplesite`. */
function lettersOf(text: string): string {
  return wordList(text).join('').replace(/^the/, '');
}

function wordList(text: string): string[] {
  const plain = text.normalize('NFKD').toLowerCase().replaceAll('&', ' and ');
  return plain.replace(/\p{M}|['’‘]/gu, '').match(/[\p{L}\p{N}]+/gu) ?? [];
}
