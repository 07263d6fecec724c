import { BrowserReader } from 'pageward';
import { contestant, fewAtATime } from './contestant.js';

await contestant(({ hosts, concurrency, browserPath }) => {
  const readers = new Map();
  const readerOf = (isolation) => {
    const extra = isolation === 'read' ? {} : { isolation };
    const reader =
      readers.get(isolation) ??
      new BrowserReader({ allowPrivate: hosts, cacheTtlMs: 0, concurrency, browserPath, ...extra });
    readers.set(isolation, reader);
    return reader;
  };
  const read = async ({ url, options, isolation }) => (await readerOf(isolation).read(url, options)).text;
  return {
    readAll: fewAtATime(read, concurrency),
    close: () => Promise.all([...readers.values()].map((reader) => reader.close())),
  };
});
