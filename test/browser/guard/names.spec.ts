import { expect } from '@playwright/test';
import { createGuard } from '#src/guard/guard.js';
import type { Resolver } from '#src/guard/resolver.js';
import { JAIL } from '../../support/attack-site.js';
import { html, test, WORDS } from '../../support/browser-rig.js';
import { OTHER_PUBLIC, PUBLIC } from '../../support/guard-lab.js';

// F. Names and answers of DNS that change, mix, hide or never come.

test('60 rebind-second-answer: a name that moves inside after its first answer is refused from then on', async ({
  rig,
}) => {
  const canary = await rig.canary();
  await rig.serve((request, response) => {
    response.setHeader('connection', 'close').setHeader('content-type', 'text/html');
    response.end(
      request.url === '/'
        ? `${WORDS}<script>let n = 0; setInterval(() => fetch('/again?' + n++, { cache: 'no-store' }).catch(() => 0), 100)</script>`
        : 'again',
    );
  });
  // Whoever followed the second answer would come out here.
  rig.lab.route('127.0.0.1', 80, canary);
  let asked = 0;
  rig.lab.names.set('rebind.test', () => (asked++ === 0 ? [PUBLIC] : ['127.0.0.1']));
  const page = await rig.openReader({ jail: JAIL, waitFor: { delayMs: 3_000 } }).read('http://rebind.test/');
  expect(page.text).toContain('plenty of words');
  expect(asked).toBeGreaterThan(5);
  expect(page.refusals).toContainEqual(
    expect.objectContaining({ url: 'http://rebind.test/again?0', code: 'REFUSED_ADDRESS' }),
  );
  expect(new Set(rig.lab.dials)).toEqual(new Set([`${PUBLIC}:80`]));
  expect(canary.connections).toBe(0);
});

const BAD_ANSWERS = [
  { id: '61 rebind-mixed', what: 'public and internal addresses', answers: [OTHER_PUBLIC, '127.0.0.1'] },
  { id: '62 rebind-flip-family', what: 'an internal address as IPv6', answers: [PUBLIC, '::ffff:127.0.0.1'] },
  { id: '63 cname-internal', what: 'an alias that ends inside', answers: ['10.0.0.5'] },
];

for (const { id, what, answers } of BAD_ANSWERS) {
  test(`${id}: a name with ${what} is refused before anything is dialled`, async ({ rig }) => {
    const canary = await rig.canary();
    rig.lab.route('127.0.0.1', 80, canary);
    rig.lab.names.set('bad.test', answers);
    await expect(rig.openReader({ jail: JAIL }).read('http://bad.test/')).rejects.toMatchObject({
      code: 'REFUSED_ADDRESS',
    });
    await rig.serve({ '/': html(`${WORDS}<img src="http://bad.test/img">`) });
    const page = await rig.openReader({ jail: JAIL }).read('http://site.test/');
    expect(page.refusals).toMatchObject([{ url: 'http://bad.test/img', code: 'REFUSED_ADDRESS' }]);
    expect(new Set(rig.lab.dials)).toEqual(new Set([`${PUBLIC}:80`]));
    expect(canary.connections).toBe(0);
  });
}

test('64 slow-dns: a name that never resolves ends in time, and holds up no other page', async ({ rig }) => {
  await rig.serve({ '/': html(WORDS) });
  const resolver: Resolver = (host, { signal } = {}) =>
    host === 'slow.test'
      ? new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason), { once: true }))
      : rig.lab.resolver(host, { ...(signal === undefined ? {} : { signal }) });
  const guard = createGuard({ resolver, dial: rig.lab.dial, reservedNames: [] });
  const reader = rig.openReader({ jail: JAIL, guard });
  const slow = reader.read('http://slow.test/', { timeoutMs: 3_000 }).catch((error: unknown) => error);
  expect((await reader.read('http://site.test/')).text).toContain('plenty of words');
  expect(await slow).toMatchObject({ name: 'TimeoutError' });
});

test('71 refusal-text: the guard’s own words are seen by neither the page nor the reader', async ({ rig }) => {
  const canary = await rig.canary();
  await rig.serve({
    '/': html(`${WORDS}<iframe src="http://127.0.0.1:${canary.port}/"></iframe><p id=seen></p><script>
      document.querySelector('iframe').onload = (event) => {
        let seen; try { seen = event.target.contentDocument?.body?.innerText } catch (error) { seen = error.name }
        document.querySelector('#seen').textContent = 'The page saw: ' + seen }</script>`),
  });
  const page = await rig
    .openReader({ jail: JAIL, waitFor: { expression: 'seen.textContent' } })
    .read('http://site.test/');
  expect(page.text).toMatch(/The page saw: (?:undefined|null|SecurityError)/);
  expect(`${page.text}${page.html}`).not.toContain('Not available');
});
