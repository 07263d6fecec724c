import { BrowserReader } from 'pageward';
import { contestant, fewAtATime } from './contestant.js';

// Fresh for each read, or as a crawl reads.
const isolation = process.argv[2] ?? 'read';

await contestant(({ hosts, concurrency, browserPath }) => {
  const readers = new Map();
  const readerOf = (options) => {
    const kind = JSON.stringify(options);
    const always = { allowPrivate: hosts, cacheTtlMs: 0, concurrency, browserPath, isolation };
    const reader = readers.get(kind) ?? new BrowserReader({ ...always, ...options });
    readers.set(kind, reader);
    return reader;
  };
  const read = async ({ url, options, reader }) => (await readerOf(reader).read(url, options)).text;
  return {
    readAll: fewAtATime(read, concurrency),
    close: () => Promise.all([...readers.values()].map((reader) => reader.close())),
  };
});
