import { expect } from '@playwright/test';
import { html, test, WORDS } from '../support/browser-rig.js';

/** Asks for one of each kind, and writes down what it got. */
const PAGE = html(
  `<p id="seen">loading</p>${WORDS}
  <img id="picture" src="/picture.png" alt="a picture" onerror="this.remove()">
  <img id="shared" crossorigin="use-credentials" src="http://other.test/shared.png" alt="from elsewhere">
  <div style="background: url(/background.png)">background</div>
  <video id="film" src="/film.mp4"></video>
  <p style="font-family: special">in letters of its own</p>
  <script>
    const noted = (name, promise) => promise.then(() => name + ' there', () => name + ' missing');
    const loaded = (image) => new Promise((resolve, reject) => {
      if (image.complete && image.naturalWidth > 1) resolve();
      image.onload = resolve;
      image.onerror = reject;
    });
    Promise.all([
      noted('picture', loaded(picture)), noted('shared', loaded(shared)),
      noted('font', document.fonts.load('16px special')),
    ]).then((all) => { seen.textContent = [...all, picture.naturalWidth > 1 ? 'with a size' : 'tiny'].join(', '); });
  </script>`,
  `<link rel="stylesheet" href="/style.css">`,
);
const STYLE = {
  body: `@font-face { font-family: special; src: url(/special.woff2) }`,
  headers: { 'content-type': 'text/css' },
};
const GIF = Buffer.from('R0lGODlhAgACAIAAAAAAAP///yH5BAAAAAAALAAAAAACAAIAAAIDRAJZADs=', 'base64');
const picture = { body: GIF, headers: { 'content-type': 'image/gif' } };

const waitFor = { expression: `seen.textContent !== 'loading'` };

test('pictures, fonts and film are not downloaded, and the page does not miss them', async ({ rig }) => {
  const site = await rig.serve({ '/': PAGE, '/style.css': STYLE });
  const other = await rig.serve({}, 'other.test');
  for (const isolation of ['read', 'session'] as const) {
    const reader = rig.openReader({ waitFor, isolation, resources: 'text' });
    for (const _ of [1, 2]) {
      site.requests.length = 0;
      const page = await reader.read('http://site.test/', { images: true, content: 'full' });
      expect(page.text).toContain('picture there, shared there, font there, with a size');
      expect(page.images?.map(({ url }) => url)).toContain('http://site.test/picture.png');
      expect(site.requests.map(({ url }) => url).filter((url) => !/^\/$|css/.test(url))).toEqual([]);
    }
  }
  expect(other.requests).toEqual([]);
});

test('they are downloaded where that is asked for, and for a picture of the page', async ({ rig }) => {
  const site = await rig.serve({ '/': PAGE, '/style.css': STYLE, '/picture.png': picture, '/background.png': picture });
  await rig.serve({}, 'other.test');
  const asked = () => site.requests.map(({ url }) => url);
  await rig.openReader({ waitFor, resources: 'all' }).read('http://site.test/');
  expect(asked()).toEqual(expect.arrayContaining(['/picture.png', '/background.png', '/special.woff2', '/film.mp4']));
  const reader = rig.openReader({ waitFor, isolation: 'session', concurrency: 1, resources: 'text' });
  site.requests.length = 0;
  await reader.read('http://site.test/', { screenshot: true });
  expect(asked()).toContain('/picture.png');
  // Not from there on.
  site.requests.length = 0;
  await reader.read('http://site.test/');
  expect(asked()).not.toContain('/picture.png');
});
