import { createHash } from 'node:crypto';
import { asUrl } from '../base/url.js';

/** Of a file's name, so that it fits on every file system together with what is put before and after it. */
const NAME_CHARS = 120;
const HASH_CHARS = 12;
/** Devices on Windows, whatever follows after a dot. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/;
/** What stands for a slash. */
const STEP = '__';

/**
 * Gives every page of a crawl a file name of its own: made from its URL, in small letters, digits and `.-_` alone, so that it
 * is safe and one name on every system. Where that does not tell the whole URL, or the name is taken, a hash of the URL
 * follows.
 */
export class PageFileNames {
  readonly #taken = new Set<string>();

  take(url: string): string {
    const { name, isWhole } = readableName(url);
    const file = `${isWhole && !this.#taken.has(`${name}.md`) ? name : `${name}-${hashOf(url)}`}.md`;
    this.#taken.add(file);
    return file;
  }

  /** A name that was given out before. */
  mark(file: string): void {
    this.#taken.add(file);
  }
}

function readableName(url: string): { readonly name: string; readonly isWhole: boolean } {
  const parsed = asUrl(url);
  const { host = '', pathname = '', search = '', hash = '' } = parsed ?? {};
  const told = `${host.replace(':', '_')}${pathname === '/' ? '' : pathname.replaceAll('/', STEP)}`;
  const readable = `${told}${search}${hash}`
    .toLowerCase()
    .replace(/[^a-z\d._]+/g, '-')
    // A dot at its end is lost on some systems, and names a hidden file at its beginning.
    .replace(/^[.\-_]+|[.\-_]+$/g, '')
    .slice(0, NAME_CHARS)
    .replace(/[.\-_]+$/, '')
    .replace(DEVICE, 'page-$&');
  return { name: readable === '' ? 'page' : readable, isWhole: readable === told && parsed?.protocol === 'https:' };
}

function hashOf(url: string): string {
  return createHash('sha256').update(url).digest('hex').slice(0, HASH_CHARS);
}

/** What stands above a page's text in its file. */
export interface FrontMatter {
  readonly url: string;
  readonly requestedUrl?: string;
  readonly title?: string;
  readonly status: number;
  readonly depth: number;
  /** ISO 8601. */
  readonly fetchedAt: string;
  readonly hash: string;
}

/** A page as a Markdown file with front matter. */
export function pageFile(front: FrontMatter, text: string): string {
  const lines = Object.entries(front).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${yamlScalar(value)}`],
  );
  return `---\n${lines.join('\n')}\n---\n\n${text.trimEnd()}\n`;
}

/**
 * JSON is YAML, but for what YAML takes for a line break or does not allow in a text: a title must not end its line and
 * begin a key of its own.
 */
function yamlScalar(value: string | number): string {
  if (typeof value === 'number') return String(value);
  return JSON.stringify(value).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
