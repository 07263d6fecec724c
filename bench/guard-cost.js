// What the guard costs: the same page read by the same bare Playwright script on the same browser binary, once with no
// proxy and once through the guard with a listener for each context. Turns interleaved, ratios.
import { chromium } from 'playwright';
import { locateBrowser } from '../dist/browser/locate.js';
import { createEgressProxy } from '../dist/guard/egress-proxy.js';
import { createGuard } from '../dist/guard/guard.js';
import { startDemoSite } from '../fixtures/demo-site/server.js';
import { quantile, takeTurns, timed } from './side-by-side.js';

const rounds = Number(process.argv[2] ?? 30);
const site = await startDemoSite({ internalUrl: 'http://127.0.0.1:9/' });
const url = `${site.origin}/`;
const guard = createGuard({ allowPrivate: [site.host] });
const proxy = await createEgressProxy({ guard });
const { path } = await locateBrowser();
const launch = { executablePath: path, chromiumSandbox: process.getuid?.() !== 0 };
const through = (port) => ({ proxy: { server: `http://127.0.0.1:${port}`, bypass: '<-loopback>' } });
const plain = await chromium.launch(launch);
const guarded = await chromium.launch({ ...launch, ...through(proxy.refuseAllPort) });

async function read(browser, options) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(() => document.querySelector('img[data-src]'));
  await page.content();
  await context.close();
}

async function readGuarded() {
  const listener = await proxy.open(guard.scope(url));
  await read(guarded, through(listener.port));
  await listener.close();
}

const contestants = [
  { name: 'without', turn: () => read(plain) },
  { name: 'with', turn: readGuarded },
];
const times = await takeTurns(contestants, { rounds }, async ({ turn }) => [await timed(turn)]);
await Promise.all([plain.close(), guarded.close(), site.close()]);
await proxy.close();

for (const [label, share] of [
  ['median', 0.5],
  ['p95', 0.95],
]) {
  const [without, through] = [...times.values()].map((values) => quantile(values, share));
  console.log(
    `${label}: ${without.toFixed(0)} ms without, ${through.toFixed(0)} ms with the guard: ${(through / without).toFixed(3)}`,
  );
}
