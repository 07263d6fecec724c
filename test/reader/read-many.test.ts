import { describe, expect, it } from 'vitest';
import { readMany } from '#src/reader/read-many.js';
import type { PageReader } from '#src/reader/reader.js';

const page = (url: string) => ({ url, statusCode: 200, mediaType: 'text/plain', text: '' });

describe('readMany', () => {
  it('keeps to its concurrency and takes URLs only as reads finish', async () => {
    let underWay = 0;
    let most = 0;
    let taken = 0;
    const reader: PageReader = {
      read: async (url) => {
        most = Math.max(most, ++underWay);
        await new Promise((resolve) => setImmediate(resolve));
        underWay -= 1;
        return page(url);
      },
    };
    function* endless(): Generator<string> {
      for (;;) yield `https://example.com/${taken++}`;
    }
    let seen = 0;
    for await (const _ of readMany(reader, endless(), { concurrency: 3 })) if (++seen === 10) break;
    expect(most).toBe(3);
    expect(taken).toBeLessThan(16);
  });

  it('yields what has been read while its source is slow', async () => {
    async function* slow(): AsyncGenerator<string> {
      yield 'https://example.com/1';
      await new Promise(() => undefined);
    }
    const results = readMany({ read: async (url) => page(url) }, slow());
    expect((await results.next()).value).toMatchObject({ url: 'https://example.com/1' });
  });

  it('aborts what is under way when the loop is left', async () => {
    const aborted: string[] = [];
    const reader: PageReader = {
      read: (url, options) =>
        url.endsWith('quick')
          ? Promise.resolve(page(url))
          : new Promise((_, reject) => {
              options?.signal?.addEventListener('abort', () => {
                aborted.push(url);
                reject(options.signal?.reason);
              });
            }),
    };
    const urls = ['https://example.com/slow', 'https://example.com/quick'];
    for await (const { url } of readMany(reader, urls)) {
      expect(url).toBe('https://example.com/quick');
      break;
    }
    expect(aborted).toEqual(['https://example.com/slow']);
  });

  it('ends its source when the loop is left', async () => {
    let ended = false;
    async function* urls() {
      try {
        for (;;) yield 'https://example.com/';
      } finally {
        ended = true;
      }
    }
    for await (const _ of readMany({ read: async (url) => page(url) }, urls())) break;
    await new Promise((resolve) => setImmediate(resolve));
    expect(ended).toBe(true);
  });

  it('takes an error that a reader throws at once for the result of that URL', async () => {
    const reader: PageReader = {
      read: (url) => {
        if (url.endsWith('bad')) throw new TypeError('at once');
        return Promise.resolve(page(url));
      },
    };
    const results: string[] = [];
    for await (const { url, error } of readMany(reader, ['https://example.com/bad', 'https://example.com/good']))
      results.push(`${url} ${error === undefined ? 'page' : 'error'}`);
    expect(results.sort()).toEqual(['https://example.com/bad error', 'https://example.com/good page']);
  });

  it("ends with the caller's reason", async () => {
    const controller = new AbortController();
    const results = readMany({ read: () => new Promise(() => undefined) }, ['https://example.com/'], {
      signal: controller.signal,
    });
    const next = results.next();
    setTimeout(() => controller.abort('enough'), 20);
    await expect(next).rejects.toBe('enough');
  });

  it('wants a sensible concurrency', async () => {
    await expect(readMany({ read: async (url) => page(url) }, [], { concurrency: 0 }).next()).rejects.toMatchObject({
      code: 'INVALID_OPTION',
    });
  });
});
