import { describe, expect, it } from 'vitest';
import { createPageCache } from '#src/reader/cache.js';
import { readPage } from '#src/reader/read-page.js';
import type { LoadedDocument } from '#src/reader/reader.js';

const url = 'https://example.com/';
const document: LoadedDocument = {
  url,
  requestedUrl: url,
  redirects: [],
  statusCode: 200,
  headers: {},
  contentType: 'text/html',
  body: '<title>Late</title><p>These are the words of the page.',
  sizeCapped: false,
  rendered: false,
  refusals: [],
  warnings: [],
  loadMs: 0,
};

describe('a read', () => {
  it('gives the page when the machine was too busy to see to it in time', async () => {
    const load = async (): Promise<LoadedDocument> => {
      const end = performance.now() + 120;
      while (performance.now() < end);
      return document;
    };
    const reading = { load, cache: createPageCache({ ttlMs: 0 }), cacheKind: 'test', timeoutMs: 100 };
    expect((await readPage(reading, url)).text).toContain('the words of the page');
  });

  it('ends all the same when its document never comes', async () => {
    const load = () => new Promise<never>(() => undefined);
    const reading = { load, cache: createPageCache({ ttlMs: 0 }), cacheKind: 'test', timeoutMs: 50 };
    await expect(readPage(reading, url)).rejects.toMatchObject({ code: 'TIMEOUT' });
  });
});
