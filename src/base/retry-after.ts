/**
 * How long a server wants to be left alone, by its Retry-After header (RFC 9110 10.2.3): seconds, or a date. Milliseconds
 * from now; undefined when there is no such header, or one that makes no sense.
 */
export function retryAfterMs(header = ''): number | undefined {
  if (/^\d+$/.test(header)) return Number(header) * 1_000;
  // All dates of HTTP begin with the day of the week; without it `-5` would be one too.
  const ms = /^[a-z]/i.test(header) ? Date.parse(header) - Date.now() : Number.NaN;
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}
