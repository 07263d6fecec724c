import { describe, expect, it } from 'vitest';
import { imageHeader } from '#src/tools/image-header.js';
import { gifOf, pngOf } from '../support/image-files.js';

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
/** RIFF, a size that nobody reads, WEBP, and the chunk. */
const webp = (form: string, chunk: string) =>
  bytes(`${Buffer.from('RIFF').toString('hex')} 00000000 ${Buffer.from(`WEBP${form}`).toString('hex')} ${chunk}`);

describe('the header of an image', () => {
  it.each([
    ['a PNG', pngOf(640, 480), { mediaType: 'image/png', width: 640, height: 480 }],
    ['a GIF', gifOf(640, 480), { mediaType: 'image/gif', width: 640, height: 480 }],
    [
      'a JPEG, behind a segment of metadata and one of tables',
      bytes('ffd8 ffe00004aaaa ffc40003bb ffc0 0011 08 01e0 0280 03'),
      { mediaType: 'image/jpeg', width: 640, height: 480 },
    ],
    [
      'a lossy WebP',
      webp('VP8 ', '00000000 000000 9d012a 8002 e001'),
      { mediaType: 'image/webp', width: 640, height: 480 },
    ],
    ['a lossless WebP', webp('VP8L', '00000000 2f 7fc27700'), { mediaType: 'image/webp', width: 640, height: 480 }],
    [
      'an extended WebP',
      webp('VP8X', '00000000 00000000 7f0200 df0100'),
      { mediaType: 'image/webp', width: 640, height: 480 },
    ],
  ])('tells kind and size of %s', (_, file, header) => {
    expect(imageHeader(file)).toEqual(header);
    // As it may lie within a larger buffer.
    expect(imageHeader(new Uint8Array([0, ...file]).subarray(1))).toEqual(header);
  });

  it('tells nothing of what ends before it, of what is no image, and of kinds that no provider takes', () => {
    for (const file of [pngOf(640, 480), gifOf(640, 480), bytes('ffd8 ffe00004aaaa')]) {
      for (let length = 0; length < Math.min(file.length, 9); length++) {
        expect(imageHeader(file.subarray(0, length))).toBeUndefined();
      }
    }
    for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<html>', 'BM not a bitmap, not really', '']) {
      expect(imageHeader(new TextEncoder().encode(text))).toBeUndefined();
    }
    const polyglot = Buffer.concat([pngOf(640, 480).subarray(0, 12), Buffer.from('<svg'), bytes('00000280 000001e0')]);
    expect(imageHeader(polyglot)).toBeUndefined();
    expect(imageHeader(webp('VP9 ', '00000000000000000000000000'))).toBeUndefined();
    expect(imageHeader(bytes('ffd8 ffe0000200ff'))).toBeUndefined();
  });

  it('comes to an end with a JPEG whose segments lead nowhere', () => {
    expect(imageHeader(bytes('ffd8 ffe00000 ffe00000 ffe00000'))).toBeUndefined();
  });
});
