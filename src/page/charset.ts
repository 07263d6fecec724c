/** How far into a document a charset declaration is looked for, in bytes. */
const PRESCAN_BYTES = 4_096;

/** Bytes 0xA1 to 0xFF of ISO-8859-16, which Node's TextDecoder does not know. */
const ISO_8859_16_FROM_A1 =
  'ĄąŁ€„Š§š©Ș«Ź\u00adźŻ°±ČłŽ”¶·žčș»ŒœŸżÀÁÂĂÄĆÆÇÈÉÊËÌÍÎÏĐŃÒÓÔŐÖŚŰÙÚÛÜĘȚßàáâăäćæçèéêëìíîïđńòóôőöśűùúûüęțÿ';

/** Bytes that Node's decoder, which is ICU's, reads otherwise than the Encoding standard. */
const ICU_MISTAKES: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  ibm866: { 26: '\x1a', 28: '\x1c', 127: '\x7f' },
  'koi8-u': { 174: '\u045e', 190: '\u040e' },
  'windows-874': Object.fromEntries([0xdb, 0xdc, 0xdd, 0xde, 0xfc, 0xfd, 0xfe, 0xff].map((byte) => [byte, '\ufffd'])),
  'windows-1253': { 170: '\ufffd' },
  'windows-1255': { 202: '\u05ba' },
};

export interface DecodedText {
  readonly text: string;
  /** The name of the encoding used, lower case. */
  readonly charset: string;
}

export interface CharsetHints {
  /** The charset of the Content-Type header. */
  readonly header?: string | undefined;
  /** Whether to look for a `<meta>` or XML declaration in the first bytes. */
  readonly markup?: boolean;
}

/**
 * Turns the bytes of a response into text. The charset is that of a byte order mark, else of the header, else of a
 * `<meta>` or XML declaration, else UTF-8 when the bytes are valid UTF-8, else windows-1252, which is what browsers
 * assume. Names that no decoder knows are passed over; bytes that do not decode become U+FFFD.
 */
export function decodeText(bytes: Uint8Array, hints: CharsetHints = {}): DecodedText {
  // A byte order mark comes first, as in the Encoding standard: it is the file's own word, and makes no sense otherwise.
  const named = [charsetOfMark(bytes), hints.header, hints.markup ? declaredCharset(bytes) : undefined];
  for (const label of named) {
    const decoded = label === undefined ? undefined : decodeAs(bytes, label);
    if (decoded !== undefined) return decoded;
  }
  return decodeUtf8Strictly(bytes) ?? { text: windows1252(bytes), charset: 'windows-1252' };
}

function charsetOfMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return undefined;
}

/** The charset that a document declares in its first bytes, by `<meta charset>`, `http-equiv` or XML declaration. */
function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = asciiOf(bytes.subarray(0, PRESCAN_BYTES)).replace(/<!--[\s\S]*?(?:-->|$)/g, '');
  const xml = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1];
  for (const [tag] of head.matchAll(/<meta[\s/][^>]*/gi)) {
    const name = /[\s/"';]charset\s*=\s*["']?\s*([\w.:()-]+)/i.exec(tag)?.[1];
    if (name !== undefined) return afterDeclaration(name);
  }
  return xml === undefined ? undefined : afterDeclaration(xml);
}

/** A declaration that could be read as ASCII is not UTF-16, and `x-user-defined` is a mistake for windows-1252. */
function afterDeclaration(label: string): string {
  const name = label.toLowerCase();
  if (name.startsWith('utf-16')) return 'utf-8';
  return name === 'x-user-defined' ? 'windows-1252' : name;
}

function decodeAs(bytes: Uint8Array, label: string): DecodedText | undefined {
  const name = label.trim().toLowerCase();
  if (name === 'iso-8859-16') return { text: mapHighBytes(bytes, iso885916), charset: name };
  if (name === 'x-user-defined') return { text: mapHighBytes(bytes, (byte) => 0xf700 + byte), charset: name };
  const decoder = decoderFor(name);
  if (decoder === undefined) return undefined;
  if (decoder.encoding === 'windows-1252') return { text: windows1252(bytes), charset: 'windows-1252' };
  const text = corrected(decoder.decode(bytes), bytes, ICU_MISTAKES[decoder.encoding]);
  return { text, charset: decoder.encoding };
}

/** In an encoding of single bytes, the characters of a text stand where their bytes do. */
function corrected(text: string, bytes: Uint8Array, mistakes: Readonly<Record<number, string>> | undefined): string {
  if (mistakes === undefined || !bytes.some((byte) => byte in mistakes)) return text;
  return Array.from(bytes, (byte, index) => mistakes[byte] ?? text.charAt(index)).join('');
}

function decoderFor(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}

function decodeUtf8Strictly(bytes: Uint8Array): DecodedText | undefined {
  try {
    // A document cut at the byte limit may end within a character: that is no reason to doubt the rest.
    const decoder = new TextDecoder('utf-8', { fatal: true });
    return { text: decoder.decode(bytes, { stream: true }), charset: 'utf-8' };
  } catch {
    return undefined;
  }
}

/** Node 20 decodes windows-1252 as if it were ISO-8859-1, unless it is told that more will come. */
function windows1252(bytes: Uint8Array): string {
  return new TextDecoder('windows-1252').decode(bytes, { stream: true });
}

function iso885916(byte: number): number {
  return byte <= 0xa0 ? byte : ISO_8859_16_FROM_A1.charCodeAt(byte - 0xa1);
}

function mapHighBytes(bytes: Uint8Array, codeOf: (byte: number) => number): string {
  const units = Uint16Array.from(bytes, (byte) => (byte < 0x80 ? byte : codeOf(byte)));
  return new TextDecoder('utf-16le').decode(units);
}

function asciiOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}
