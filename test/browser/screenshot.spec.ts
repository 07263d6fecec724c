import { inflateSync } from 'node:zlib';
import { expect } from '@playwright/test';
import type { ScreenshotSettings } from '#src/browser/rendition-settings.js';
import type { Page } from '#src/page/page.js';
import { html, pageWarnings, test, WORDS } from '../support/browser-rig.js';

const RED = html(`${WORDS}<script>fetch('/colour').then((answer) => answer.text()).then((colour) => {
  document.body.style.cssText = 'margin: 0; background: ' + colour })</script>`);
const TALL = (height: number, width = 100) =>
  html(`${WORDS}<div style="height:${height}px; width:${width}px">tall</div>`);

/** The size of a PNG, and its first pixel, which every filter leaves as it is. */
function pictureIn({ screenshot }: Page) {
  expect(screenshot?.mediaType).toBe('image/png');
  const png = Buffer.from(screenshot?.base64 ?? '', 'base64');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  const data: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.subarray(at + 4, at + 8).toString() === 'IDAT') data.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return {
    width: png.readUInt32BE(16),
    height: png.readUInt32BE(20),
    pixel: [...inflateSync(Buffer.concat(data)).subarray(1, 4)],
  };
}

test('gives a picture of the settled page, as the window shows it', async ({ rig }) => {
  await rig.serve({ '/': RED, '/colour': { body: 'rgb(255, 0, 0)' } });
  const page = await rig.openReader().read('http://site.test/', { screenshot: true });
  expect(pictureIn(page)).toEqual({ width: 1_280, height: 720, pixel: [255, 0, 0] });
  expect(page.text).toContain('plenty of words');
  expect(pageWarnings(page.warnings)).toEqual([]);
});

test('gives the whole page, and says so when it cut it', async ({ rig }) => {
  await rig.serve({ '/tall': TALL(3_000), '/endless': TALL(50_000, 9_000), '/short': html(WORDS) });
  const reader = rig.openReader();
  const read = (path: string) => reader.read(`http://site.test${path}`, { screenshot: { fullPage: true } });
  const tall = await read('/tall');
  expect(pictureIn(tall).height).toBeGreaterThan(3_000);
  expect(pictureIn(tall).height).toBeLessThan(3_200);
  expect(pageWarnings(tall.warnings)).toEqual([]);
  const endless = await read('/endless');
  expect(pictureIn(endless)).toMatchObject({ width: 2_560, height: 8_000 });
  expect(pageWarnings(endless.warnings)).toEqual([expect.stringContaining('2560 × 8000')]);
  expect(pictureIn(await read('/short'))).toMatchObject({ width: 1_280, height: 720 });
});

test('shows the top of a page that was scrolled through', async ({ rig }) => {
  const top = '<div style="position:absolute;left:0;top:0;width:100%;height:50px;background:rgb(255, 0, 0)"></div>';
  await rig.serve({ '/': html(`${top}${WORDS}<div style="height:4000px">tall</div>`) });
  const page = await rig.openReader().read('http://site.test/', { screenshot: true, scroll: 'auto' });
  expect(page.readiness?.scrolled).toMatchObject({ stoppedBy: 'end' });
  expect(pictureIn(page).pixel).toEqual([255, 0, 0]);
});

test('is not in the cache, and does not come from it', async ({ rig }) => {
  const site = await rig.serve({ '/': html(WORDS) });
  const reader = rig.openReader({ cacheTtlMs: 60_000 });
  const read = (screenshot: boolean) => reader.read('http://site.test/', { screenshot });
  expect((await read(true)).screenshot).toBeDefined();
  expect(await read(false)).not.toHaveProperty('screenshot');
  expect(site.requests).toHaveLength(2);
  expect(await read(false)).not.toHaveProperty('screenshot');
  expect(site.requests).toHaveLength(2);
  expect((await read(true)).screenshot).toBeDefined();
  expect(site.requests).toHaveLength(3);
});

test('says why there is none', async ({ rig }) => {
  await rig.serve({ '/json': { headers: { 'content-type': 'application/json' }, body: '{}' } });
  const page = await rig.openReader().read('http://site.test/json', { screenshot: true });
  expect(page).not.toHaveProperty('screenshot');
  expect(pageWarnings(page.warnings)).toEqual([expect.stringContaining('No screenshot')]);
});

test('never holds up a read beyond its deadline', async ({ rig }) => {
  // It draws for as long as anybody looks.
  await rig.serve({ '/': html(`${WORDS}<script>setTimeout(() => { for (;;); }, 0)</script>`) });
  const started = performance.now();
  const page = await (await rig.warmReader()).read('http://site.test/', { screenshot: true, timeoutMs: 4_000 });
  expect(performance.now() - started).toBeLessThan(5_000);
  expect(page.text).toContain('plenty of words');
});

test('draws one element, in the format, quality and scale that are asked for', async ({ rig }) => {
  const box = `<div style="height: 2000px"></div><div id="box" style="width: 100px; height: 50px; background: rgb(0, 0, 255)"></div>`;
  await rig.serve({ '/': html(`${WORDS}${box}`) });
  const reader = rig.openReader();
  const shot = (screenshot: ScreenshotSettings) => reader.read('http://site.test/', { screenshot });
  const picture = pictureIn(await shot({ selector: '#box', scale: 2 }));
  expect(picture).toEqual({ width: 200, height: 100, pixel: [0, 0, 255] });
  const bytes = async (settings: ScreenshotSettings) =>
    Buffer.from((await shot(settings)).screenshot?.base64 ?? '', 'base64');
  expect((await bytes({ format: 'webp' })).subarray(8, 12).toString()).toBe('WEBP');
  const [coarse, fine] = [await bytes({ format: 'jpeg', quality: 10 }), await bytes({ format: 'jpeg', quality: 100 })];
  expect([...fine.subarray(0, 2)]).toEqual([0xff, 0xd8]);
  expect(coarse.length).toBeLessThan(fine.length);
  const none = await shot({ selector: '#none' });
  expect(none).not.toHaveProperty('screenshot');
  expect(pageWarnings(none.warnings)).toEqual([expect.stringContaining('"#none" matches nothing')]);
});

for (const [what, screenshot, option] of [
  ['an element of the whole page', { fullPage: true, selector: 'p' }, 'screenshot.selector'],
  ['a quality of PNG', { quality: 50 }, 'screenshot.quality'],
  ['a selector that is none', { selector: 'div >' }, 'screenshot.selector'],
  ['a misspelt key', { fullpage: true }, 'screenshot.fullpage'],
] as const) {
  test(`refuses ${what}`, async ({ rig }) => {
    const reading = rig.openReader().read('http://site.test/', { screenshot: screenshot as never });
    await expect(reading).rejects.toMatchObject({ code: 'INVALID_OPTION', details: { option } });
  });
}
