import { expect } from '@playwright/test';
import { startEngine } from '#src/browser/engine.js';
import { FrameTargets } from '#src/browser/frame-targets.js';
import { locateBrowser } from '#src/browser/locate.js';
import { openTab } from '#src/browser/tab.js';
import { VirtualClock } from '#src/browser/virtual-clock.js';
import { labGuard, test } from '../support/browser-rig.js';

test('a run ahead is the whole of it, even where an earlier one was not ended', async ({ rig }) => {
  const guard = labGuard(rig.lab);
  const engine = await startEngine({ guard, located: await locateBrowser(), sandbox: 'auto', jail: 'auto' });
  const tab = await openTab(engine.running, await engine.proxy.open(guard.scope('http://site.test/')), {});
  const over = new AbortController();
  const nobody = { came: () => undefined, gone: () => undefined, event: () => undefined };
  const clock = new VirtualClock(tab, new FrameTargets(tab.cdp, nobody, over.signal), over.signal);
  await tab.cdp.send('Performance.enable');
  const evaluate = async (expression: string): Promise<number> =>
    Number((await tab.cdp.send('Runtime.evaluate', { expression })).result.value);
  // So that the first run is still under way when the second begins: ten timers take the thread longer than an order.
  await evaluate(`setInterval(() => { for (let k = 0; k < 3e6; k += 1); }, 10)`);
  const fromMs = await evaluate('performance.now()');
  expect(await clock.runAhead(400, Promise.resolve())).toBe(false);
  const never = new Promise(() => undefined);
  expect(await clock.runAhead(1_000, never)).toBe(true);
  expect((await evaluate('performance.now()')) - fromMs).toBeGreaterThanOrEqual(1_000);
  over.abort();
  await tab.close();
  await engine.close();
});
