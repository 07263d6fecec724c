import { describe, expect, it } from 'vitest';
import { LIMITS } from '#src/base/limits.js';
import type { DocumentLoader, LoadedDocument } from '#src/reader/reader.js';
import { modelImages } from '#src/tools/model-images.js';
import { gifOf, pngOf } from '../support/image-files.js';

const listed = (count: number) => ({
  images: Array.from({ length: count }, (_, index) => ({ url: `https://example.com/${index + 1}.png`, alt: '' })),
});
const loaded = (url: string, part: Partial<LoadedDocument>): LoadedDocument => ({
  ...{ url, requestedUrl: url, redirects: [], statusCode: 200, headers: {}, contentType: 'image/png' },
  ...{ body: pngOf(100, 100), sizeCapped: false, rendered: false, refusals: [], warnings: [], loadMs: 1 },
  ...part,
});

/** Answers by the number in the address; what has no answer is as it should be. */
function loaderOf(answers: Readonly<Record<number, Partial<LoadedDocument> | Error>> = {}) {
  const asked: string[] = [];
  const loader: DocumentLoader = {
    async load({ url }, { maxBytes } = {}) {
      asked.push(url);
      expect(maxBytes).toBe(LIMITS.modelImageBytes);
      const answer = answers[Number(/(\d+)\.png/.exec(url)?.[1])];
      if (answer instanceof Error) throw answer;
      return loaded(url, answer ?? {});
    },
  };
  return { loader, asked };
}

describe('the images that a model is shown', () => {
  it('are the first ones, with their numbers, and no more are loaded', async () => {
    const { loader, asked } = loaderOf();
    const images = await modelImages(listed(30), { max: 2, loader }, {});
    expect(images.map(({ number }) => number)).toEqual([1, 2]);
    expect(asked).toHaveLength(2);
  });

  it('are others in the place of those that cannot be had or seen', async () => {
    const { loader, asked } = loaderOf({
      1: new Error('gone'),
      2: { statusCode: 404 },
      3: { sizeCapped: true },
      4: { body: '<html>' },
      5: { body: gifOf(16, 400) },
      6: { body: pngOf(9_000, 400) },
      7: { body: new TextEncoder().encode('<svg/>') },
    });
    const images = await modelImages(listed(30), { max: 3, loader }, {});
    expect(images.map(({ number }) => number)).toEqual([8, 9]);
    expect(asked).toHaveLength(9);
  });

  it('are none of a result that lists none', async () => {
    const { loader, asked } = loaderOf();
    for (const data of [undefined, null, 'text', {}, { images: 'none' }, { images: [{ src: 1 }] }, { images: [] }]) {
      expect(await modelImages(data, { loader }, {})).toEqual([]);
    }
    expect(await modelImages({ url: 'https://example.com/a.svg', mediaType: 'image/svg+xml' }, {}, {})).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('are only of ports that the page itself could load from', async () => {
    const { loader, asked } = loaderOf();
    const images = ['https://example.com:22/1.png', 'https://example.com:8443/2.png', 'https://example.com:4173/3.png'];
    const data = { url: 'https://example.com/', images: images.map((url) => ({ url })) };
    expect((await modelImages(data, { loader }, {})).map(({ number }) => number)).toEqual([2]);
    await modelImages({ ...data, url: 'https://example.com:4173/' }, { loader }, {});
    expect(asked).toEqual([images[1], ...images.slice(1)]);
  });

  it('end with the call', async () => {
    const controller = new AbortController();
    const loader: DocumentLoader = {
      load: (_, { signal } = {}) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
          controller.abort(new Error('enough'));
        }),
    };
    await expect(modelImages(listed(3), { loader }, { signal: controller.signal })).rejects.toThrow('enough');
  });
});
