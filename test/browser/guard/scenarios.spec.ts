import { test as base, expect } from '@playwright/test';
import { type LocatedBrowser, locateBrowser } from '#src/browser/locate.js';
import { createGuard } from '#src/guard/guard.js';
import { BrowserReader } from '#src/reader/browser-reader.js';
import { AttackQueue, AttackSite, JAIL } from '../../support/attack-site.js';
import { ISOLATED, SECRET } from '../../support/canary.js';
import { SCENARIOS } from './scenarios/all.js';
import { WEBRTC } from './scenarios/webrtc.js';

/** Each page says in its address how long it is to be given. */
const WAITED = `performance.now() >= Number(new URLSearchParams(location.search).get('wait') ?? 1200)`;

// For WebRTC Chromium asks the kernel for the route to a host on the internet. That sends nothing, and yet no test is to
// mean anybody outside: these run in a network namespace (isolated.spec.ts).
const HERE = ISOLATED ? SCENARIOS : SCENARIOS.filter((scenario) => !WEBRTC.includes(scenario));

const test = base.extend<object, { attacks: AttackQueue; kind: LocatedBrowser['kind'] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted off the pattern.
  kind: [async ({}, use) => use((await locateBrowser()).kind), { scope: 'worker' }],
  attacks: [
    async ({ kind }, use) => {
      const site = await AttackSite.open();
      const guard = createGuard(site.guardOptions);
      // The throw-away certificate makes a secure context; nothing else about the readers is changed.
      const options = {
        guard,
        jail: JAIL,
        cacheTtlMs: 0,
        insecureTls: true,
        resources: 'all',
        waitFor: { expression: WAITED },
      } as const;
      const reader = new BrowserReader(options);
      // Nobody can fast-forward the browser process and what WebRTC does: a page that waits for those waits in real time.
      const unhurried = new BrowserReader({ ...options, settle: { virtualTime: false } });
      const attacks = new AttackQueue(HERE, {
        kind,
        run: (scenario) =>
          site.attack(scenario, (url) =>
            (scenario.waitMs === undefined ? reader : unhurried).read(url, { html: true, timeoutMs: 15_000 }),
          ),
      });
      await use(attacks);
      await attacks.close();
      await Promise.all([reader.close(), unhurried.close()]);
      await site.close();
    },
    { scope: 'worker' },
  ],
});

// One browser for all, and in order: the next attacks run while a test waits for its own.
test.describe.configure({ mode: 'default' });

for (const scenario of HERE) {
  test(`${scenario.row} ${scenario.id}: reaches nothing when a page ${scenario.does}`, async ({ attacks, kind }) => {
    const { page, error, refused, touched, target } = await attacks.outcome(scenario);
    expect(touched).toEqual([]);
    // In a jail WebRTC finds no interface to begin with.
    const absent =
      (scenario.teeth === 'C' && kind === 'headless-shell') || (JAIL === 'required' && WEBRTC.includes(scenario));
    const tries = absent ? [] : [...(scenario.tries?.(target) ?? [])];
    expect(tries.filter((url) => !refused.includes(url))).toEqual([]);
    expect(`${JSON.stringify(page)}${error}`).not.toContain(SECRET);
    if (scenario.refused !== undefined) {
      expect(error).toMatchObject({ code: scenario.refused });
      return;
    }
    expect(error).toBeUndefined();
    expect(page?.text).not.toContain('Not available');
    const listed = page?.refusals?.map((refusal) => refusal.url) ?? [];
    if (!scenario.atUnload) expect(tries.filter((url) => !listed.includes(url))).toEqual([]);
  });
}
