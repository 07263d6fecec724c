import { UsageError } from '../../base/errors.js';

/**
 * The URL that a request asks for by what stands after its first slash, taken as it is, its query too:
 * `/https://example.com/x?q=1`. Four spellings are mended, which people and the programs between change without asking:
 * `example.com/x` gets `https://`; `https:/example.com`, as some clients and proxies write it, its second slash; a second
 * slash before it, as of an address joined to ours, goes; and a URL that is percent-encoded as a whole is decoded, once.
 *
 * @param requestTarget of the request line, which begins with a slash
 * @throws UsageError `INVALID_URL` for what does not begin like any of these. Whether the rest is a URL, and one that may be
 * read, is judged by who reads it.
 */
export function targetOf(requestTarget: string): string {
  const written = requestTarget.replace(/^\/(?:\/(?=https?(?::|%3a)))?/i, '');
  if (/^https?%3a/i.test(written)) return decoded(written);
  if (/^https?:/i.test(written)) return written.replace(/^(https?:)\/(?!\/)/i, '$1//');
  // Another scheme is the guard's to refuse. What follows the colon of `example.com:8080` is a port.
  if (/^[a-z][a-z\d+.-]*:(?!\d)/i.test(written)) return written;
  if (/^(?:\[[\da-f:.]+\]|localhost|[^/?#:@\s\\]+(?:\.[^/?#:@\s\\]+|(?=:\d)))(?::\d+)?(?=[/?#]|$)/i.test(written)) {
    return `https://${written}`;
  }
  throw new UsageError(`${JSON.stringify(written.slice(0, 200))} is no address of a page`, {
    code: 'INVALID_URL',
    hint: 'Write a whole address after the first slash, such as /https://example.com/page.',
  });
}

function decoded(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch (cause) {
    throw new UsageError('The address is not percent-encoded as UTF-8', { code: 'INVALID_URL', cause });
  }
}
