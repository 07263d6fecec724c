// Crawlee as its guide has it, Readability and Turndown in the request handler: CheerioCrawler on what servers send,
// PlaywrightCrawler, told what to wait for, on what scripts make.
import { contestant, fromFolder } from './contestant.js';

await contestant(async ({ url, folder, browserPath, concurrency, kind }, kept) => {
  const { CheerioCrawler, PlaywrightCrawler, Configuration, log } = await fromFolder(folder, 'crawlee');
  const { JSDOM, VirtualConsole } = await fromFolder(folder, 'jsdom');
  const { Readability } = (await fromFolder(folder, '@mozilla/readability')).default;
  const TurndownService = (await fromFolder(folder, 'turndown')).default;
  const turndown = new TurndownService();
  log.setLevel(log.LEVELS.ERROR);
  const toMarkdown = (html, at) => {
    const { window } = new JSDOM(html, { url: at, virtualConsole: new VirtualConsole() });
    const article = new Readability(window.document).parse();
    kept(turndown.turndown(article?.content ?? ''));
    window.close();
  };
  const common = {
    ...(concurrency > 0 ? { minConcurrency: concurrency, maxConcurrency: concurrency } : {}),
    maxRequestRetries: 0,
  };
  const configuration = new Configuration({ persistStorage: false, purgeOnStart: true });
  const crawler =
    kind === 'http'
      ? new CheerioCrawler(
          {
            ...common,
            requestHandler: async ({ body, request, enqueueLinks }) => {
              toMarkdown(String(body), request.loadedUrl);
              await enqueueLinks({ strategy: 'same-hostname' });
            },
          },
          configuration,
        )
      : new PlaywrightCrawler(
          {
            ...common,
            headless: true,
            launchContext: { launchOptions: { executablePath: browserPath } },
            requestHandler: async ({ page, request, enqueueLinks }) => {
              await page.waitForSelector('#done', { state: 'attached' });
              toMarkdown(await page.content(), request.loadedUrl);
              await enqueueLinks({ strategy: 'same-hostname' });
            },
          },
          configuration,
        );
  await crawler.run([url]);
});
