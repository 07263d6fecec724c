import { expect } from '@playwright/test';
import { pageWarnings } from '../support/browser-rig.js';
import { exhibits, normalised, PATIENCE, test } from '../support/gallery-site.js';

for (const exhibit of exhibits()) {
  // The mark falls as soon as the page is read rightly: a test that should fail and passes is a failure.
  const run = exhibit.unsteady !== undefined ? test.fixme : exhibit.notYet !== undefined ? test.fail : test;
  run(`reads the whole page: ${exhibit.name}`, async ({ site, readerFor }) => {
    test.setTimeout(PATIENCE.timeoutMs + 20_000);
    const page = await readerFor(exhibit).read(`${site.origin}${exhibit.path}`, { images: true, ...exhibit.options });
    expect.soft(normalised(page.text, site)).toBe(normalised(exhibit.text, site));
    expect.soft(page.images?.map(({ url }) => url.replace(site.origin, ''))).toEqual(exhibit.images);
    const routes = page.links?.filter(({ kind }) => kind === 'route').map(({ url }) => url.replace(site.origin, ''));
    expect.soft(routes).toEqual(exhibit.routes);
    expect.soft(page.url.replace(site.origin, '')).toBe(exhibit.url);
    expect.soft(page.statusCode).toBe(exhibit.status);
    expect.soft(page.readiness?.reason).toBe(exhibit.reason);
    expect.soft(pageWarnings(page.warnings).length > 0).toBe(exhibit.warns);
  });
}
