import { expect } from '@playwright/test';
import { html, pageWarnings, test, WORDS } from '../support/browser-rig.js';

const SITE = 'http://site.test';
const script = (program: string, body = '') => html(`${body}<script>${program}</script>`);

test('lists how the page came to where it ended, in order and by kind', async ({ rig }) => {
  await rig.serve({
    '/start': { status: 302, headers: { location: '/refreshing#part' } },
    '/refreshing': html('<p>Moving', '<meta http-equiv="refresh" content="0;url=/header">'),
    '/header': { status: 203, headers: { refresh: '0;url=/scripted' }, body: '<p>Moving' },
    '/scripted': script(`location.replace('/hop#there')`),
    '/hop': { status: 307, headers: { location: '/end' } },
    '/end': { status: 404, ...html(WORDS) },
  });
  const page = await rig.openReader().load({ url: `${SITE}/start` });
  expect(page).toMatchObject({
    url: `${SITE}/end#there`,
    statusCode: 404,
    body: expect.stringContaining('plenty of words'),
  });
  expect(page.redirects).toEqual([
    { url: `${SITE}/start`, statusCode: 302, location: `${SITE}/refreshing#part`, kind: 'http' },
    { url: `${SITE}/refreshing#part`, statusCode: 200, location: `${SITE}/header`, kind: 'meta-refresh' },
    { url: `${SITE}/header`, statusCode: 203, location: `${SITE}/scripted`, kind: 'meta-refresh' },
    { url: `${SITE}/scripted`, statusCode: 200, location: `${SITE}/hop#there`, kind: 'script' },
    { url: `${SITE}/hop#there`, statusCode: 307, location: `${SITE}/end#there`, kind: 'http' },
  ]);
});

test('stays where a page would go on under a user and password of its choosing', async ({ rig }) => {
  await rig.serve({
    '/start': script(`location = 'http://me:secret@site.test/next'`, WORDS),
    '/next': html('<p>Somewhere else.'),
  });
  const page = await rig.openReader().load({ url: `${SITE}/start` });
  expect(page).toMatchObject({ url: `${SITE}/start`, body: expect.stringContaining('plenty of words') });
  expect(pageWarnings(page.warnings)).toEqual([expect.stringContaining('tried to move')]);
  expect(JSON.stringify(page)).not.toContain('secret@');
});

test('takes client-side routes for the address and not for redirects', async ({ rig }) => {
  const routes = {
    push: `history.pushState({}, '', '/articles/1')`,
    replace: `history.replaceState({}, '', '/articles/1')`,
    hash: `location.hash = '#/articles/1'`,
    bang: `location.hash = '#!/articles/1'`,
    late: `setTimeout(() => { history.pushState({}, '', '/articles/1'); document.body.innerHTML = ${JSON.stringify(WORDS)} }, 100)`,
  };
  const pages = Object.entries(routes).map(([name, program]) => [
    `/${name}`,
    script(program, name === 'late' ? '<p>Loading…</p>' : WORDS),
  ]);
  await rig.serve(Object.fromEntries(pages));
  const reader = rig.openReader();
  const ends = { push: '/articles/1', replace: '/articles/1', hash: '/hash#/articles/1', bang: '/bang#!/articles/1' };
  for (const [name, end] of Object.entries({ ...ends, late: '/articles/1' })) {
    const page = await reader.load({ url: `${SITE}/${name}` });
    expect(page, name).toMatchObject({ url: SITE + end, statusCode: 200, redirects: [] });
  }
});

test('says of a document sent by a form, a link or a reload that a script moved there', async ({ rig }) => {
  let visits = 0;
  await rig.serve((request, response) => {
    response.setHeader('content-type', 'text/html');
    const { pathname } = new URL(request.url ?? '', SITE);
    const bodies: Record<string, string> = {
      '/form': '<form method=post action=/end><input name=a value=b></form><script>document.forms[0].submit()</script>',
      '/link': '<a id=a href=/end></a><script>a.click()</script>',
      '/inner': `<iframe src="/busting"></iframe>`,
      '/busting': `<script>if (top !== self) top.location = '/end'</script>`,
      '/reload': visits === 0 ? '<script>location.reload()</script>' : WORDS,
      '/end': WORDS,
    };
    if (pathname === '/reload') visits += 1;
    response.end(`<!doctype html>${bodies[pathname] ?? ''}`);
  });
  const reader = rig.openReader();
  for (const name of ['form', 'link', 'inner', 'reload']) {
    const end = name === 'reload' ? '/reload' : '/end';
    const page = await reader.load({ url: `${SITE}/${name}` });
    expect(page, name).toMatchObject({ url: SITE + end, body: expect.stringContaining('plenty of words') });
    expect(page.redirects, name).toEqual([
      { url: `${SITE}/${name}`, statusCode: 200, location: SITE + end, kind: 'script' },
    ]);
  }
});

