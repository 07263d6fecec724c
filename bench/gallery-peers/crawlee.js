// Crawlee's PlaywrightCrawler as its guide has it, `page.content()` in the request handler, and its own `infiniteScroll`
// where the page needs scrolling. It starts its browser anew for every list of URLs.
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { contestant } from './contestant.js';

await contestant(async ({ folder, browserPath, concurrency }) => {
  const { resolve } = createRequire(path.join(folder, 'package.json'));
  const { PlaywrightCrawler, Configuration, log } = await import(pathToFileURL(resolve('crawlee')).href);
  log.setLevel(log.LEVELS.OFF);
  const readAll = async (pages, answer) => {
    const started = new Map();
    const done = ({ userData: { page } }, outcome) =>
      answer({ name: page.name, ms: performance.now() - (started.get(page.name) ?? performance.now()), ...outcome });
    const crawler = new PlaywrightCrawler(
      {
        launchContext: { launchOptions: { executablePath: browserPath } },
        headless: true,
        minConcurrency: concurrency,
        maxConcurrency: concurrency,
        maxRequestRetries: 0,
        preNavigationHooks: [async ({ request }) => void started.set(request.userData.page.name, performance.now())],
        requestHandler: async ({ page, request, infiniteScroll }) => {
          if (request.userData.page.options.scroll !== undefined) await infiniteScroll({ timeoutSecs: 20 });
          done(request, { text: await page.content() });
        },
        failedRequestHandler: ({ request }, error) => done(request, { error: String(error.message) }),
      },
      new Configuration({ persistStorage: false, purgeOnStart: true }),
    );
    await crawler.run(pages.map((page) => ({ url: page.url, uniqueKey: page.name, userData: { page } })));
  };
  return { readAll, close: async () => {} };
});
