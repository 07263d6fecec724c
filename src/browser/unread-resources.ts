import type { DevtoolsSession } from './devtools-session.js';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240"/>';
/** A font without a single letter, so that those of the next font in line are shown. Written for this; 224 bytes. */
const BLANK_FONT =
  'd09GMgABAAAAAADgAAoAAAAAAiwAAACZAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAABmAALAoUMgE2AiQDBAsEAAQgBTkHIBuUAfgfBW5zM8RXiicJX9Ju' +
  'uhyh0nm+/p6du/tgm+ZPQRAmFDUTcWIJBmIJvi746uuXM9D1TjmuZZ5JqN8SlOvRHxH0AQg0sIErtckPFvGWOfIG+HhLoXHTgpvljlKwN3sLIKAQNBZg' +
  'gXRyNgME4ZO8vJ52hb/3i5rVaAWCY48BIwCAGATRAgoAAMtTQAQBJWhZJ1Eyq19xAwA=';

interface PausedRequest {
  readonly requestId: string;
  readonly resourceType: string;
  readonly request: { readonly headers: Readonly<Record<string, string>> };
}

/** What {@link answerUnread} answers, as patterns of requests to hold. */
export const UNREAD = [{ resourceType: 'Image' }, { resourceType: 'Font' }, { resourceType: 'Media' }] as const;

/**
 * Answers, wherever they are held, what a reader of text never sees, pictures, fonts, sound and film, in the stead of their servers. A page must not
 * notice: an image that fails is replaced or taken out by many pages, and a font that fails keeps some from beginning. So
 * images and fonts are there, only empty; an image has the size of a picture and not of a tracking pixel. Sound and film
 * fail, as where a browser cannot play them.
 */
export function answerUnread(cdp: DevtoolsSession): void {
  const types: ReadonlySet<string> = new Set(UNREAD.map(({ resourceType }) => resourceType));
  cdp.on('Fetch.requestPaused', (event) => {
    // A request that ended meanwhile needs no answer.
    if (types.has(event.resourceType)) answer(cdp, event).catch(() => undefined);
  });
}

async function answer(cdp: DevtoolsSession, { requestId, resourceType, request }: PausedRequest): Promise<void> {
  if (resourceType === 'Media') {
    await cdp.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
    return;
  }
  const [type, body] =
    resourceType === 'Font' ? ['font/woff2', BLANK_FONT] : ['image/svg+xml', Buffer.from(SVG).toString('base64')];
  await cdp.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: 200,
    responseHeaders: [
      { name: 'content-type', value: type },
      // Whoever asks with CORS, as for every font, would not be let look at it otherwise.
      { name: 'access-control-allow-origin', value: originIn(request.headers) },
      { name: 'access-control-allow-credentials', value: 'true' },
      { name: 'cross-origin-resource-policy', value: 'cross-origin' },
    ],
    body,
  });
}

function originIn(headers: PausedRequest['request']['headers']): string {
  return headers['Origin'] ?? headers['origin'] ?? '*';
}
