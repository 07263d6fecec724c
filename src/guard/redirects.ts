/** A request as one hop makes it. Header names are lower-case. */
export interface HopRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

const REDIRECT_STATUS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Where an answer sends the reader; undefined when it is no redirect or its Location makes no URL. */
export function redirectTarget(from: URL, statusCode: number, location: string | undefined): URL | undefined {
  if (!REDIRECT_STATUS.has(statusCode) || location === undefined) return undefined;
  if (!URL.canParse(location, from.href)) return undefined;
  const target = new URL(location, from);
  // The fragment of the page that was asked for survives a redirect that names none (RFC 9110 10.2.2).
  if (target.hash === '') target.hash = from.hash;
  return target;
}

/**
 * The request that follows a redirect, by the Fetch standard: 303 turns everything but HEAD into GET, 301 and 302 turn
 * POST into GET, and what identifies the caller stays with the origin that it was meant for.
 */
export function redirectedRequest(request: HopRequest, statusCode: number, target: URL): HopRequest {
  const { method, body } = request;
  const becomesGet = statusCode === 303 ? method !== 'HEAD' : statusCode < 303 && method === 'POST';
  const crossOrigin = target.origin !== request.url.origin;
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(
      ([name]) => !(becomesGet && name.startsWith('content-')) && !(crossOrigin && IDENTIFYING.has(name)),
    ),
  );
  if (becomesGet) return { url: target, method: 'GET', headers };
  return { url: target, method, headers, ...(body === undefined ? {} : { body }) };
}

const IDENTIFYING: ReadonlySet<string> = new Set(['authorization', 'cookie']);
