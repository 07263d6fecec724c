import { expect } from '@playwright/test';
import { html, test, WORDS } from '../support/browser-rig.js';

const cookie = { name: 'sid', value: 'secret', domain: 'site.test', path: '/' };

test('sends the cookies of a session with every read, and to their own site alone', async ({ rig }) => {
  const site = await rig.serve({ '/': html(`${WORDS}<img src="http://other.test/i.png">`) });
  const other = await rig.serve({ '/': html(WORDS), '/i.png': { body: '' } }, 'other.test');
  const reader = rig.openReader({ storageState: { cookies: [cookie], origins: [] }, concurrency: 2 });
  await Promise.all(['/', '/?2', '/?3'].map((path) => reader.read(`http://site.test${path}`)));
  await reader.read('http://other.test/');
  expect(site.requests.map(({ headers }) => headers.cookie)).toEqual(['sid=secret', 'sid=secret', 'sid=secret']);
  expect(other.requests.length).toBeGreaterThan(1);
  for (const { headers } of other.requests) expect(headers.cookie).toBeUndefined();
});

test('a read does not change the session of the next', async ({ rig }) => {
  const site = await rig.serve({
    '/': {
      ...html(`${WORDS}<script>localStorage.note = 'changed'</script>`),
      headers: { 'set-cookie': 'sid=changed' },
    },
    '/later': html(`${WORDS}<p id="kept"></p><script>kept.textContent = localStorage.note</script>`),
  });
  const origins = [{ origin: 'http://site.test', localStorage: [{ name: 'note', value: 'stored' }] }];
  const reader = rig.openReader({ storageState: { cookies: [cookie], origins } });
  await reader.read('http://site.test/');
  const page = await reader.read('http://site.test/later', { include: ['#kept'] });
  expect(page.text).toBe('stored');
  expect(site.requests.at(-1)?.headers.cookie).toBe('sid=secret');
});

test('putting local storage in place asks nothing of its origin', async ({ rig }) => {
  const site = await rig.serve({ '/': html(WORDS) });
  const canary = await rig.canary();
  const origins = ['http://site.test', `http://127.0.0.1:${canary.port}`].map((origin) => ({
    origin,
    localStorage: [],
  }));
  await rig.openReader({ storageState: { cookies: [], origins } }).read('http://site.test/');
  expect(site.requests.map(({ url }) => url)).toEqual(['/']);
  expect(canary.connections).toBe(0);
});

test('a session that the browser does not take is wrong use, and not quoted', async ({ rig }) => {
  await rig.serve({ '/': html(WORDS) });
  const broken = { ...cookie, name: '__Host-sid', domain: '.site.test' };
  const reading = rig.openReader({ storageState: { cookies: [broken], origins: [] } }).read('http://site.test/');
  const fault: unknown = await reading.catch((error: unknown) => error);
  expect(fault).toMatchObject({ name: 'UsageError', code: 'INVALID_OPTION' });
  expect(JSON.stringify(fault)).not.toContain('secret');
});
