import { expect } from '@playwright/test';
import { createGuard } from '#src/guard/guard.js';
import { DomainPolicy } from '#src/hosted/domain-policy.js';
import { BrowserReader } from '#src/reader/browser-reader.js';
import { type BrowserRig, html, test, WORDS } from '../support/browser-rig.js';

const PAGES = {
  '/': html(`${WORDS}<img src="http://other.test/pixel.png" alt="">`),
  '/away': { status: 302, headers: { location: 'http://other.test/' } },
  '/moves': html(`${WORDS}<script>location = 'http://other.test/'</script>`),
};

async function visit(rig: BrowserRig, domains?: DomainPolicy) {
  await rig.serve(PAGES);
  const other = await rig.serve({ '/': html(`${WORDS}<p>Another site.</p>`) }, 'other.test');
  const { resolver, dial } = rig.lab;
  const guard = createGuard({ resolver, dial, reservedNames: [], ...(domains && { domains }) });
  return { reader: rig.openReader({ guard }), other };
}

test('without a policy a page, its redirect and its script reach the other site', async ({ rig }) => {
  const { reader, other } = await visit(rig);
  await reader.read('http://site.test/');
  expect((await reader.read('http://site.test/away')).url).toBe('http://other.test/');
  expect((await reader.read('http://site.test/moves')).url).toBe('http://other.test/');
  expect(other.requests.map(({ url }) => url)).toEqual(expect.arrayContaining(['/pixel.png', '/']));
});

for (const policy of [DomainPolicy.allow(['site.test']), DomainPolicy.block(['other.test'])]) {
  test(`with ${JSON.stringify(policy)} the site is read and nothing reaches the other`, async ({ rig }) => {
    const { reader, other } = await visit(rig, policy);
    const page = await reader.read('http://site.test/');
    expect(page.text).toContain('plenty of words');
    expect(page.refusals).toMatchObject([{ url: 'http://other.test/pixel.png', code: 'REFUSED_DOMAIN' }]);
    await expect(reader.read('http://other.test/')).rejects.toMatchObject({ code: 'REFUSED_DOMAIN' });
    await expect(reader.read('http://site.test/away')).rejects.toMatchObject({ code: 'REFUSED_DOMAIN' });
    expect((await reader.read('http://site.test/moves')).url).toBe('http://site.test/moves');
    expect(other.connections).toBe(0);
  });
}

test('a browser reader takes the policy as its option, and no list beside it', async ({ rig }) => {
  const domains = DomainPolicy.block(['example.com']);
  await using reader = new BrowserReader({ domains, resolver: rig.lab.resolver });
  await expect(reader.load({ url: 'http://www.example.com/' })).rejects.toMatchObject({ code: 'REFUSED_DOMAIN' });
  await expect(reader.load({ url: 'http://example.org/' })).rejects.toMatchObject({ code: 'DNS_FAILED' });
  expect(() => new BrowserReader({ domains, allowDomains: ['example.org'] })).toThrow(
    expect.objectContaining({ code: 'INVALID_OPTION' }),
  );
});
