import { expect } from '@playwright/test';
import { html, test, WORDS } from '../support/browser-rig.js';

/** Writes down how the browser looks from inside. */
const MIRROR = html(`<p id="seen"></p>${WORDS}<script>
  seen.textContent = JSON.stringify({
    size: [innerWidth, innerHeight, devicePixelRatio], touch: navigator.maxTouchPoints > 0, language: navigator.language,
    number: (1.5).toLocaleString(), zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    dark: matchMedia('(prefers-color-scheme: dark)').matches, agent: navigator.userAgent,
    mobile: navigator.userAgentData?.mobile,
  });
</script>`);

for (const isolation of ['read', 'session'] as const) {
  test(`a page sees the window, language, time zone and colours that were asked for (${isolation})`, async ({
    rig,
  }) => {
    const site = await rig.serve({ '/': MIRROR });
    const reader = rig.openReader({
      isolation,
      viewport: { width: 800, height: 500 },
      deviceScaleFactor: 2,
      locale: 'de-DE',
      timezoneId: 'Asia/Tokyo',
      colorScheme: 'dark',
    });
    for (const _ of [1, 2]) {
      const { text } = await reader.read('http://site.test/', { include: ['#seen'] });
      expect(JSON.parse(text.replaceAll('\\', ''))).toMatchObject({
        size: [800, 500, 2],
        touch: false,
        language: 'de-DE',
        number: '1,5',
        zone: 'Asia/Tokyo',
        dark: true,
      });
    }
    expect(site.requests[0]?.headers['accept-language']).toMatch(/^de-DE/);
    expect(site.requests[0]?.headers['user-agent']).not.toContain('Headless');
  });
}

test('a page sees the device that was asked for, and what was asked for besides', async ({ rig }) => {
  const site = await rig.serve({ '/': MIRROR });
  const reader = rig.openReader({ device: 'Pixel 5', viewport: { width: 300, height: 600 } });
  const { text } = await reader.read('http://site.test/', { include: ['#seen'] });
  const seen = JSON.parse(text.replaceAll('\\', ''));
  expect(seen).toMatchObject({ touch: true, agent: expect.stringContaining('Pixel 5') });
  expect(seen.size[2]).toBe(2.75);
  expect(site.requests[0]?.headers['user-agent']).toContain('Pixel 5');
  expect(site.requests[0]?.headers['sec-ch-ua-mobile'] ?? '?1').toBe('?1');
});

test('a device that nobody knows is wrong use', async ({ rig }) => {
  for (const device of ['Abacus', '__proto__', 'constructor']) {
    const reading = rig.openReader({ device }).read('http://site.test/');
    await expect(reading).rejects.toMatchObject({ name: 'UsageError', code: 'INVALID_OPTION' });
  }
});

test('credentials answer the challenge of their own origin, and of no other', async ({ rig }) => {
  const ask = { 'www-authenticate': 'Basic realm="in"', 'content-type': 'text/html' };
  const site = await rig.serve((request, response) => {
    if (request.headers.authorization === undefined) response.writeHead(401, ask).end(WORDS);
    else
      response
        .setHeader('content-type', 'text/html')
        .end(`<p>let in</p>${WORDS}<script src="http://other.test/x.js"></script>`);
  });
  const other = await rig.serve((_, response) => response.writeHead(401, ask).end(), 'other.test');
  const httpCredentials = { username: 'ada', password: 'lovelace', origin: 'http://site.test' };
  const reader = rig.openReader({ httpCredentials });
  const page = await reader.read('http://site.test/');
  expect(page.statusCode).toBe(200);
  expect(page.text).toContain('let in');
  expect(site.requests.at(-1)?.headers.authorization).toBe(`Basic ${btoa('ada:lovelace')}`);
  expect((await reader.read('http://other.test/')).statusCode).toBe(401);
  for (const { headers } of other.requests) expect(headers.authorization).toBeUndefined();
});

test('cookies go to their site with those of the storage state', async ({ rig }) => {
  const site = await rig.serve({ '/': html(WORDS) });
  const reader = rig.openReader({
    storageState: { cookies: [{ name: 'a', value: '1', domain: 'site.test', path: '/' }], origins: [] },
    cookies: [
      { name: 'b', value: '2', url: 'http://site.test/' },
      { name: 'c', value: '3', domain: 'other.test' },
    ],
  });
  await reader.read('http://site.test/');
  expect(site.requests[0]?.headers.cookie?.split('; ').sort()).toEqual(['a=1', 'b=2']);
});
