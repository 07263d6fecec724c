import { expect } from '@playwright/test';
import { createGuard, type Policy } from '#src/guard/guard.js';
import type { BrowserReader, BrowserReaderOptions } from '#src/reader/browser-reader.js';
import { type BrowserRig, html, pageWarnings, test, WORDS } from '../support/browser-rig.js';
import { TEST_CERTIFICATE } from '../support/guard-certificate.js';
import { PUBLIC, until } from '../support/guard-lab.js';
import { type Answer, routes } from '../support/http-server.js';

type Pages = Readonly<Record<string, Answer | string>>;

const SCHEMES = ['http', 'https'] as const;
const NO_RULES: Policy = {};
const ONLY_BLOG: Policy = { allowDomains: ['public.test/blog'] };
const NOT_PRIVATE: Policy = { blockDomains: ['public.test/private'] };
const RULES = [ONLY_BLOG, NOT_PRIVATE];

/** Serves pages as `public.test` and `www.public.test` over both schemes; gives the paths that were asked for. An answer waits for `hold`. */
async function serve(
  rig: BrowserRig,
  pages: Pages,
  hold: (path: string) => Promise<void> = async () => {},
): Promise<string[]> {
  const { lab } = rig;
  const asked: string[] = [];
  const answer = routes(pages);
  const handler: typeof answer = (request, response) => {
    asked.push(request.url ?? '');
    void hold(request.url ?? '').then(() => answer(request, response));
  };
  for (const name of ['public.test', 'www.public.test']) lab.names.set(name, [PUBLIC]);
  lab.route(PUBLIC, 80, await lab.serve(handler));
  lab.route(PUBLIC, 443, await lab.serveTls(TEST_CERTIFICATE, handler));
  return asked;
}

function open(rig: BrowserRig, policy: Policy, options: BrowserReaderOptions = {}): BrowserReader {
  const { resolver, dial } = rig.lab;
  const guard = createGuard({ resolver, dial, reservedNames: [], ...policy });
  return rig.openReader({ guard, insecureTls: true, ...options });
}

/** Tries to reach `/private/…` in every way there is, and is done when it knows of each what became of it. */
const ATTEMPTS =
  html(`${WORDS}<img src="/blog/img"><img src="/private/img" id="img"><iframe src="/private/frame"></iframe>
  <script>
    const socket = location.origin.replace('http', 'ws');
    const ended = (target, ...events) =>
      new Promise((resolve) => events.forEach((event) => target.addEventListener(event, resolve)));
    const shared = new SharedWorker('/blog/shared.js');
    const worker = new Worker('/blog/worker.js');
    Promise.all([
      ended(img, 'load', 'error'),
      ended(document.querySelector('iframe'), 'load'),
      fetch('/private/fetch').catch(() => 0),
      fetch('/private/post', { method: 'POST', body: 'x' }).catch(() => 0),
      fetch('/blog/hop').catch(() => 0),
      fetch('/private/keepalive', { keepalive: true }).catch(() => 0),
      ended(new WebSocket(socket + '/private/socket'), 'open', 'error', 'close'),
      ended(worker, 'message'),
      new Promise((resolve) => { shared.port.onmessage = resolve; shared.onerror = resolve; }),
    ]).then(() => document.body.append(Object.assign(document.createElement('i'), { id: 'done' })));
  </script>`);
const PAGES: Pages = {
  '/blog/': ATTEMPTS,
  '/blog/hop': { status: 302, headers: { location: '/private/hop' } },
  '/blog/worker.js': script(`fetch('/private/worker').catch(() => 0).finally(() => postMessage(0))`),
  '/blog/shared.js': script(
    `onconnect = ({ ports: [port] }) => fetch('/private/shared').catch(() => 0).finally(() => port.postMessage(0))`,
  ),
};
const KINDS = ['img', 'frame', 'fetch', 'post', 'hop', 'keepalive', 'worker', 'shared', 'socket'];

function script(body: string): Answer {
  return { headers: { 'content-type': 'text/javascript' }, body };
}

