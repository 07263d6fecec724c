import { expect } from '@playwright/test';
import { type BrowserRig, html, test, WORDS } from '../support/browser-rig.js';

/** The paths that a page gives as routes, when it is at `path` and runs this program. */
async function routesOf(rig: BrowserRig, program: string, path = '/', body = '') {
  await rig.serve({ [path]: html(`${WORDS}<a href="/linked">Linked</a>${body}<script>${program}</script>`) });
  const { links = [] } = await rig.openReader().read(`http://site.test${path}`);
  return links.filter(({ kind }) => kind === 'route').map(({ url }) => url.replace('http://site.test', ''));
}

const NEXT = `self.__NEXT_DATA__ = { page: PAGE };
  self.__BUILD_MANIFEST = { '/about': [], sortedPages: ['/', '/_app', '/_error', '/404', '/about', '/api/mail', '/blog/[slug]', '/linked', '/team/jobs'] }`;
const next = (page: string) => NEXT.replace('PAGE', JSON.stringify(page));

const REACT = `__NAME = { routes: {
    root: { id: 'root', path: '' },
    index: { id: 'index', parentId: 'root', index: true },
    shop: { id: 'shop', parentId: 'root', path: 'shop' },
    sale: { id: 'sale', parentId: 'shop', path: 'sale' },
    item: { id: 'item', parentId: 'shop', path: ':item' },
    rest: { id: 'rest', parentId: 'root', path: '*' } } };`;

const OLD_VUE = `const router = { mode: MODE, history: { base: '/old' }, options: { routes: [
    { path: '/', component: {} }, { path: '/moved', redirect: '/' },
    { path: '/users', component: {}, children: [{ path: 'new', component: {} }, { path: ':id', component: {} }] },
    { path: '*', component: {} }] } };
  const root = { $options: { router } };
  document.querySelector('#app').__vue__ = { $root: root };`;
const APP = '<div id="app">An app</div>';

for (const [what, program, path, body, routes] of [
  ['the pages of Next', next('/about'), '/about', '', ['/', '/team/jobs']],
  [
    'the pages of Next below another path',
    next('/about'),
    '/docs/about',
    '',
    ['/docs/', '/docs/linked', '/docs/team/jobs'],
  ],
  ['the pages of Next on one with a parameter', next('/blog/[slug]'), '/blog/x', '', ['/', '/about', '/team/jobs']],
  ['no page of Next where it cannot be told where they begin', next('/_error'), '/nowhere', '', []],
  ['the routes of Remix', REACT.replace('__NAME', '__remixManifest'), '/shop', '', ['/', '/shop/sale']],
  [
    'the routes of React Router as a framework',
    `${REACT.replace('__NAME', '__reactRouterManifest')} __reactRouterContext = { basename: '/base' }`,
    '/base/shop',
    '',
    ['/base/', '/base/shop/sale'],
  ],
  [
    'the routes of TanStack Router',
    `__TSR_ROUTER__ = { basepath: '/', routesByPath: { '/': {}, '/posts': {}, '/posts/': {}, '/posts/$id': {}, '/about': {} } }`,
    '/posts',
    '',
    ['/', '/about'],
  ],
  [
    'the routes of an old Vue Router',
    OLD_VUE.replace('MODE', '"history"'),
    '/old/users',
    APP,
    ['/old/', '/old/users/new'],
  ],
  [
    'routes behind a hash',
    OLD_VUE.replace('MODE', '"hash"'),
    '/app',
    APP,
    ['/app#/', '/app#/users', '/app#/users/new'],
  ],
] as const) {
  test(`lists ${what}`, async ({ rig }) => {
    expect(await routesOf(rig, program, path, body)).toEqual(routes);
  });
}

test('runs nothing of the page’s to find its routes, and believes no text of any length', async ({ rig }) => {
  const traps = `addEventListener('error', () => {});
    Object.defineProperty(window, '__BUILD_MANIFEST', { get() { document.title = 'seen' } });
    Object.defineProperty(window, '__TSR_ROUTER__', { get() { for (;;); } });
    __NEXT_DATA__ = { page: '/' };
    Array.prototype.join = () => '/x\\n'.repeat(1e6);`;
  await rig.serve({ '/': html(`${WORDS}<script>${traps}</script>`) });
  const page = await rig.openReader().read('http://site.test/');
  expect(page.title).toBe('A page');
  expect(page.links).toEqual([]);
  expect(page.readiness?.reason).toBe('settled');
});

test('gives up on tables without an end, and on another site’s addresses', async ({ rig }) => {
  const endless = `const children = []; const route = { path: 'again', component: {}, children }; children.push(route);
    document.querySelector('#app').__vue__ = { $root: { $options: { router: { mode: 'history', history: { base: '' }, options: { routes: children } } } } };
    __remixManifest = { routes: { a: { path: '/evil.test', parentId: 'a' } } }; __remixContext = { basename: '//other.test' };`;
  const routes = await routesOf(rig, endless, '/', APP);
  expect(routes.length).toBeLessThanOrEqual(500);
  expect(routes.filter((url) => url.includes('other.test'))).toEqual([]);
});

test('leaves routes out where a part of the page is asked for', async ({ rig }) => {
  await rig.serve({ '/about': html(`<main>${WORDS}</main><script>${next('/about')}</script>`) });
  const page = await rig.openReader().read('http://site.test/about', { include: ['main'] });
  expect(page.links).toEqual([]);
});
