// A guard as it is most often written: Playwright's `context.route` judges the host of every request, service workers are
// blocked.
import { chromium } from 'playwright';
import { contestant, fewAtATime } from '../gallery-peers/contestant.js';

await contestant(async ({ browserPath, concurrency, hosts }) => {
  const browser = await chromium.launch({ executablePath: browserPath, chromiumSandbox: process.getuid?.() !== 0 });
  const read = async ({ url }) => {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    await context.route('**/*', (route) =>
      hosts.includes(new URL(route.request().url()).host) ? route.continue() : route.abort(),
    );
    try {
      const page = await context.newPage();
      await page.goto(url, { waitUntil: 'networkidle' });
      return await page.content();
    } finally {
      await context.close();
    }
  };
  return { readAll: fewAtATime(read, concurrency), close: () => browser.close() };
});
