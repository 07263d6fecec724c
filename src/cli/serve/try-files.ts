import { readFile } from 'node:fs/promises';
import { type Answer, SAFE_HEADERS } from './answer.js';
import { TRY_PAGE_ICON, TRY_PAGE_MARKUP } from './try-page-markup.js';
import { TRY_PAGE_STYLE } from './try-page-style.js';

/** Everything of the page that runs; each imports only others of them. */
const SCRIPTS = [
  'main',
  'answer-view',
  'facts-view',
  'markdown-view',
  'readable',
  'timing-bar',
  'try-form',
  'try-result',
  'views',
];

/**
 * Nothing from elsewhere, no inline script or style, no HTML made of text (Trusted Types), no form sent, no frame around
 * it. Pictures as `data:` only: that of the page read, which our own browser took.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** The files of the page on which a person tries the reader, by path: `/` and what it loads. */
export async function loadTryFiles(): Promise<ReadonlyMap<string, Answer>> {
  const scripts = SCRIPTS.map(async (name): Promise<[string, Answer]> => {
    const body = await readFile(new URL(`./try-page/${name}.js`, import.meta.url), 'utf8');
    return [`/try/${name}.js`, file('text/javascript', body.replace(/^\/\/# sourceMappingURL=.*$/m, ''))];
  });
  return new Map([
    ['/', file('text/html', TRY_PAGE_MARKUP)],
    ['/try/style.css', file('text/css', TRY_PAGE_STYLE)],
    ['/try/icon.svg', file('image/svg+xml', TRY_PAGE_ICON)],
    ...(await Promise.all(scripts)),
  ]);
}

function file(mediaType: string, body: string): Answer {
  return {
    status: 200,
    headers: {
      ...SAFE_HEADERS,
      'content-security-policy': POLICY,
      'content-type': `${mediaType}; charset=utf-8`,
      'cache-control': 'no-cache',
    },
    body,
  };
}
