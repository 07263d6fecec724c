/** What a proxy has said to a CONNECT so far. */
export type ConnectAnswer =
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'unreadable'; readonly why: string }
  /** `rest`: how many bytes came behind the head. */
  | { readonly kind: 'answer'; readonly statusCode: number; readonly rest: number };

/** A proxy's answer to a CONNECT is a few lines; its error page behind them is not read. */
const HEAD_MAX_BYTES = 16_384;

/** Reads the head of an answer to a CONNECT (RFC 9110 9.3.6). Nothing in it counts but the status. */
export function readConnectAnswer(bytes: Buffer): ConnectAnswer {
  const end = bytes.indexOf('\r\n\r\n');
  const head = bytes.toString('latin1', 0, end < 0 ? bytes.length : end);
  if (!'HTTP/1.'.startsWith(head.slice(0, 7))) return { kind: 'unreadable', why: 'did not answer in HTTP' };
  if (head.length > HEAD_MAX_BYTES) return { kind: 'unreadable', why: 'answered with too long a head' };
  if (end < 0) return { kind: 'incomplete' };
  const status = /^HTTP\/1\.[01] ([2-5]\d\d)(?: [^\r\n]*)?(?:\r\n|$)/.exec(head)?.[1];
  if (status === undefined) return { kind: 'unreadable', why: 'did not answer in HTTP' };
  return { kind: 'answer', statusCode: Number(status), rest: bytes.length - end - 4 };
}
