import { expect } from '@playwright/test';
import { html, pageWarnings, test, WORDS } from '../support/browser-rig.js';

const SENT = `<h1>Sent by the server</h1>${WORDS}`;
const DATA = JSON.stringify({ props: { pageProps: { post: { title: 'From the data', body: WORDS } } } });
const spoilt = (body: string, program: string) => html(`${body}<script>${program}</script>`);
const root = (inside = '') => `<div id="root">${inside}</div>`;
const show = (text: string) => `document.querySelector('#root').innerHTML = ${JSON.stringify(text)}`;

test.describe('gives what the server sent when the page’s own program', () => {
  const programs = {
    'throws and has emptied its root': `${show('')}; throw new Error('hydration failed')`,
    'throws in a promise and has emptied its root': `${show('')}; Promise.reject(new Error('late'))`,
    'shows its framework’s notice': show(
      '<h2>Application error: a client-side exception has occurred (see the browser console for more information).</h2>',
    ),
    'shows its router’s notice': show('<h2>Unexpected Application Error!</h2><pre>boom is not a function</pre>'),
    'shows a notice of its own after an exception': `setTimeout(() => { throw new Error('x') }); ${show('<p>Something went wrong.</p>')}`,
    'shows a notice of its own and reports on the console': `console.error(new Error('x')); ${show('<p>Oops! Try again later.</p>')}`,
    'cannot load a part of itself': `document.head.append(Object.assign(document.createElement('script'), { src: '/gone.js' })); ${show('<p>Loading chunk 12 failed.</p>')}`,
    'leaves a blank page without a word': `onload = () => { document.body.innerHTML = '' }`,
    'asks for what it has': show('<p>You need to enable JavaScript to run this app.</p>'),
  };
  for (const [name, program] of Object.entries(programs)) {
    test(name, async ({ rig }) => {
      await rig.serve({ '/': spoilt(root(SENT), program) });
      const page = await rig.openReader().read('http://site.test/');
      expect(page.text).toContain('plenty of words');
      expect(page.url).toBe('http://site.test/');
      expect(page.readiness?.failure).toBeTruthy();
      expect(page.extraction?.from).toBe('server-html');
      expect(pageWarnings(page.warnings).join()).toContain('as the server sent it');
      expect(page).toMatchObject({ rendered: true, statusCode: 200 });
    });
  }
});

test('gives what the data of a spoilt page holds where the server sent no text', async ({ rig }) => {
  const state = `<script id="__NEXT_DATA__" type="application/json">${DATA}</script>`;
  await rig.serve({ '/': spoilt(root() + state, `throw new Error('before anything is shown')`) });
  const page = await rig.openReader().read('http://site.test/');
  expect(page.text).toContain('# From the data');
  expect(page.text).toContain('plenty of words');
  expect(page.extraction?.from).toBe('page-data');
  expect(page.readiness?.failure).toBeTruthy();
});

test('says that a page is spoilt when there is nothing else to give', async ({ rig }) => {
  await rig.serve({
    '/thrown': spoilt(root(), `throw new Error('at once')`),
    '/lost': html(`${root()}<script src="/gone.js"></script>`),
    '/blank': spoilt(root(SENT), `onload = () => { location = 'about:blank' }`),
    '/overlay': spoilt(
      root(WORDS),
      `document.body.append(document.createElement('vite-error-overlay')); customElements.define('vite-error-overlay', class extends HTMLElement {})`,
    ),
  });
  const reader = rig.openReader();
  for (const path of ['/thrown', '/lost', '/blank', '/overlay']) {
    const page = await reader.read(`http://site.test${path}`);
    expect(page.readiness?.failure, path).toBeTruthy();
    expect(pageWarnings(page.warnings).join(), path).toContain('program failed');
  }
});

test('finds no fault with a page that is as it should be', async ({ rig }) => {
  const away = { '/gone.js': { status: 404 }, '/frame': spoilt('', `throw new Error('in the frame')`) };
  const sound = {
    'an exception beside the text': spoilt(root(SENT), `throw new Error('an advertisement')`),
    'a short page that lost a script': html('<p>Out to lunch. Back at two.</p><script src="/gone.js"></script>'),
    'a page about such notices': html(
      `<h1>Application error: a client-side exception has occurred</h1>${'<p>What it means, and how to find the cause in ten steps, at length.</p>'.repeat(20)}`,
    ),
    'an exception in a frame': html(`<p>Short.</p>${root()}<canvas width=10></canvas><iframe src="/frame"></iframe>`),
    'a page that shows less than it was sent': spoilt(root(SENT), show('<p>Sign in to read on.</p>')),
    'an error that the page takes in its stride': spoilt(root(), `console.error('x'); ${show('<p>All is well.</p>')}`),
    'a drawing': spoilt(root(), `document.body.append(document.createElement('canvas'))`),
    'text in a shadow root': spoilt(
      '<x-page></x-page>',
      `document.querySelector('x-page').attachShadow({ mode: 'open' }).innerHTML = '<p>In the shadow</p>'; throw new Error('x')`,
    ),
  };
  await rig.serve({ ...away, ...Object.fromEntries(Object.values(sound).map((page, index) => [`/${index}`, page])) });
  const reader = rig.openReader();
  for (const [index, name] of Object.keys(sound).entries()) {
    const page = await reader.load({ url: `http://site.test/${index}` });
    expect(page.readiness?.failure, name).toBeUndefined();
    expect(page.sent, name).toBeUndefined();
  }
});

test('judges the page where a move ended, and not those before it', async ({ rig }) => {
  await rig.serve({
    '/': spoilt(root(), `onload = () => { location = '/end' }; throw new Error('here')`),
    '/end': html('<p>Short and sound.</p>'),
  });
  const page = await rig.openReader().load({ url: 'http://site.test/' });
  expect(page.url).toBe('http://site.test/end');
  expect(page.readiness?.failure).toBeUndefined();
});
