import { resolveWebUrl } from './base-url.js';
import { elementName, elementsNamed, elementsWhere, isWithin } from './walk.js';
import { collapse } from './white-space.js';

/** Where players are embedded from, and the page that each shows to those who come by a link. */
const PLAYERS: ReadonlyArray<readonly [embedded: RegExp, page: string]> = [
  [
    /^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/(?!videoseries)([\w-]{6,})/i,
    'https://www.youtube.com/watch?v=$1',
  ],
  [/^https?:\/\/player\.vimeo\.com\/video\/(\d+)/i, 'https://vimeo.com/$1'],
  [/^https?:\/\/(?:www\.)?dailymotion\.com\/embed\/video\/(\w+)/i, 'https://www.dailymotion.com/video/$1'],
  [/^https?:\/\/open\.spotify\.com\/embed\/(\w+\/\w+)/i, 'https://open.spotify.com/$1'],
  [/^https?:\/\/platform\.(?:twitter|x)\.com\/embed\/.*[?&]id=(\d+)/i, 'https://x.com/i/status/$1'],
];
/** Elements that players are made of before their scripts have run, with the attribute that names the film. */
const NAMED_FILMS: ReadonlyMap<string, readonly [attribute: string, page: string]> = new Map([
  ['lite-youtube', ['videoid', 'https://www.youtube.com/watch?v=']],
  ['youtube-video', ['videoid', 'https://www.youtube.com/watch?v=']],
  ['amp-youtube', ['data-videoid', 'https://www.youtube.com/watch?v=']],
  ['lite-vimeo', ['videoid', 'https://vimeo.com/']],
  ['amp-vimeo', ['data-videoid', 'https://vimeo.com/']],
]);
const LAZY_SOURCES = ['src', 'data-src', 'data-lazy-src', 'data-url', 'data'];
const EMBEDDING_PATH = /\/(?:embed|player|video|widget|oembed)s?(?:[/?.]|$)/i;
const ADVERTISING =
  /\b(?:ads?|advert\w*|sponsor\w*|banner|doubleclick|googlesyndication|googletagmanager|recaptcha|analytics|consent)\b/i;
const DOCUMENT = /\.(?:pdf|docx?|xlsx?|pptx?|epub|mp4|webm|mp3)(?:[?#]|$)/i;

/**
 * Puts a link in the place of what is embedded from elsewhere: a film, a post, a map, a document. Frames of advertisers and
 * counters are none. Changes the document; before it is pruned, which drops frames.
 */
export function linkEmbeds(document: Document, base: string | undefined): void {
  const isEmbed = (element: Element) =>
    ['iframe', 'object', 'embed'].includes(element.localName) || NAMED_FILMS.has(element.localName);
  for (const embed of elementsWhere(document.body, isEmbed)) {
    const url = embed.isConnected ? pageOf(embed, base) : undefined;
    if (url === undefined) continue;
    const link = document.createElement('a');
    link.setAttribute('href', url);
    link.textContent = labelOf(embed, url);
    if (isWithin(embed, 'p', 'a', 'td', 'th', 'li', 'span', 'figcaption')) embed.replaceWith(link);
    else {
      const line = document.createElement('p');
      line.append(link);
      embed.replaceWith(line);
    }
  }
}

/** What to link to; undefined for what is not content. */
function pageOf(embed: Element, base: string | undefined): string | undefined {
  const film = NAMED_FILMS.get(embed.localName);
  if (film !== undefined) {
    const id = embed.getAttribute(film[0]);
    return id === null || !/^[\w-]+$/.test(id) ? undefined : film[1] + id;
  }
  const url = LAZY_SOURCES.map((name) => resolveWebUrl(embed.getAttribute(name), base)).find(
    (source) => source !== undefined,
  );
  if (url === undefined) return undefined;
  for (const [embedded, page] of PLAYERS) {
    const match = embedded.exec(url);
    if (match !== null) return page.replace('$1', match[1] ?? '');
  }
  return elementName(embed) === 'iframe'
    ? isContent(embed, url)
      ? url
      : undefined
    : DOCUMENT.test(url)
      ? url
      : undefined;
}

function isContent(frame: Element, url: string): boolean {
  const names = ['id', 'class', 'name', 'title'].map((name) => frame.getAttribute(name) ?? '').join(' ');
  if (ADVERTISING.test(names) || ADVERTISING.test(new URL(url).hostname)) return false;
  if (['width', 'height'].some((side) => /^[01](?:px)?$/.test(frame.getAttribute(side)?.trim() ?? ''))) return false;
  return (
    frame.hasAttribute('allowfullscreen') ||
    /fullscreen/.test(frame.getAttribute('allow') ?? '') ||
    EMBEDDING_PATH.test(new URL(url).pathname) ||
    DOCUMENT.test(url) ||
    isWithin(frame, 'figure')
  );
}

function labelOf(embed: Element, url: string): string {
  const names = ['title', 'playlabel', 'aria-label'].map((name) => collapse(embed.getAttribute(name)));
  const [fallback] = elementsNamed(embed, 'a');
  return (
    names.find((name) => name !== '') || collapse(fallback?.textContent) || new URL(url).hostname.replace(/^www\./, '')
  );
}
