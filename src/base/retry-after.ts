/**
 * How long a server wants to be left alone, by its Retry-After header (RFC 9110 10.2.3): seconds, or a date. Milliseconds
 * from now; undefined when there is no such header, or one that makes no sense.
 */
export function retryAfterMs(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}
