/** What the first bytes of a connection say, as far as they have come. */
export type ClientHello =
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'not-tls' }
  | { readonly kind: 'hello'; readonly serverName: string | undefined };

const HANDSHAKE_RECORD = 0x16;
const CLIENT_HELLO = 0x01;
const SERVER_NAME_EXTENSION = 0;
/** Of a handshake message: its type and three bytes of length. */
const HEAD_BYTES = 4;
const RECORD_MAX_BYTES = 16_384 + 256;

/**
 * Reads the server name out of a TLS ClientHello (RFC 8446 4.1.2, RFC 6066 3), which may be spread over several records.
 * Whatever does not fit the grammar is `not-tls`: half a look must not pass for a whole one.
 */
export function readClientHello(bytes: Uint8Array): ClientHello {
  const handshake = handshakeBytes(bytes);
  if (handshake === undefined) return NOT_TLS;
  if (handshake.length < HEAD_BYTES) return INCOMPLETE;
  const reader = new Reader(handshake);
  if (reader.number(1) !== CLIENT_HELLO) return NOT_TLS;
  const length = reader.number(3);
  if (handshake.length - HEAD_BYTES < length) return INCOMPLETE;
  try {
    return readHello(new Reader(reader.bytes(length)));
  } catch {
    return NOT_TLS;
  }
}

const INCOMPLETE: ClientHello = { kind: 'incomplete' };
const NOT_TLS: ClientHello = { kind: 'not-tls' };

/**
 * The first handshake message as far as it has come, taken out of its records; undefined when these are no handshake
 * records. What follows it may be of another kind: a client that resumes sends early data at once (RFC 8446 2.3).
 */
function handshakeBytes(bytes: Uint8Array): Uint8Array | undefined {
  const parts: number[] = [];
  for (let at = 0; at < bytes.length && !isWhole(parts); ) {
    const [type, major] = [bytes[at], bytes[at + 1]];
    if (type !== HANDSHAKE_RECORD || (major !== undefined && major !== 3)) return undefined;
    if (at + 5 > bytes.length) break;
    const length = ((bytes[at + 3] ?? 0) << 8) | (bytes[at + 4] ?? 0);
    if (length === 0 || length > RECORD_MAX_BYTES) return undefined;
    parts.push(...bytes.subarray(at + 5, at + 5 + length));
    at += 5 + length;
  }
  return Uint8Array.from(parts);
}

function isWhole(message: readonly number[]): boolean {
  const [, high = 0, middle = 0, low = 0] = message;
  return message.length >= HEAD_BYTES && message.length >= HEAD_BYTES + high * 65_536 + middle * 256 + low;
}

function readHello(hello: Reader): ClientHello {
  hello.bytes(2 + 32);
  hello.vector(1);
  hello.vector(2);
  hello.vector(1);
  if (hello.done) return { kind: 'hello', serverName: undefined };
  const extensions = new Reader(hello.vector(2));
  let serverName: string | undefined;
  while (!extensions.done) {
    const type = extensions.number(2);
    const content = extensions.vector(2);
    if (type !== SERVER_NAME_EXTENSION) continue;
    // Two names, or two lists of them: which one a server takes is anybody's guess.
    if (serverName !== undefined) return NOT_TLS;
    serverName = readServerName(new Reader(content));
  }
  return hello.done ? { kind: 'hello', serverName } : NOT_TLS;
}

function readServerName(extension: Reader): string {
  const list = new Reader(extension.vector(2));
  const type = list.number(1);
  const name = new TextDecoder('latin1').decode(list.vector(2));
  if (type !== 0 || !list.done || !extension.done) throw new RangeError('not one host name');
  return name.toLowerCase();
}

/** Reads numbers and length-prefixed vectors; throws RangeError past the end. */
class Reader {
  #at = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get done(): boolean {
    return this.#at === this.#bytes.length;
  }

  bytes(length: number): Uint8Array {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new RangeError('past the end');
    const slice = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return slice;
  }

  number(width: number): number {
    return this.bytes(width).reduce((value, byte) => value * 256 + byte, 0);
  }

  vector(lengthWidth: number): Uint8Array {
    return this.bytes(this.number(lengthWidth));
  }
}
