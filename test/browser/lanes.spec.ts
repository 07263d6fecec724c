import { expect } from '@playwright/test';
import { startEngine } from '#src/browser/engine.js';
import { locateBrowser } from '#src/browser/locate.js';
import { TabPool, type TabPoolOptions } from '#src/browser/pool.js';
import { type BrowserRig, browserProcesses, html, labGuard, test, WORDS } from '../support/browser-rig.js';

const never = new AbortController().signal;

/** Writes down what a page finds of those before it, and leaves as much as it can. */
const LITTER = html(`<p id="found"></p>${WORDS}<script>
  found.textContent = ['session', sessionStorage.length, 'name', window.name, 'history', history.length,
    'local', localStorage.length, 'cookie', document.cookie].join(' ');
  sessionStorage.a = 1; window.name = 'litter'; history.pushState(1, '', '/pushed'); localStorage.a = 1;
  document.cookie = 'kept=yes';
</script>`);

const rendererPids = (): number[] =>
  browserProcesses()
    .filter(({ command }) => command.includes('--type=renderer'))
    .map(({ pid }) => pid);

async function openPool(rig: BrowserRig, options: Partial<TabPoolOptions> = {}) {
  const guard = labGuard(rig.lab);
  const pool = new TabPool({
    guard,
    concurrency: 2,
    isolation: 'session',
    start: async () => startEngine({ guard, located: await locateBrowser(), sandbox: 'auto', jail: 'auto' }),
    ...options,
  });
  return { pool, acquire: (url: string) => pool.acquire(guard.scope(url), never) };
}

test('reads of one site go through one page, which keeps the session and nothing of the page before', async ({
  rig,
}) => {
  await rig.serve({ '/': LITTER, '/pushed': LITTER });
  const reader = rig.openReader({ isolation: 'session', concurrency: 1 });
  const found = [];
  for (const _ of [1, 2, 3]) {
    found.push((await reader.read('http://site.test/', { include: ['#found'] })).text);
  }
  const [first, second, third] = found;
  expect(first).toBe('session 0 name history 2 local 0 cookie');
  expect(second).toBe('session 0 name history 2 local 1 cookie kept=yes');
  expect(third).toBe(second);
});