for (const scheme of SCHEMES) {
  test(`without a rule every kind of request reaches its path over ${scheme}`, async ({ rig }) => {
    const asked = await serve(rig, PAGES);
    await open(rig, NO_RULES, { waitFor: { selector: '#done' } }).read(`${scheme}://public.test/blog/`);
    expect(asked).toEqual(expect.arrayContaining(KINDS.map((kind) => `/private/${kind}`)));
  });

  for (const policy of RULES) {
    const name = JSON.stringify(policy);
    test(`with ${name} none does over ${scheme}, and each is on record`, async ({ rig }) => {
      const asked = await serve(rig, PAGES);
      const reader = open(rig, policy, { waitFor: { selector: '#done' } });
      const page = await reader.read(`${scheme}://public.test/blog/`);
      expect(page.readiness?.reason).not.toBe('deadline');
      expect(page.text).toContain('plenty of words');
      expect(asked).toEqual(expect.arrayContaining(['/blog/', '/blog/img', '/blog/hop', '/blog/worker.js']));
      expect(asked.filter((path) => path.startsWith('/private'))).toEqual([]);
      const refused = page.refusals?.map(({ url, code }) => `${code} ${new URL(url).pathname}`);
      // Of a tunnel only the origin is known.
      const blind = scheme === 'http' ? ['socket'] : ['socket', 'shared'];
      const seen = KINDS.filter((kind) => !blind.includes(kind)).map((kind) => `REFUSED_DOMAIN /private/${kind}`);
      expect(refused).toEqual(expect.arrayContaining([...seen, 'REFUSED_DOMAIN /']));
    });

    test(`with ${name} no document and no hop leads there over ${scheme}`, async ({ rig }) => {
      const asked = await serve(rig, PAGES);
      const reader = open(rig, policy);
      const origin = `${scheme}://public.test`;
      await expect(reader.load({ url: `${origin}/private/` })).rejects.toMatchObject({ code: 'REFUSED_DOMAIN' });
      await expect(reader.load({ url: `${origin}/blog/hop` })).rejects.toMatchObject({
        code: 'REFUSED_DOMAIN',
        details: { url: `${origin}/private/hop`, redirectedFrom: `${origin}/blog/hop` },
      });
      expect(asked).toEqual(['/blog/hop']);
    });
  }

  test(`stays on a page that moves to where a rule forbids over ${scheme}`, async ({ rig }) => {
    const asked = await serve(rig, {
      '/blog/': html(`${WORDS}<script>addEventListener('pagehide', () => navigator.sendBeacon('/private/left'));
        location = '/private/'</script>`),
    });
    const page = await open(rig, ONLY_BLOG).read(`${scheme}://public.test/blog/`);
    expect(page).toMatchObject({
      url: `${scheme}://public.test/blog/`,
      text: expect.stringMatching(/plenty of words/),
    });
    expect(page.refusals).toMatchObject([{ url: `${scheme}://public.test/private/`, code: 'REFUSED_DOMAIN' }]);
    expect(pageWarnings(page.warnings)).toEqual([expect.stringContaining('tried to move')]);
    expect(asked).toEqual(['/blog/']);
  });

  test(`a page that is left sends nothing where a rule forbids over ${scheme}`, async ({ rig }) => {
    const leaving = html(`<script>addEventListener('pagehide', () => {
      fetch('/private/unload', { keepalive: true }); navigator.sendBeacon('/private/beacon', 'x');
      navigator.sendBeacon('/blog/beacon', 'x') });
      onload = () => setTimeout(() => { location = '/blog/next' })</script>`);
    // The lab's certificate is forgiven in the name of a page: once it is gone, only open connections are of use.
    const left = ['/private/unload', ...(scheme === 'http' ? ['/private/beacon', '/blog/beacon'] : [])];
    const next = html(`${WORDS}<script src="/blog/wait.js"></script>`);
    let awaited = left;
    const asked = await serve(rig, { '/blog/': leaving, '/blog/next': next }, async (path) => {
      if (path === '/blog/wait.js') await until(() => awaited.every((one) => asked.includes(one)));
    });
    await open(rig, NO_RULES).read(`${scheme}://public.test/blog/`);
    expect(asked).toEqual(expect.arrayContaining(left));
    asked.length = 0;
    awaited = ['/blog/beacon'];
    const page = await open(rig, ONLY_BLOG).read(`${scheme}://public.test/blog/`);
    expect(page.url).toBe(`${scheme}://public.test/blog/next`);
    expect(asked).toEqual(expect.arrayContaining(['/blog/', '/blog/beacon', '/blog/next']));
    expect(asked.filter((path) => path.startsWith('/private'))).toEqual([]);
  });
}

test('what is made in the browser’s stead keeps cookies, bodies, CORS and bytes that are not HTML as they are', async ({
  rig,
}) => {
  const echoed: string[] = [];
  const { lab } = rig;
  for (const name of ['public.test', 'www.public.test']) lab.names.set(name, [PUBLIC]);
  const tls = await lab.serveTls(TEST_CERTIFICATE, (request, response) => {
    const pages: Pages = {
      '/blog/start': {
        status: 302,
        headers: { location: '/blog/', 'set-cookie': ['a=1; Secure; HttpOnly', 'b=2; Path=/blog'] },
      },
      '/blog/': html(`${WORDS}<p id="out"></p><script>(async () => {
        const answer = await fetch('/blog/echo', { method: 'POST', body: 'sent by the page' });
        const crossed = await fetch('https://www.public.test/blog/echo').then(() => 'crossed', () => 'kept apart');
        const asked = await fetch('https://www.public.test/blog/cors', { headers: { 'x-own': '1' } })
          .then((it) => it.text(), () => 'no');
        out.textContent = [await answer.text(), crossed, asked].join(', ');
      })()</script>`),
      '/blog/cors': {
        headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'x-own' },
        body: 'shared on purpose',
      },
      '/blog/data': { headers: { 'content-type': 'application/json' }, body: '{"a": 1}' },
    };
    if (request.url !== '/blog/echo') return routes(pages)(request, response);
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      echoed.push(`${request.headers.cookie ?? ''}`);
      response.end(body);
    });
  });
  lab.route(PUBLIC, 443, tls);
  const reader = open(rig, ONLY_BLOG);
  const page = await reader.read('https://public.test/blog/start');
  expect(page.text).toContain('sent by the page, kept apart, shared on purpose');
  expect(echoed[0]).toBe('a=1; b=2');
  const posted = await reader.load({ url: 'https://public.test/blog/echo', method: 'POST', form: { q: 'a b' } });
  expect(Buffer.from(posted.body).toString()).toContain('q=a+b');
  const data = await reader.load({ url: 'https://public.test/blog/data' });
  expect(data).toMatchObject({ rendered: false, contentType: 'application/json' });
  expect(Buffer.from(data.body).toString()).toBe('{"a": 1}');
});

test('takes no certificate that nobody vouches for from a host with a path rule', async ({ rig }) => {
  await serve(rig, PAGES);
  const read = open(rig, ONLY_BLOG, { insecureTls: false }).load({ url: 'https://public.test/blog/' });
  await expect(read).rejects.toMatchObject({ code: 'TLS_FAILED' });
});
