import { expect } from '@playwright/test';
import type { PageAction } from '#src/browser/page-action.js';
import { type BrowserRig, html, test, WORDS } from '../support/browser-rig.js';
import { isolatingBrowser } from '../support/isolating-browser.js';

const URL_READ = 'http://site.test/';

/** Writes down what the frames say, and whether a person could have made them say it. */
const LISTENING = `<ul id="log"></ul><script>addEventListener('message', ({ data }) =>
  log.insertAdjacentHTML('beforeend', '<li>' + data + '</li>'))</script>`;
const SAYING = `<script>const say = (text) => top.postMessage(text, '*');
  for (const kind of ['click', 'change', 'keydown']) addEventListener(kind, ({ type, isTrusted, target, key }) =>
    say([type, isTrusted, target.id, key ?? target.value].filter((part) => part !== undefined).join(' ')), true)</script>`;
const FORM = `<input id="name" value="old"><select id="kind"><option>one<option>two</select>`;
const FAR_DOWN = '<div style="height: 2500px"></div>';

async function serve(rig: BrowserRig, page: string, frames: Readonly<Record<string, string>>) {
  const served = Object.entries(frames).map(([path, body]) => [path, html(`${SAYING}${body}`)]);
  await rig.serve({
    '/': html(`${WORDS}${LISTENING}${page}`),
    '/next?u=ada': html(`<h1>Logged in</h1>${WORDS}`),
    ...Object.fromEntries(served),
  });
  await rig.serve(Object.fromEntries(served), 'other.test');
}

for (const [what, site, browser] of [
  ['of the same site', 'site.test', async () => ({})],
  ['of another site, in the page’s process', 'other.test', async () => ({})],
  ['of another site, in a process of its own', 'other.test', async () => ({ browserPath: await isolatingBrowser() })],
] as const) {
  const frame = (path: string) =>
    `<iframe id="frame" src="http://${site}${path}" style="width: 500px; height: 300px; border: 9px solid; padding: 6px"></iframe>`;
  const act = async (rig: BrowserRig, actions: readonly PageAction[]) =>
    rig.openReader(await browser()).read(URL_READ, { actions, content: 'full' });

  test(`clicks as a person does in a frame ${what}, below the fold of page and frame`, async ({ rig }) => {
    await serve(rig, `${FAR_DOWN}${frame('/wall')}${FAR_DOWN}`, {
      '/wall': `<button id="near">Near</button>${FAR_DOWN}<button id="far">Accept</button>`,
    });
    const page = await act(rig, [{ click: '#frame >> #near' }, { scroll: 0 }, { click: '#frame >> #far' }]);
    expect(page.text).toContain('click true near');
    expect(page.text).toContain('click true far');
  });

  test(`fills, chooses, presses and waits in a frame ${what}`, async ({ rig }) => {
    await serve(rig, frame('/form'), {
      '/form': `${FORM}<script>document.getElementById('kind').onchange = () =>
        setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<p id="done">'), 300)</script>`,
    });
    const page = await act(rig, [
      { fill: '#frame >> #name', value: 'Ada' },
      { press: 'Tab', selector: '#frame >> #name' },
      { select: '#frame >> #kind', value: 'two' },
      { wait: { selector: '#frame >> #done' } },
      { scroll: '#frame >> #done' },
    ]);
    expect(page.text).toMatch(/keydown true name Tab.*change true name Ada.*change false kind two/s);
  });

  test(`follows where a form in a frame ${what} leads the page`, async ({ rig }) => {
    await serve(rig, frame('/login'), {
      '/login': `<form action="http://site.test/next" target="_top"><input id="user" name="u"></form>`,
    });
    const page = await act(rig, [{ fill: '#frame >> #user', value: 'ada' }, { press: 'Enter' }]);
    expect(page.text).toContain('Logged in');
    expect(page.url).toBe('http://site.test/next?u=ada');
    expect(page.redirects).toEqual([{ url: URL_READ, statusCode: 200, location: page.url, kind: 'action' }]);
  });

  test(`reads what a click in a frame ${what} brings there, by itself or by a request`, async ({ rig }) => {
    await serve(rig, frame('/more'), {
      '/more': `<button id="b">More</button><p id="out"></p><script>b.onclick = () => fetch('/words').then((answer) => answer.text())
        .then((text) => setTimeout(() => { out.innerHTML = text }, 1500))</script>`,
      '/words': 'What the click brought. '.repeat(12),
    });
    const page = await act(rig, [{ click: '#frame >> #b' }]);
    expect(page.text).toContain('What the click brought.');
  });

  test(`waits for a frame ${what} that comes late, and is slow`, async ({ rig }) => {
    await serve(
      rig,
      `<div id="place"></div><script>setTimeout(() => { place.innerHTML = ${JSON.stringify(frame('/late'))} }, 400)</script>`,
      {
        '/late': `<script>setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<i id="late">l</i>'), 400)</script>`,
      },
    );
    const page = await act(rig, [{ click: '#frame >> #late' }]);
    expect(page.text).toContain('click true late');
  });

  for (const [why, path, around, obstacle] of [
    ['is not there', '#frame >> #none', '', 'matches nothing in its part 2'],
    ['is not visible', '#frame >> #unseen', '', 'is not visible'],
    ['is covered in the frame', '#frame >> #under', '', 'is covered by <div#wall>'],
    [
      'is in a covered frame',
      '#frame >> #free',
      '<div style="position: fixed; inset: 0"></div>',
      'is in a frame covered by <div>',
    ],
  ] as const) {
    test(`fails the read when what is to be clicked in a frame ${what} ${why}`, async ({ rig }) => {
      await serve(rig, `${frame('/wall')}${around}`, {
        '/wall': `<button id="free">f</button><button id="unseen" hidden>u</button><div style="position: relative; width: 90px; height: 40px">
          <button id="under">u</button><div id="wall" style="position: absolute; inset: 0"></div></div>`,
      });
      await expect(act(rig, [{ click: path, timeoutMs: 300 }])).rejects.toMatchObject({
        code: 'ACTION_FAILED',
        details: { action: 0, obstacle },
      });
    });
  }
}

