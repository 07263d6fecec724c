import { setTimeout as delay } from 'node:timers/promises';
import { chromium, expect, test } from '@playwright/test';
import { locateBrowser } from '#src/browser/locate.js';
import { disableFeatures, GUARD_SWITCHES, PLAYWRIGHT_DISABLED_FEATURES, PROXY_BYPASS } from '#src/browser/switches.js';
import { createEgressProxy } from '#src/guard/egress-proxy.js';
import { createGuard } from '#src/guard/guard.js';
import { AttackSite, waitMsOf } from '../../support/attack-site.js';
import { ISOLATED } from '../../support/canary.js';
import { SCRIPTS } from './scenarios/scripts.js';

test.skip(!ISOLATED, 'runs only in a network namespace of its own');

// A reader blocks service workers, by a script in the page. Here they are let, and are worth a certificate that nobody
// vouches for, to see that it is the guard that keeps them in.
for (const scenario of SCRIPTS.filter(({ row }) => row === 39 || row === 40 || row === 42)) {
  test(`${scenario.row} ${scenario.id}: reaches nothing where service workers are allowed`, async () => {
    const site = await AttackSite.open();
    const guard = createGuard(site.guardOptions);
    await using proxy = await createEgressProxy({ guard });
    const listener = await proxy.open(guard.scope('https://attacker.test/'));
    const browser = await chromium.launch({
      executablePath: (await locateBrowser()).path,
      chromiumSandbox: false,
      proxy: { server: `http://127.0.0.1:${proxy.refuseAllPort}`, bypass: PROXY_BYPASS },
      ignoreDefaultArgs: [`--disable-features=${PLAYWRIGHT_DISABLED_FEATURES.join(',')}`],
      args: [
        ...GUARD_SWITCHES.map(({ text }) => text),
        disableFeatures(PLAYWRIGHT_DISABLED_FEATURES),
        '--ignore-certificate-errors',
      ],
    });
    const { touched, refused, target } = await site.attack(scenario, async (url) => {
      const server = `http://127.0.0.1:${listener.port}`;
      const context = await browser.newContext({ proxy: { server, bypass: PROXY_BYPASS } });
      const page = await context.newPage();
      await page.goto(url, { waitUntil: 'commit' });
      await delay(waitMsOf(scenario));
      await context.close();
      return undefined;
    });
    await browser.close();
    await site.close();
    expect(touched).toEqual([]);
    const { kind } = await locateBrowser();
    if (scenario.teeth === 'CH' || kind === 'chromium') expect(refused).toContain(target.tlsTunnel);
  });
}
