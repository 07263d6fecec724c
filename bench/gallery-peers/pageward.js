import { BrowserReader } from 'pageward';
import { contestant, fewAtATime } from './contestant.js';

// Fresh for each read, or as a crawl reads.
const isolation = process.argv[2] ?? 'read';

await contestant(({ hosts, concurrency, browserPath }) => {
  const open = (options) =>
    new BrowserReader({ allowPrivate: hosts, cacheTtlMs: 0, concurrency, browserPath, isolation, ...options });
  const readersOf = (pages) => new Set(pages.map(({ reader }) => reader.isolation ?? isolation));
  let usual = open();
  const readAll = async (pages, answer) => {
    // Pages that want another reader come last: two browsers at once are nobody's way to read.
    for (const wanted of [...readersOf(pages)].sort((one) => (one === isolation ? -1 : 1))) {
      if (wanted !== isolation) {
        await usual.close();
        usual = open({ isolation: wanted });
      }
      const read = async ({ url, options }) => (await usual.read(url, options)).text;
      const meant = pages.filter(({ reader }) => (reader.isolation ?? isolation) === wanted);
      await fewAtATime(read, concurrency)(meant, answer);
    }
  };
  return { readAll, close: () => usual.close() };
});