for (const [where, browser] of [
  ['in the page’s process', async () => ({})],
  ['in processes of their own', async () => ({ browserPath: await isolatingBrowser() })],
] as const) {
  test(`acts in a frame within a frame within a shadow root, ${where}`, async ({ rig }) => {
    const sized = 'style="width: 500px; height: 200px; margin: 11px"';
    const outer = `<iframe src="http://other.test/outer" ${sized}></iframe>`;
    await serve(
      rig,
      `<div id="host"></div><script>host.attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(outer)}</script>`,
      { '/outer': `<iframe src="http://site.test/inner" ${sized}></iframe>`, '/inner': '<button id="deep">d</button>' },
    );
    const page = await rig
      .openReader(await browser())
      .read(URL_READ, { actions: [{ click: '#host >> iframe >> iframe >> #deep' }], content: 'full' });
    expect(page.text).toContain('click true deep');
  });

  test(`waitFor names what is in a frame of another site, ${where}`, async ({ rig }) => {
    await serve(rig, '<iframe src="http://other.test/slow"></iframe>', {
      '/slow': `<script>setTimeout(() => { document.body.insertAdjacentHTML('beforeend', '<b id="there">') }, 300)</script>`,
    });
    const reader = rig.openReader({ ...(await browser()), waitFor: { selector: 'iframe >> #there' } });
    expect((await reader.read(URL_READ)).readiness?.reason).toBe('selector');
  });
}

test('says so when a selector leads into a frame that never answers, or cannot be read', async ({ rig }) => {
  await serve(rig, '<iframe id="frame" src="http://other.test/busy"></iframe>', {
    '/busy': '<script>setTimeout(() => { for (;;); }, 100)</script>',
  });
  const reader = rig.openReader({ browserPath: await isolatingBrowser(), settle: { deadlineMs: 3_000 } });
  const acting = (click: string) => reader.read(URL_READ, { actions: [{ click, timeoutMs: 300 }] });
  await expect(acting('#frame >> #a')).rejects.toMatchObject({ code: 'ACTION_FAILED' });
  await expect(acting('#frame:foo( >> #a')).rejects.toMatchObject({ code: 'INVALID_OPTION' });
});
