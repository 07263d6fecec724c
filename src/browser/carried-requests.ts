import type { EgressListener } from '../guard/egress-proxy.js';
import type { DevtoolsTarget } from './devtools.js';
import type { DevtoolsSession } from './devtools-session.js';

interface PausedRequest {
  readonly requestId: string;
  readonly request: {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly hasPostData?: boolean;
    readonly postDataEntries?: readonly { readonly bytes?: string }[];
  };
}

/** As many at once as a browser would make to one host. */
const LANES = 6;

/**
 * Takes the https requests to hosts of which the path decides, and to origins that want a client certificate, out of the page
 * before they go into a tunnel, and has the guard make them. Other hosts are not held up.
 *
 * To a host of which the path decides the proxy opens no tunnel, so that what is not seen here (sockets, shared workers) goes
 * nowhere, and no connection that one path was allowed can be used for another. To the others it does, without a certificate.
 */
export async function carryRequests(target: DevtoolsTarget, listener: EgressListener): Promise<void> {
  const patterns = [
    ...listener.pathRuledHosts.flatMap(urlPatterns),
    ...listener.certificateOrigins.map((origin) => `${origin}/*`),
  ];
  if (patterns.length === 0) return;
  const cdp = await target.attach();
  const lanes: Promise<void>[] = Array.from({ length: LANES }, () => Promise.resolve());
  let turn = 0;
  cdp.on('Fetch.requestPaused', (event) => {
    const lane = turn++ % LANES;
    lanes[lane] = (lanes[lane] ?? Promise.resolve()).then(() => carry(cdp, listener, event));
  });
  await cdp.send('Fetch.enable', { patterns: patterns.map((urlPattern) => ({ urlPattern })) });
}

/** A pattern that catches too much costs time; one that catches too little costs the request. */
function urlPatterns(host: string): string[] {
  return [`https://${host}/*`, `https://${host}:*`, `https://*.${host}/*`, `https://*.${host}:*`];
}

async function carry(
  cdp: DevtoolsSession,
  listener: EgressListener,
  { requestId, request }: PausedRequest,
): Promise<void> {
  try {
    const { url, method, headers } = request;
    const body = bodyOf(request);
    const answer = await listener.request({ url, method, headers, ...(body ? { body } : {}) });
    await cdp.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: answer.statusCode,
      binaryResponseHeaders: headerBlock(answer.rawHeaders),
      body: Buffer.from(answer.body).toString('base64'),
    });
  } catch {
    // The listener or the page is gone, or the request cannot be carried.
    await cdp.send('Fetch.failRequest', { requestId, errorReason: 'Failed' }).catch(() => undefined);
  }
}

/** Undefined when there is none. Throws when the browser does not tell what it is, as of a file. */
function bodyOf({ hasPostData = false, postDataEntries = [] }: PausedRequest['request']): Uint8Array | undefined {
  if (!hasPostData) return undefined;
  const parts = postDataEntries.map(({ bytes }) => bytes);
  if (parts.length === 0 || parts.includes(undefined)) throw new Error('the body is not known');
  return Buffer.concat(parts.map((bytes = '') => Buffer.from(bytes, 'base64')));
}

/** With the bytes that the server sent, which need not be ASCII. */
function headerBlock(rawHeaders: readonly string[]): string {
  const lines = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1] ?? ''}`] : [],
  );
  return Buffer.from(lines.join('\0'), 'latin1').toString('base64');
}
