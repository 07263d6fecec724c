/** Failures of the network, of a browser, and of a host that is left alone or whose robots.txt cannot be had. */
const PASSING: ReadonlySet<string> = new Set([
  'CONNECT_FAILED',
  'CONNECTION_LOST',
  'DNS_FAILED',
  'TLS_FAILED',
  'TIMEOUT',
  'BROWSER_CRASHED',
  'RATE_LIMITED',
  // As a failure: what robots.txt really forbids is left aside, and is none.
  'REFUSED_ROBOTS',
]);

/** Whether a page that failed so may well be had another day: a resumed crawl asks for it again. */
export function mayPass({ code, status }: { readonly code: string; readonly status?: number | undefined }): boolean {
  if (code !== 'HTTP_STATUS') return PASSING.has(code);
  return status === 408 || status === 425 || status === 429 || (status !== undefined && status >= 500);
}
