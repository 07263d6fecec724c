// A bare Playwright script that is told what the last thing to appear on each page is.
import { chromium } from 'playwright';
import { contestant, fewAtATime } from './contestant.js';

const PATIENCE_MS = 10_000;

await contestant(async ({ browserPath, concurrency }) => {
  const browser = await chromium.launch({ executablePath: browserPath, chromiumSandbox: process.getuid?.() !== 0 });
  const read = async ({ url, shown }) => {
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      await page.goto(url);
      const wait = { timeout: PATIENCE_MS };
      const seen =
        typeof shown === 'string'
          ? page.waitForFunction(shown, undefined, wait)
          : page.waitForFunction(
              // biome-ignore lint/performance/useDomNodeTextContent: what is shown is the point.
              (words) => document.body.innerText.replace(/[^\p{L}\p{N}]+/gu, ' ').includes(words),
              shown.text,
              wait,
            );
      await seen.catch(() => {});
      return await page.content();
    } finally {
      await context.close();
    }
  };
  return { readAll: fewAtATime(read, concurrency), close: () => browser.close() };
});
