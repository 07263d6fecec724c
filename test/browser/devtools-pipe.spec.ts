import { expect } from '@playwright/test';
import { startEngine } from '#src/browser/engine.js';
import { locateBrowser } from '#src/browser/locate.js';
import { openTab } from '#src/browser/tab.js';
import { labGuard, test } from '../support/browser-rig.js';

test('what a page says at length is not heard, what is asked for is', async ({ rig }) => {
  const guard = labGuard(rig.lab);
  const engine = await startEngine({ guard, located: await locateBrowser(), sandbox: 'auto', jail: 'auto' });
  const tab = await openTab(engine.running, await engine.proxy.open(guard.scope('http://site.test/')), {});
  const heard: string[] = [];
  tab.cdp.on('Runtime.consoleAPICalled', ({ args }) => heard.push(String(args[0]?.value)));
  await tab.cdp.send('Runtime.enable');
  const says = `console.log('before'); console.log('x'.repeat(1e6)); console.log('after'); 'y'.repeat(1e6)`;
  const { result } = await tab.cdp.send('Runtime.evaluate', { expression: says });
  await expect.poll(() => heard).toContain('after');
  expect(heard).toEqual(['before', 'after']);
  expect(result.value).toHaveLength(1_000_000);
  await tab.close();
  await engine.close();
});

test('what is asked and heard of a page goes past Playwright, which hears nothing of what the page loads', async ({
  rig,
}) => {
  const guard = labGuard(rig.lab);
  const engine = await startEngine({ guard, located: await locateBrowser(), sandbox: 'auto', jail: 'auto' });
  const tab = await openTab(engine.running, await engine.proxy.open(guard.scope('http://site.test/')), {});
  const [page] = engine.running.browser.contexts().flatMap((context) => context.pages());
  const byPlaywright: string[] = [];
  const byUs: string[] = [];
  page?.on('request', (request) => byPlaywright.push(request.url()));
  tab.cdp.on('Network.requestWillBeSent', ({ request }) => byUs.push(request.url));
  await tab.cdp.send('Page.navigate', { url: 'http://site.test/' });
  await expect.poll(() => byUs).toEqual(['http://site.test/']);
  await expect.poll(() => page?.url()).toBe('http://site.test/');
  expect(byPlaywright).toEqual([]);
  await tab.close();
  await expect(tab.cdp.send('Page.enable')).rejects.toMatchObject({ code: 'BROWSER_CRASHED' });
  await engine.close();
});
