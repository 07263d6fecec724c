import { setTimeout as delay } from 'node:timers/promises';
import { test as base, chromium, expect } from '@playwright/test';
import { type LocatedBrowser, locateBrowser } from '#src/browser/locate.js';
import { createEgressProxy } from '#src/guard/egress-proxy.js';
import { createGuard } from '#src/guard/guard.js';
import { AttackQueue, AttackSite, waitMsOf } from '../../support/attack-site.js';
import { ISOLATED } from '../../support/canary.js';
import { SCENARIOS } from './scenarios/all.js';
import type { Scenario } from './scenarios/scenario.js';

const LEAST_TEETH = 50;

/** The same pages with the guard's address check off, in a browser without the switches that lock it in. */
const test = base.extend<object, { attacks: AttackQueue; reached: Set<string>; kind: LocatedBrowser['kind'] }>({
  kind: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted off the pattern.
    async ({}, use) => use((await locateBrowser()).kind),
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  reached: [async ({}, use) => use(new Set()), { scope: 'worker' }],
  attacks: [
    async ({ kind }, use) => {
      const site = await AttackSite.open();
      const guard = createGuard({ ...site.guardOptions, allowPrivate: true });
      const proxy = await createEgressProxy({ guard });
      const budgets = { requests: 1e6, hosts: 1e6, tunnels: 1e3, bytes: 1e9 };
      const listener = await proxy.open(guard.scope('http://attacker.test/'), { budgets });
      // Without this Playwright itself takes loopback out of Chromium's list of what bypasses the proxy.
      process.env['PLAYWRIGHT_DISABLE_FORCED_CHROMIUM_PROXIED_LOOPBACK'] = '1';
      const { path: executablePath } = await locateBrowser();
      const browser = await chromium.launch({
        executablePath,
        chromiumSandbox: false,
        proxy: { server: `http://127.0.0.1:${listener.port}` },
        args: ['--ignore-certificate-errors'],
      });
      const visit = async (url: string, scenario: Scenario): Promise<undefined> => {
        const context = await browser.newContext({ ignoreHTTPSErrors: true });
        const page = await context.newPage();
        await page.goto(url, { waitUntil: 'commit' }).catch(() => undefined);
        await delay(waitMsOf(scenario));
        await context.close();
      };
      const attacks = new AttackQueue(SCENARIOS, {
        kind,
        run: (scenario) => site.attack(scenario, (url) => visit(url, scenario)),
      });
      await use(attacks);
      await attacks.close();
      await browser.close();
      await proxy.close();
      await site.close();
    },
    { scope: 'worker' },
  ],
});

test.describe.configure({ mode: 'default' });
test.skip(!ISOLATED, 'runs only in a network namespace of its own');

for (const scenario of SCENARIOS) {
  const { row, id, does } = scenario;
  test(`${row} ${id}: with the check off, a page that ${does} comes through`, async ({ attacks, reached, kind }) => {
    const { touched } = await attacks.outcome(scenario);
    if (touched.length > 0) reached.add(id);
    // Where none are known it is a tripwire for browsers to come.
    if (scenario.teeth.includes(kind === 'chromium' ? 'C' : 'H')) expect(touched).not.toEqual([]);
  });
}

test(`at least ${LEAST_TEETH} pages have teeth`, ({ reached }) => {
  console.log(`${reached.size} of ${SCENARIOS.length} pages reached the canary`);
  expect(reached.size).toBeGreaterThanOrEqual(LEAST_TEETH);
});