test('stops a page that sends its visitor round and round, and says so', async ({ rig }) => {
  const server = await rig.serve({
    '/a': script(`location = '/b'`, WORDS),
    '/b': script(`location = '/a'`, WORDS),
    '/self': script('location.reload()', WORDS),
    '/http': script(`location = '/endless'`, WORDS),
    '/endless': { status: 302, headers: { location: '/endless' } },
  });
  const reader = rig.openReader();
  for (const path of ['/a', '/self', '/http']) {
    const page = await reader.load({ url: SITE + path });
    expect(page.body, path).toContain('plenty of words');
    expect(page.redirects.length, path).toBe(path === '/http' ? 0 : 10);
    expect(page.warnings.join(), path).toContain('kept sending its visitor on');
  }
  expect(server.requests.length).toBeLessThan(60);
});

test('stays on the page before a move that is refused or leads to no document', async ({ rig }) => {
  const canary = await rig.canary();
  const inside = `127.0.0.1:${canary.port}`;
  await rig.serve({
    '/refused': script(`location = 'http://${inside}/'`, WORDS),
    '/tunnel': script(`location = 'https://${inside}/'`, WORDS),
    '/hopped': script(`location = '/hop'`, WORDS),
    '/hop': { status: 302, headers: { location: `http://${inside}/` } },
    '/filed': script(`location = '/file'`, WORDS),
    '/file': { status: 302, headers: { location: 'file:///etc/passwd' } },
    '/nothing': script(`location = '/none'`, WORDS),
    '/none': { status: 204 },
    '/reset': script(`location = '/again'`, WORDS),
    '/again': { status: 205 },
  });
  const reader = rig.openReader();
  for (const path of ['/refused', '/tunnel', '/hopped', '/filed', '/nothing', '/reset']) {
    const page = await reader.load({ url: SITE + path });
    expect(page, path).toMatchObject({
      url: SITE + path,
      statusCode: 200,
      body: expect.stringContaining('plenty of words'),
      redirects: [],
    });
    const isRefused = !['/nothing', '/reset'].includes(path);
    expect(pageWarnings(page.warnings).join().includes('which is refused'), path).toBe(isRefused);
    if (isRefused && path !== '/filed') {
      expect(
        page.refusals.map(({ code }) => code),
        path,
      ).toContain('REFUSED_ADDRESS');
    }
  }
  expect(canary.connections).toBe(0);
});

test('keeps the address and status of the last document on the web, whatever the page makes of itself', async ({
  rig,
}) => {
  const made = {
    blob: `location = URL.createObjectURL(new Blob(['<p>made of a blob'], { type: 'text/html' }))`,
    javascript: `location = 'javascript:"<p>made of a script"'`,
    written: `onload = () => { document.open(); document.write('<p>made by writing'); document.close() }`,
    blank: `location = 'about:blank'`,
    back: `setTimeout(() => history.back(), 10)`,
    data: `location = 'data:text/html,<p>made of data'`,
    popup: `window.open('/popup')`,
  };
  await rig.serve(Object.fromEntries(Object.entries(made).map(([name, run]) => [`/${name}`, script(run, WORDS)])));
  const reader = rig.openReader();
  for (const name of Object.keys(made)) {
    const page = await reader.load({ url: `${SITE}/${name}` });
    expect(page, name).toMatchObject({ url: `${SITE}/${name}`, statusCode: 200, redirects: [] });
    if (['blob', 'javascript', 'written'].includes(name)) expect(page.body, name).toContain('<p>made');
    // The browser lets no script send the page to a data URL.
    if (['data', 'popup'].includes(name)) expect(page.body, name).toContain('plenty of words');
  }
});

test('gives the document that was waited for when the page moves on afterwards', async ({ rig }) => {
  await rig.serve({
    '/': script(`onload = () => setTimeout(() => { location = '/next' }, 20)`, WORDS),
    '/next': html('<p>the next page'),
  });
  // Named, so that the waiting ends before the first move can.
  const page = await rig.openReader({ waitFor: { selector: 'script' } }).load({ url: `${SITE}/` });
  const [url, text] = page.redirects.length === 0 ? ['/', 'plenty of words'] : ['/next', 'the next page'];
  expect(page.url).toBe(SITE + url);
  expect(page.body).toContain(text);
});
