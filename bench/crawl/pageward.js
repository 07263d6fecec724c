// `pageward crawl` as a library, guard and jail on: every page as Markdown.
import { crawl } from 'pageward';
import { contestant } from './contestant.js';

await contestant(async ({ url, concurrency, kind }, kept) => {
  const { host } = new URL(url);
  const options = {
    reader: kind,
    ...(concurrency > 0 ? { concurrency } : {}),
    // The others take as many of one host as they may.
    maxPerHost: 64,
    readerOptions: { allowPrivate: [host] },
  };
  for await (const event of crawl(url, options)) {
    if (event.type === 'page') kept(event.page.text);
    if (event.type === 'failure') console.error(event.url, event.code, event.message);
  }
});
