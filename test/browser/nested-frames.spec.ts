import { expect } from '@playwright/test';
import { type BrowserRig, html, test, WORDS } from '../support/browser-rig.js';
import { isolatingBrowser } from '../support/isolating-browser.js';

const URL_READ = 'http://site.test/';
const FULL = { content: 'full' } as const;

const frame = (url: string) => `<iframe src="${url}" width="700" height="400"></iframe>`;
const said = (words: string) => `<p>${`${words} `.repeat(12)}</p>`;

/** Frames of each other's site, one in the other, as deep as there are bodies. */
async function serveNested(rig: BrowserRig, bodies: readonly string[]) {
  const names = ['site.test', 'other.test'] as const;
  const pages = bodies.map((body, depth) => {
    const name = names[(depth + 1) % 2];
    return html(`${body}${depth + 1 < bodies.length ? frame(`http://${name}/${depth + 1}`) : ''}<p>After ${depth}</p>`);
  });
  const sites = names.map((name, side) => {
    const own = pages.flatMap((page, depth) => (depth % 2 === side ? [[depth === 0 ? '/' : `/${depth}`, page]] : []));
    return rig.serve({ ...Object.fromEntries(own), '/done': { body: '' }, '/slow': { body: 'slow' } }, name);
  });
  return Promise.all(sites);
}

for (const [where, browser] of [
  ['in the page’s process', async () => ({})],
  ['in processes of their own', async () => ({ browserPath: await isolatingBrowser() })],
] as const) {
  test(`reads frames within frames of other sites, three deep, ${where}`, async ({ rig }) => {
    await serveNested(rig, [WORDS, said('One deep.'), said('Two deep.'), said('Three deep.')]);
    const page = await rig.openReader(await browser()).read(URL_READ, FULL);
    expect(page.text).toMatch(/One deep\..*Two deep\..*Three deep\..*After 3.*After 2.*After 1.*After 0/s);
    expect(page.warnings?.join()).not.toContain('frame');
  });

  test(`waits for the requests and the timers of a frame within a frame of another site, ${where}`, async ({ rig }) => {
    const busy = `<p>Loading…</p><script>setTimeout(() => fetch('/slow').then((answer) => answer.text()).then((text) =>
      setTimeout(() => { document.querySelector('p').outerHTML = '${said('Came late.')}'; fetch('/done') }, 2000)), 2000)</script>`;
    const [, other] = await serveNested(rig, [WORDS, said('One deep.'), said('Two deep.'), busy]);
    const page = await rig.openReader(await browser()).read(URL_READ, FULL);
    expect(page.readiness).toMatchObject({ reason: 'settled', pending: [] });
    expect(page.text).toContain('Came late.');
    expect(other?.requests.map(({ url }) => url)).toContain('/done');
  });
}

test('reads frames of another site that stand in a frame of the page’s own, in processes of their own', async ({
  rig,
}) => {
  await rig.serve({
    '/': html(`${WORDS}${frame('/own')}`),
    '/own': html(`${said('Own frame.')}${frame('http://other.test/')}<p>After it</p>`),
  });
  await rig.serve({ '/': html(said('From elsewhere.')) }, 'other.test');
  const page = await rig.openReader({ browserPath: await isolatingBrowser() }).read(URL_READ, FULL);
  expect(page.text).toMatch(/Own frame\..*From elsewhere\..*After it/s);
});

test('gives the rest of a page with a frame that never answers, and says what is missing', async ({ rig }) => {
  await rig.serve({ '/': html(`${WORDS}<h2>Before</h2>${frame('http://other.test/')}<h2>After</h2>`) });
  await rig.serve({ '/': html(`${said('Never seen.')}<script>for (;;);</script>`) }, 'other.test');
  const page = await rig.openReader({ browserPath: await isolatingBrowser() }).read(URL_READ, FULL);
  expect(page.text).toMatch(/## Before\s+## After/);
  expect(page.warnings).toContainEqual(expect.stringContaining('one frame of another site is missing'));
});
