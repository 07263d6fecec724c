import { expect, test } from 'vitest';
import type { BodyContent } from '#src/reader/body.js';
import { EarlyReading } from '#src/reader/early-reading.js';
import type { ReadableDocument } from '#src/reader/reader.js';

function documentOf(body: string, other: Partial<ReadableDocument> = {}): ReadableDocument {
  const url = 'http://site.test/';
  return { url, contentType: 'text/html', body, sizeCapped: false, rendered: true, ...other };
}

/** A reader that remembers what it was given; reading fails as often as there are `failures`. */
function readerOf({ failures = 0 } = {}) {
  const read: (string | Uint8Array)[] = [];
  let failing = failures;
  const early = new EarlyReading(async ({ body }) => {
    read.push(body);
    failing -= 1;
    if (failing >= 0) throw new Error('unreadable');
    return { mediaType: 'text/html', text: `${body}, read`, warnings: [] } satisfies BodyContent;
  });
  return { early, read };
}

test('what was read early is not read again when it turns out to be the document', async () => {
  const { early, read } = readerOf();
  early.begin(documentOf('one'));
  early.begin(documentOf('one'));
  expect((await early.finish(documentOf('one'))).text).toBe('one, read');
  expect(read).toEqual(['one']);
});

test.each([
  ['another body', documentOf('two')],
  ['another address', documentOf('one', { url: 'http://site.test/two' })],
  ['another media type', documentOf('one', { contentType: 'application/xhtml+xml' })],
  [
    'a failed program',
    documentOf('one', {
      readiness: { reason: 'settled', pending: [], growth: [], elapsedMs: 1, failure: 'it failed' },
    }),
  ],
])('a document with %s is read for itself', async (_, document) => {
  const { early, read } = readerOf();
  early.begin(documentOf('one'));
  await early.finish(document);
  expect(read).toEqual(['one', document.body]);
});

test('the last draft counts, and a document without a draft is read as ever', async () => {
  const { early, read } = readerOf();
  early.begin(documentOf('one'));
  early.begin(documentOf('two'));
  expect((await early.finish(documentOf('two'))).text).toBe('two, read');
  expect(read).toEqual(['one', 'two']);
  const other = readerOf();
  expect((await other.early.finish(documentOf('three'))).text).toBe('three, read');
});

test('a draft that could not be read is tried again as the document, whose failure counts', async () => {
  const { early } = readerOf({ failures: 1 });
  early.begin(documentOf('one'));
  expect((await early.finish(documentOf('one'))).text).toBe('one, read');
  const worse = readerOf({ failures: 2 });
  worse.early.begin(documentOf('one'));
  await expect(worse.early.finish(documentOf('one'))).rejects.toThrow('unreadable');
});
