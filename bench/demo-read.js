// Time of a read of the demo page with each reader, beside a bare Playwright script on the same browser binary that
// opens a context, goes to the page, waits for its last element and takes content(). One run, turns interleaved, ratios.
import { BrowserReader, HttpReader } from 'pageward';
import { chromium } from 'playwright';
import { locateBrowser } from '../dist/browser/locate.js';
import { startDemoSite } from '../fixtures/demo-site/server.js';

const rounds = Number(process.argv[2] ?? 30);
const pauseMs = Number(process.argv[3] ?? 0);
const site = await startDemoSite({ internalUrl: 'http://127.0.0.1:9/' });
const options = { allowPrivate: [site.host], cacheTtlMs: 0 };
const http = new HttpReader(options);
const browser = new BrowserReader(options);
const { path } = await locateBrowser();
const bare = await chromium.launch({ executablePath: path, chromiumSandbox: process.getuid?.() !== 0 });

const contestants = {
  bare: async () => {
    const context = await bare.newContext();
    const page = await context.newPage();
    await page.goto(`${site.origin}/`);
    await page.waitForFunction(() => document.querySelector('img[data-src]'));
    const html = await page.content();
    await context.close();
    return html;
  },
  HttpReader: async () => (await http.read(`${site.origin}/`)).text,
  BrowserReader: async () => (await browser.read(`${site.origin}/`)).text,
};

const times = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
let incomplete = 0;
for (let round = -3; round < rounds; round += 1) {
  for (const [name, read] of Object.entries(contestants)) {
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const started = performance.now();
    const text = await read();
    // The first rounds warm everything up.
    if (round >= 0) times[name].push(performance.now() - started);
    if (name !== 'HttpReader' && !text.includes('who walked it off')) incomplete += 1;
  }
}
await Promise.all([http.close(), browser.close(), bare.close(), site.close()]);

const quantile = (values, share) =>
  values.sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
const floor = { median: quantile(times.bare, 0.5), p95: quantile(times.bare, 0.95) };
console.log(`${rounds} rounds, ${pauseMs} ms pause before each turn; incomplete reads: ${incomplete}`);
console.log('reader'.padEnd(16), 'median ms', 'p95 ms', 'median ÷ bare', 'p95 ÷ bare');
for (const [name, values] of Object.entries(times)) {
  const [median, p95] = [quantile(values, 0.5), quantile(values, 0.95)];
  const columns = [
    median.toFixed(0).padStart(9),
    p95.toFixed(0).padStart(6),
    (median / floor.median).toFixed(2).padStart(13),
    (p95 / floor.p95).toFixed(2).padStart(10),
  ];
  console.log(name.padEnd(16), ...columns);
}
