import { BrowserReader } from 'pageward';
import { chromium } from 'playwright';
import { locateBrowser } from '../dist/browser/locate.js';

/**
 * @typedef {object} Contestant who reads pages side by side with others
 * @property {string} name
 * @property {() => Promise<void>} [prepare] what does not count as part of a read
 * @property {(url: string, page: import('./pages.js').BenchPage) => Promise<string>} read what it made of the page
 * @property {() => Promise<void>} close
 */

/** The switches with which Playwright starts the browser that the others are measured by. */
async function launchBare() {
  const { path } = await locateBrowser();
  return chromium.launch({ executablePath: path, chromiumSandbox: process.getuid?.() !== 0 });
}

/**
 * The floor: a bare Playwright script on the same browser binary that knows the one element to wait for.
 *
 * @returns {Promise<Contestant>}
 */
export async function floor() {
  const browser = await launchBare();
  return {
    name: 'floor',
    read: async (url, { element }) => {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(url);
      await page.waitForFunction((selector) => document.querySelector(selector) !== null, element);
      const html = await page.content();
      await context.close();
      return html;
    },
    close: () => browser.close(),
  };
}

/**
 * What of the floor's time is the page's own: going there and waiting, in a tab that was opened before. Whoever waits for
 * the page cannot be faster, but where its timers are fast-forwarded.
 *
 * @returns {Promise<Contestant>}
 */
export async function pageItself() {
  const browser = await launchBare();
  const open = async () => (await browser.newContext()).newPage();
  /** @type {Awaited<ReturnType<typeof open>> | undefined} */
  let tab;
  return {
    name: 'page itself',
    prepare: async () => {
      await tab?.context().close();
      tab = await open();
    },
    read: async (url, { element }) => {
      const page = tab ?? (await open());
      await page.goto(url);
      await page.waitForFunction((selector) => document.querySelector(selector) !== null, element);
      return page.content();
    },
    close: () => browser.close(),
  };
}

/**
 * Our reader, guard and jail on, from the URL to the Markdown.
 *
 * @param {string} name
 * @param {import('pageward').BrowserReaderOptions} options
 * @returns {Contestant}
 */
export function pageward(name, options) {
  const reader = new BrowserReader({ cacheTtlMs: 0, ...options });
  return {
    name,
    read: async (url) => (await reader.read(url)).text,
    close: () => reader.close(),
  };
}
