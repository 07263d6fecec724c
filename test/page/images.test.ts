import { describe, expect, it } from 'vitest';
import { baseUrlOf } from '#src/page/base-url.js';
import { collectImages } from '#src/page/images.js';
import { largestCandidate } from '#src/page/srcset.js';
import { parseDocument } from '../support/dom.js';

const PAGE = 'https://e.com/dir/doc';

function imagesOf(html: string): Array<[url: string, alt: string]> {
  return collectImages(parseDocument(html), PAGE).map(({ url, alt }) => [url, alt]);
}

describe('the images of a page', () => {
  it('are those of its head, its candidates and its pictures, once each, the first text winning', () => {
    const html = `<meta property="og:image" content="/og.png"><meta name="twitter:image" content="/tw.png">
      <img src="s.png" srcset="s.png 320w, l.png 1024w" alt="First">
      <picture><source srcset="a.webp 1x, b.webp 2x"><img src="fallback.png" alt="F"></picture>
      <img src="/dir/l.png" alt="Second"><img src="data:image/png;base64,AA" alt="no">`;
    expect(imagesOf(html)).toEqual([
      ['https://e.com/og.png', ''],
      ['https://e.com/tw.png', ''],
      ['https://e.com/dir/l.png', 'First'],
      ['https://e.com/dir/b.webp', ''],
      ['https://e.com/dir/fallback.png', 'F'],
    ]);
  });

  it.each(['data:image/png;base64,AA', 'javascript:x()', '#frag', '', '  ', 'ftp://e.com/i.png', 'https://'])(
    'leave out %j',
    (src) => {
      expect(imagesOf(`<img src="${src}">`)).toEqual([]);
    },
  );

  it('take a text that a first, silent use of the same image lacks', () => {
    expect(imagesOf('<meta property="og:image:url" content="/a.png"><img src="/a.png" alt="A">')).toEqual([
      ['https://e.com/a.png', 'A'],
    ]);
  });

  it('are resolved against the base of the page, itself resolved against its address', () => {
    const document = parseDocument('<base href="cdn/assets/"><img src="a.png"><img src="/b.png">');
    expect(collectImages(document, baseUrlOf(document, PAGE)).map(({ url }) => url)).toEqual([
      'https://e.com/dir/cdn/assets/a.png',
      'https://e.com/b.png',
    ]);
  });

  it('have their texts collapsed and cut at 200 characters', () => {
    const [image] = imagesOf(`<img src="a.png" alt=" one\n two ${'x'.repeat(300)}">`);
    expect(image?.[1]).toHaveLength(200);
    expect(image?.[1].startsWith('one two x')).toBe(true);
  });

  it('are at most 1 000', () => {
    const html = Array.from({ length: 1_005 }, (_, i) => `<img src="${i}.png">`).join('');
    expect(imagesOf(html)).toHaveLength(1_000);
  });

  it('leave out tracking pixels', () => {
    expect(imagesOf('<img src="/t.gif" width="1" height="1"><img src="/w.gif" width="1">')).toEqual([
      ['https://e.com/w.gif', ''],
    ]);
  });

  it('include what a lazy loader would load', () => {
    expect(imagesOf('<img data-src="a.png"><img src="x.gif" data-srcset="b.png 2x, c.png 1x">')).toEqual([
      ['https://e.com/dir/a.png', ''],
      ['https://e.com/dir/b.png', ''],
    ]);
  });
});

describe('the largest candidate of a srcset', () => {
  it.each([
    ['by width', 'a 320w, b 1024w, c 640w', 'b'],
    ['by density', 'a, b 2x, c 1.5x', 'b'],
    ['the first of equals', 'a 2x, b 2x', 'a'],
    ['a bad descriptor counting as 1', 'a wide, b 0.5x', 'a'],
    [
      'with commas in the URL',
      'https://r.com/w_400,h_300/a.jpg 400w, https://r.com/w_1200,h_900/b.jpg 1200w',
      'https://r.com/w_1200,h_900/b.jpg',
    ],
    ['without spaces after commas', 'a 1x,b 2x', 'b'],
    ['of one URL', 'a', 'a'],
    ['of nothing', ' , ', undefined],
  ])('is found %s', (_name, srcset, largest) => {
    expect(largestCandidate(srcset)).toBe(largest);
  });
});
