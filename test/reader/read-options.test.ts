import { describe, expect, it } from 'vitest';
import { AutoReader } from '#src/reader/auto-reader.js';
import { BrowserReader } from '#src/reader/browser-reader.js';
import { extract } from '#src/reader/extract.js';
import { HttpReader } from '#src/reader/http-reader.js';
import { readMany } from '#src/reader/read-many.js';
import { fence } from '#src/tools/fence.js';
import { webFetch } from '#src/tools/web-fetch.js';

const URL_READ = 'https://example.com/';
/** As a program in JavaScript would call it. */
const loose = (value: unknown): never => value as never;

describe('every reader', () => {
  // Each refuses before it looks a name up or starts a browser.
  const resolver = () => Promise.reject(new Error('looked up'));
  const readers = [new HttpReader({ resolver }), new BrowserReader({ resolver }), new AutoReader({ resolver })];

  it.each([
    [{ timeout: 5 }, 'timeout', 'Did you mean timeoutMs?'],
    [{ image: true }, 'image', 'Did you mean images?'],
    [{ waitFor: { selector: 'p' } }, 'waitFor', expect.anything()],
    [{ timeoutMs: -1 }, 'timeoutMs', expect.anything()],
    [{ timeoutMs: '5s' }, 'timeoutMs', expect.anything()],
    [{ maxBytes: -1 }, 'maxBytes', expect.anything()],
    [{ signal: 'now' }, 'signal', expect.anything()],
    [{ html: 'yes' }, 'html', expect.anything()],
    [{ capture: { json: [] } }, 'capture.json', expect.anything()],
    [{ capture: { jsn: '*' } }, 'capture.jsn', expect.anything()],
    [null, 'options', expect.anything()],
  ])('refuses to read with %j', async (options, option, hint) => {
    for (const reader of readers) {
      const failure = { name: 'UsageError', code: 'INVALID_OPTION', hint, details: { option } };
      await expect(reader.read(URL_READ, loose(options))).rejects.toMatchObject(failure);
    }
  });

  it('refuses to load with what is no option or no request', async () => {
    for (const reader of readers) {
      const load = (request: object, options = {}) => reader.load(loose({ url: URL_READ, ...request }), loose(options));
      await expect(load({}, { images: true })).rejects.toMatchObject({ details: { option: 'images' } });
      await expect(load({ method: 'PUT' })).rejects.toMatchObject({ details: { option: 'method' } });
      await expect(load({ header: {} })).rejects.toMatchObject({ hint: 'Did you mean headers?' });
      const secret = load({ form: { password: ['hunter2'] } });
      await expect(secret).rejects.toMatchObject({ message: expect.not.stringContaining('hunter2') });
    }
  });

  it('refuses to read many with what is no option', async () => {
    for (const reader of readers) {
      const results = reader.readMany([URL_READ], loose({ concurency: 2 }))[Symbol.asyncIterator]();
      await expect(results.next()).rejects.toMatchObject({ hint: 'Did you mean concurrency?' });
    }
  });
});

it.each([
  ['screenshot', { screenshot: true }],
  ['pdf', { pdf: {} }],
  ['mhtml', { mhtml: true }],
  ['actions', { actions: [{ scroll: 'bottom' }] }],
  ['capture', { capture: { json: '*' } }],
] as const)('a reader without a browser refuses %s', async (option, options) => {
  const reading = new HttpReader().read(URL_READ, options);
  await expect(reading).rejects.toMatchObject({ code: 'INVALID_OPTION', details: { option } });
});

it('a thing that a third-party reader throws becomes an error that tells pages from failures', async () => {
  const reader = { read: async () => Promise.reject('out of paper') };
  for await (const result of readMany(reader, [URL_READ])) {
    expect(result.error).toBeInstanceOf(Error);
    expect(result).toMatchObject({ url: URL_READ, error: { message: 'out of paper', cause: 'out of paper' } });
    if (result.error) continue;
    // Compiles because `error` tells the two apart.
    result.page.text.trim();
  }
});

describe('extract', () => {
  it.each([undefined, null, 5, {}, Promise.resolve('<p>')])('refuses %s for HTML', async (html) => {
    await expect(extract(loose(html))).rejects.toMatchObject({ code: 'INVALID_OPTION', details: { option: 'html' } });
  });

  it.each([
    [{ uri: URL_READ }, 'Did you mean url?'],
    [{ includes: ['p'] }, 'Did you mean include?'],
    [{ dom: 'happy-dom' }, expect.anything()],
    [{ url: new URL(URL_READ) }, expect.anything()],
  ])('refuses the options %j', async (options, hint) => {
    await expect(extract('<p>a', loose(options))).rejects.toMatchObject({ code: 'INVALID_OPTION', hint });
  });
});

it.each([undefined, null, 5, ['text']])('fence refuses %j', (text) => {
  expect(() => fence(loose(text))).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }));
});

it.each([{ maxChars: 5 }, 'reader', null])('webFetch refuses %j for a reader', (reader) => {
  expect(() => webFetch(loose(reader))).toThrow(expect.objectContaining({ details: { option: 'reader' } }));
});
