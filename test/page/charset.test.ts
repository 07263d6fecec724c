import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeText } from '#src/page/charset.js';

/** Code units of bytes 0x80 to 0xFF, four hex digits each, as the Encoding standard has them; FFFD where it has none. */
const TABLES: Record<string, string> = JSON.parse(
  readFileSync(new URL('../../fixtures/charset/single-byte.json', import.meta.url), 'utf8'),
);

/** "简体中文网页" in GBK. */
const GBK = Uint8Array.from([0xbc, 0xf2, 0xcc, 0xe5, 0xd6, 0xd0, 0xce, 0xc4, 0xcd, 0xf8, 0xd2, 0xb3]);

function bytesOf(...parts: Array<string | Uint8Array>): Uint8Array {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
}

describe('single-byte encodings', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  it.each(Object.entries(TABLES))('decodes every byte of %s', (charset, table) => {
    const expected = Array.from({ length: 128 }, (_, i) => table.slice(i * 4, i * 4 + 4));
    const text = decodeText(bytes, { header: charset }).text;
    expect(text.slice(0, 128)).toBe(String.fromCharCode(...bytes.subarray(0, 128)));
    const units = Array.from({ length: 128 }, (_, i) =>
      text
        .charCodeAt(i + 128)
        .toString(16)
        .padStart(4, '0'),
    );
    expect(units).toEqual(expected);
  });

  it.each(['latin1', 'iso-8859-1', 'ascii', 'cp1252', ' Windows-1252 '])(
    'reads %s as windows-1252, as browsers do',
    (label) => {
      expect(decodeText(Uint8Array.from([0x80, 0x93, 0xe9]), { header: label }).text).toBe('€“é');
    },
  );
});

describe('the order of the hints', () => {
  const meta = '<meta charset="gbk">';

  it.each([
    ['a header wins over a declaration', bytesOf('<meta charset="utf-8">', GBK), 'gbk', 'gbk'],
    ['a declaration counts without a header', bytesOf(meta, GBK), undefined, 'gbk'],
    ['a header that no decoder knows is passed over', bytesOf(meta, GBK), 'bogus', 'gbk'],
    ['a byte order mark wins over a header', bytesOf('\xef\xbb\xbfx'), 'windows-1252', 'utf-8'],
    ['a mark of UTF-16 counts', bytesOf('\xff\xfea\0'), undefined, 'utf-16le'],
    [
      'http-equiv counts',
      bytesOf('<meta http-equiv=content-type content="text/html; charset=Shift_JIS">'),
      undefined,
      'shift_jis',
    ],
    ['an XML declaration counts', bytesOf('<?xml version="1.0" encoding="koi8-r"?><r/>'), undefined, 'koi8-r'],
    ['a declaration in a comment does not count', bytesOf('<!-- <meta charset=gbk> -->x'), undefined, 'utf-8'],
    ['a declaration after 4 096 bytes does not count', bytesOf(' '.repeat(4_096), meta), undefined, 'utf-8'],
    ['a declaration of UTF-16 that can be read means UTF-8', bytesOf('<meta charset="utf-16">'), undefined, 'utf-8'],
    ['valid UTF-8 is UTF-8', Buffer.from('Größe'), undefined, 'utf-8'],
    ['anything else is windows-1252', bytesOf('Gr\xf6\xdfe \x93'), undefined, 'windows-1252'],
  ])('%s', (_name, bytes, header, charset) => {
    expect(decodeText(bytes, { header, markup: true }).charset).toBe(charset);
  });

  it('looks for a declaration only in markup', () => {
    expect(decodeText(bytesOf(meta), { markup: false }).charset).toBe('utf-8');
  });
});

describe('encodings of several bytes', () => {
  const known: readonly (readonly [charset: string, hex: string, text: string])[] = [
    ['big5', 'a4a4a4e5baf4adb6', '中文網頁'],
    ['gb18030', 'bcf2cce595328236', '简体𠀀'],
    ['gbk', 'bcf2cce5d6d0cec4', '简体中文'],
    ['euc-jp', 'c6fccbdcb8eca5daa1bca5b8', '日本語ページ'],
    ['shift_jis', '93fa967b8cea8379815b8357', '日本語ページ'],
    ['iso-2022-jp', '1b2442467c4b5c386c1b2842', '日本語'],
    ['euc-kr', 'c7d1b1b9beee', '한국어'],
    ['utf-8', '4772c3b6c39f6520e697a5e69cac', 'Größe 日本'],
  ];
  const declarations: readonly (readonly [way: string, declare: (charset: string) => string])[] = [
    ['meta charset', (charset) => `<meta charset=${charset}>`],
    ['meta charset in capitals and quotes', (charset) => `<META CHARSET = ' ${charset.toUpperCase()} '>`],
    ['http-equiv', (charset) => `<meta http-equiv="Content-Type" content="text/html; charset=${charset}">`],
    ['http-equiv the other way round', (charset) => `<meta content='text/html;charset=${charset}' http-equiv=x />`],
    ['an XML declaration', (charset) => `<?xml version='1.0' encoding='${charset}'?>`],
  ];
  const ways = known.flatMap(([charset, hex, text]) =>
    declarations.map(([way, declare]) => [charset, way, declare(charset), hex, text] as const),
  );

  it.each(ways)('%s is decoded by %s', (charset, _way, declaration, hex, text) => {
    const decoded = decodeText(bytesOf(declaration, Buffer.from(hex, 'hex')), { markup: true });
    expect(decoded).toEqual({ text: declaration + text, charset });
  });

  it.each(known)('%s is decoded by the header, whatever the page declares', (charset, hex, text) => {
    const wrong = '<meta charset="koi8-r">';
    const bytes = bytesOf(wrong, Buffer.from(hex, 'hex'));
    expect(decodeText(bytes, { header: charset, markup: true })).toEqual({ text: wrong + text, charset });
  });

  it('leaves a declaration aside that no decoder knows', () => {
    const bytes = bytesOf('<meta charset="unheard-of">', Buffer.from('Größe'));
    expect(decodeText(bytes, { markup: true }).charset).toBe('utf-8');
  });
});

describe('what does not decode', () => {
  it('becomes U+FFFD', () => {
    expect(decodeText(bytesOf('a\xffb'), { header: 'utf-8' })).toEqual({ text: 'a\ufffdb', charset: 'utf-8' });
  });

  it('takes a text cut within a character for UTF-8 all the same', () => {
    expect(decodeText(Buffer.from('Größ').subarray(0, 5)).text).toBe('Grö');
  });

  it('drops the byte order mark', () => {
    expect(decodeText(bytesOf('\xef\xbb\xbfx')).text).toBe('x');
  });

  it('reads an empty body', () => {
    expect(decodeText(new Uint8Array()).text).toBe('');
  });
});
