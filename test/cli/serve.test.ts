import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Arrivals } from '../support/arrivals.js';
import { routes, serve, type TestServer } from '../support/http-server.js';
import { runCli } from '../support/run-cli.js';
import { exchange, type ServeCli, startServe } from '../support/serve-cli.js';

const TOKEN = 'a-token-for-tests-0123456789';
const WORDS = '<p>The harbour town woke slowly that morning, and the fishermen had already been at sea.</p>'.repeat(8);

let site: TestServer;
let server: ServeCli;
/** Requests to `/held…`, for the test to answer. */
const held = new Arrivals<ServerResponse>();

beforeAll(async () => {
  site = await serve((request, response) => {
    if (request.url?.startsWith('/held')) {
      held.put(response);
      return;
    }
    routes({
      '/': '<title>Low water</title><main><h2>Tides</h2><p>Some words to read, and a picture.</p><img src="a.png" alt="A"></main>',
      '/?format=json&images=true': '<title>Target’s own</title><p>Some words here.</p>',
      '/article': `<title>Überschrift 潮</title><article><h1>Low water</h1>${WORDS}</article>`,
      '/long': { headers: { 'content-type': 'text/plain' }, body: 'word '.repeat(10_000) },
      '/gone': { status: 404, body: '<p>Nothing is here any more.</p>' },
      '/evil': { body: '<title>a\r\nSet-Cookie: x=1</title><script>alert(1)</script><p>Some words here.</p>' },
      '/whole': `<title>The tide tables | Port</title><nav><a href="/">Home</a></nav><article><h1>The tide tables</h1>${WORDS}</article>`,
      '/escapes': '<title>T\u001b[31m</title><main><p>Some words\u001b[2J to\u009b31m read\u0007 here.</p></main>',
      '/parts': '<title>P</title><main><p id="a">First part.</p><p id="b">Second part.</p></main>',
      '/inside': { status: 302, headers: { location: 'http://169.254.169.254/' } },
    })(request, response);
  });
  server = await startServe(['--reader', 'http', '--allow-private', site.host, '--verbose']);
});

afterAll(async () => {
  await server.stop();
  await site.close();
});

const at = (path: string): string => `${server.origin}${site.origin}${path}`;
const query = (path: string, more: string): string =>
  `${server.origin}read?url=${encodeURIComponent(site.origin + path)}${more}`;

describe('GET /https://host/path', () => {
  it('answers with the Markdown that pageward read prints', async () => {
    const response = await fetch(at('/'));
    const printed = await runCli(['read', `${site.origin}/`, '--reader', 'http', '--allow-private', site.host]);
    expect(await response.text()).toBe(printed.stdout);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8',
      'x-pageward-url': `${site.origin}/`,
      'x-pageward-status': '200',
      'x-pageward-title': 'Low%20water',
      'x-pageward-rendered': 'false',
      'x-pageward-warnings': '0',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-cache',
      vary: 'Accept, Sec-Fetch-Mode',
      'server-timing': expect.stringMatching(/^queue;dur=\d+, load;dur=\d+, extract;dur=\d+, total;dur=\d+$/),
    });
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
  });

  it('leaves the query to the page, whatever it says', async () => {
    expect(await (await fetch(at('/?format=json&images=true'))).text()).toBe('# Target’s own\n\nSome words here.\n');
    expect(site.hits).toContain('GET /?format=json&images=true');
  });

  it('answers with the whole Page as JSON', async () => {
    const response = await fetch(at('/'), { headers: { accept: 'application/json' } });
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toMatchObject({
      url: `${site.origin}/`,
      statusCode: 200,
      title: 'Low water',
      text: expect.stringContaining('## Tides'),
      timing: { totalMs: expect.any(Number) },
    });
  });

  it('answers with HTML that runs nothing, and of no origin', async () => {
    const response = await fetch(at('/evil'), { headers: { accept: 'text/html' } });
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toContain('<script>alert(1)</script>');
    expect(response.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'; frame-ancestors 'none'");
  });

  it('shows a browser’s own visit plain text', async () => {
    const answer = await exchange(
      server.port,
      `GET /${site.origin}/ HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAccept: text/html,*/*;q=0.8\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Site: none\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n.*content-type: text\/plain; charset=utf-8\r\n/s);
  });

  it('has no header that a page wrote, and titles of any script in one', async () => {
    const evil = await fetch(at('/evil'));
    expect(evil.headers.has('set-cookie')).toBe(false);
    expect(decodeURIComponent(evil.headers.get('x-pageward-title') ?? '')).toBe('a Set-Cookie: x=1');
    const article = await fetch(at('/article'));
    expect(decodeURIComponent(article.headers.get('x-pageward-title') ?? '')).toContain('潮');
  });

  it('lets no page drive the terminal that curl writes to', async () => {
    for (const accept of ['text/markdown', 'text/plain']) {
      const text = await (await fetch(at('/escapes'), { headers: { accept } })).text();
      expect(text).toContain('Some words');
      expect(text).not.toMatch(/[^\P{Cc}\n]/u);
    }
  });

  it('answers 200 with the page’s own status beside', async () => {
    const response = await fetch(at('/gone'));
    expect(response.status).toBe(200);
    expect(response.headers.get('x-pageward-status')).toBe('404');
    expect(await response.text()).toContain('Nothing is here any more.');
  });

  it('answers HEAD with the same headers and nothing else', async () => {
    const response = await fetch(at('/'), { method: 'HEAD' });
    expect(response.headers.get('content-length')).toBe(String((await (await fetch(at('/'))).text()).length));
    expect(await response.text()).toBe('');
  });

  it('answers 304 to whoever has it already', async () => {
    const etag = (await fetch(at('/'))).headers.get('etag') ?? '';
    const again = await fetch(at('/'), { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    expect((await fetch(at('/article'), { headers: { 'if-none-match': etag } })).status).toBe(200);
  });

  it('takes options by header', async () => {
    const response = await fetch(at('/long'), { headers: { 'x-pageward-max-chars': '500', 'x-pageward-offset': '5' } });
    expect((await response.text()).length).toBeLessThanOrEqual(501);
    expect(Number(response.headers.get('x-pageward-next-offset'))).toBeGreaterThan(400);
  });
});

describe('GET /read?url=…', () => {
  it('takes options by query', async () => {
    const page = await (await fetch(query('/', '&format=json&images'))).json();
    expect(page.images).toEqual([{ url: `${site.origin}/a.png`, alt: 'A' }]);
    expect(await (await fetch(query('/parts', '&selector=%23b'))).text()).toBe('Second part.\n');
    expect(await (await fetch(query('/parts', '&exclude=%23b'))).text()).not.toContain('Second');
  });

  it('gives a model’s share: fenced, and as long as one answer', async () => {
    const response = await fetch(query('/long', '&format=tool'));
    const printed = await runCli([
      ...['read', `${site.origin}/long`, '--reader', 'http', '--allow-private', site.host, '--format', 'tool'],
    ]);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const boundary = /[0-9a-f]{8,}/g;
    expect((await response.text()).replace(boundary, '')).toBe(printed.stdout.replace(boundary, ''));
    expect(Number(response.headers.get('x-pageward-next-offset'))).toBeGreaterThan(19_000);
  });

  it('gives all that can be seen, and its title once', async () => {
    const text = await (await fetch(query('/whole', '&content=full'))).text();
    expect(text).toMatch(/^\[Home\].*# The tide tables\n/s);
    expect(text.match(/The tide tables/g)).toHaveLength(1);
    expect(await (await fetch(query('/whole', ''))).text()).toMatch(/^# The tide tables\n/);
  });

  it('reads anew where it is told to', async () => {
    const hits = (): number => site.hits.filter((hit) => hit === 'GET /parts?fresh').length;
    await fetch(query('/parts?fresh', ''));
    await fetch(query('/parts?fresh', ''));
    expect(hits()).toBe(1);
    await fetch(query('/parts?fresh', '&noCache'));
    expect(hits()).toBe(2);
  });

  it('needs its address once', async () => {
    for (const asked of ['read', 'read?url=', 'read?url=http://a.example&url=http://b.example', 'read?images']) {
      const response = await fetch(server.origin + asked);
      expect([response.status, response.headers.get('x-pageward-error')]).toEqual([400, 'INVALID_URL']);
    }
  });
});

describe('a request that gets no page', () => {
  it.each([
    ['a refused address', '/http://10.0.0.1/', 403, 'REFUSED_ADDRESS'],
    ['a redirect to one', () => `/${site.origin}/inside`, 403, 'REFUSED_ADDRESS'],
    ['itself', () => `/${server.origin}health`, 403, 'REFUSED_ADDRESS'],
    ['a file', '/file:///etc/passwd', 403, 'REFUSED_SCHEME'],
    ['a password', '/http://user:hunter2@127.0.0.1/', 403, 'REFUSED_CREDENTIALS'],
    ['no address', '/nothing', 400, 'INVALID_URL'],
    ['half of one', '/https://', 400, 'INVALID_URL'],
    ['two slashes', '//127.0.0.1/', 400, 'INVALID_URL'],
    ['a step up', '/%2e%2e/etc', 400, 'INVALID_URL'],
    ['a reader that is not there', '/read?url=http://a.example&reader=browser', 400, 'INVALID_OPTION'],
    ['an option that is the operator’s', '/read?url=http://10.0.0.1/&allowPrivate=true', 400, 'INVALID_OPTION'],
    ['a program of its own', '/read?url=http://10.0.0.1/&waitFor=js:1', 400, 'INVALID_OPTION'],
    ['a selector that is none', '/read?url=http://10.0.0.1/&selector=%5B%5B', 400, 'INVALID_OPTION'],
    ['an address too long', `/https://a.example/${'x'.repeat(9_000)}`, 414, 'URL_TOO_LONG'],
    ['one far too long', `/https://a.example/${'x'.repeat(100_000)}`, 414, 'URL_TOO_LONG'],
  ])('says why: %s', async (_, asked, status, code) => {
    const path = typeof asked === 'string' ? asked : asked();
    const answer = await exchange(
      server.port,
      `GET ${path} HTTP/1.1\r\nHost: localhost:${server.port}\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain(`x-pageward-error: ${code}\r\n`);
    expect(answer).toContain('content-type: text/plain; charset=utf-8');
    expect(answer).not.toContain('hunter2');
  });

  it.each([
    ['as a proxy', (host: string) => `GET http://10.0.0.1/ HTTP/1.1\r\nHost: ${host}`, 400],
    ['by CONNECT', (host: string) => `CONNECT 10.0.0.1:80 HTTP/1.1\r\nHost: ${host}`, 405],
    ['by OPTIONS', (host: string) => `OPTIONS * HTTP/1.1\r\nHost: ${host}`, 405],
    ['by POST', (host: string) => `POST /http://10.0.0.1/ HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0`, 405],
    ['without a Host', () => 'GET /http://10.0.0.1/ HTTP/1.1', 400],
    ['by another name', () => 'GET /http://10.0.0.1/ HTTP/1.1\r\nHost: rebound.example:80', 403],
    ['with NUL in it', (host: string) => `GET /http://10.0.0.1/\0 HTTP/1.1\r\nHost: ${host}`, 400],
    ['not in HTTP', () => 'EHLO example.com', 400],
    ['with endless headers', (host: string) => `GET / HTTP/1.1\r\nHost: ${host}\r\nX: ${'x'.repeat(30_000)}`, 431],
    [
      'from a page elsewhere',
      (host: string) => `GET /http://10.0.0.1/ HTTP/1.1\r\nHost: ${host}\r\nSec-Fetch-Site: cross-site`,
      403,
    ],
    [
      'by an image elsewhere',
      (host: string) => `GET /health HTTP/1.1\r\nHost: ${host}\r\nSec-Fetch-Site: cross-site`,
      403,
    ],
    [
      'from another origin',
      (host: string) => `GET /http://10.0.0.1/ HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://evil.example`,
      403,
    ],
  ])('is turned away: %s', async (_, head, status) => {
    const before = server.stderr();
    const request = `${head(`127.0.0.1:${server.port}`)}\r\nConnection: close\r\n\r\n`;
    const answer = await exchange(server.port, request);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(server.stderr().slice(before.length)).not.toContain('refused http');
  });

  it('speaks JSON to whoever takes JSON', async () => {
    const asked = [
      fetch(`${server.origin}http://10.0.0.1/`, { headers: { accept: 'application/json' } }),
      fetch(`${server.origin}read?url=http://10.0.0.1/&format=json`),
    ];
    for (const response of await Promise.all(asked)) {
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(await response.json()).toEqual({
        code: 'REFUSED_ADDRESS',
        message: expect.any(String),
        hint: expect.any(String),
      });
    }
  });

  it('is 406 where none of what there is will do', async () => {
    expect((await fetch(at('/'), { headers: { accept: 'application/pdf' } })).status).toBe(406);
  });

  it('is 504 when the page does not come in time', async () => {
    const response = await fetch(query('/held-late', '&timeout=150'));
    await held.take();
    expect([response.status, response.headers.get('x-pageward-error')]).toEqual([504, 'TIMEOUT']);
  });
});

describe('the server', () => {
  it('tells of itself at /health', async () => {
    expect(await (await fetch(`${server.origin}health`)).json()).toMatchObject({
      status: 'ok',
      version: expect.stringMatching(/^\d/),
      inFlight: expect.any(Number),
      queued: 0,
      browser: 'off',
    });
  });

  it('serves the try page under a policy that lets nothing from elsewhere in', async () => {
    const page = await fetch(server.origin);
    expect(await page.text()).toContain('<title>Pageward');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    for (const file of ['try/main.js', 'try/style.css', 'try/icon.svg']) {
      expect((await fetch(server.origin + file)).status, file).toBe(200);
    }
    for (const path of ['/try/../desk.js', '/try/desk.js', '/favicon.ico', '/try/', '/try/%2e%2e/desk.js']) {
      const request = `GET ${path} HTTP/1.1\r\nHost: localhost:${server.port}\r\nConnection: close\r\n\r\n`;
      expect(await exchange(server.port, request), path).toMatch(/^HTTP\/1.1 40[04] /);
    }
  });

  it('writes a line for every request, without passwords', async () => {
    await fetch(`${server.origin}http://user:hunter2@127.0.0.1/`);
    await fetch(`${server.origin}read?url=http://user:hunter2@127.0.0.1/`);
    await server.said(/GET \/http:\/\/\*\*\*@127\.0\.0\.1\/ 403 \d+ ms\n/);
    await server.said(/GET \/read http:\/\/\*\*\*@127\.0\.0\.1\/ 403 \d+ ms\n/);
    expect(server.stderr()).not.toContain('hunter2');
  });

  it('ends the reading when its client goes', async () => {
    const leaving = new AbortController();
    const reading = fetch(at('/held-for-ever'), { signal: leaving.signal });
    const response = await held.take();
    const cut = once(response, 'close');
    leaving.abort();
    await expect(reading).rejects.toThrow();
    await cut;
    expect(response.writableFinished).toBe(false);
    await server.said(/held-for-ever 499 /);
    expect(await (await fetch(`${server.origin}health`)).json()).toMatchObject({ inFlight: 0 });
  });
});

it('reads as many pages at a time as it may, lets some wait, and sends the others away', async () => {
  const waiting = new Arrivals<ServerResponse>();
  let most = 0;
  let open = 0;
  const slow = await serve((_, response) => {
    open += 1;
    most = Math.max(most, open);
    response.on('close', () => {
      open -= 1;
    });
    waiting.put(response);
  });
  await using busy = await startServe([
    ...['--reader', 'http', '--allow-private', slow.host],
    ...['--concurrency', '3', '--queue', '7'],
  ]);
  const answers = new Arrivals<Response>();
  for (let n = 0; n < 50; n += 1) {
    void fetch(`${busy.origin}${slow.origin}/${n}`).then((answer) => answers.put(answer));
  }
  for (let n = 0; n < 40; n += 1) {
    const { status, headers } = await answers.take();
    expect([status, headers.get('x-pageward-error')]).toEqual([429, 'BUSY']);
    expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  }
  const reading = await Promise.all([waiting.take(), waiting.take(), waiting.take()]);
  expect(await (await fetch(`${busy.origin}health`)).json()).toMatchObject({ inFlight: 3, queued: 7 });
  for (let n = 0; n < 10; n += 1) {
    const response = reading.shift() ?? (await waiting.take());
    response.writeHead(200, { 'content-type': 'text/plain' }).end('read');
    expect((await answers.take()).status).toBe(200);
  }
  expect(most).toBe(3);
  await slow.close();
});

it('says that the browser is missing, where a page needs one', async () => {
  await using bare = await startServe(['--allow-private', site.host], {
    env: { PAGEWARD_BROWSER_PATH: '/nowhere/chromium' },
  });
  expect(await (await fetch(`${bare.origin}health`)).json()).toMatchObject({ browser: 'missing' });
  expect((await fetch(`${bare.origin}${site.origin}/`)).status).toBe(200);
  const response = await fetch(`${bare.origin}read?url=${site.origin}/&reader=browser`);
  expect([response.status, response.headers.get('x-pageward-error')]).toEqual([503, 'BROWSER_MISSING']);
});

describe('a token', () => {
  it('is needed to listen beyond loopback: without one the server does not start', async () => {
    const { code, stdout, stderr } = await runCli(['serve', '--host', '0.0.0.0', '--port', '0']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('INVALID_OPTION');
    expect((await runCli(['serve', '--token', 'short', '--port', '0'])).code).toBe(2);
  });

  it('is asked for before anything is read or told; the try page is there to type it into', async () => {
    await using locked = await startServe(['--reader', 'http', '--allow-private', site.host], {
      env: { PAGEWARD_TOKEN: TOKEN },
    });
    const url = `${locked.origin}${site.origin}/`;
    const without = await fetch(url);
    expect([without.status, without.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="pageward"']);
    expect((await fetch(url, { headers: { authorization: 'Bearer wrong' } })).status).toBe(401);
    expect((await fetch(url, { headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(200);
    expect((await fetch(`${locked.origin}try/read?url=${site.origin}`)).status).toBe(401);
    expect((await fetch(locked.origin)).status).toBe(200);
    expect(await (await fetch(`${locked.origin}health`)).json()).toEqual({ status: 'ok' });
  });
});

describe('starting and stopping', () => {
  it('says on stdout where it listens, and nothing else', async () => {
    const own = await startServe(['--reader', 'http']);
    const { code, stdout, stderr } = await own.stop();
    expect(stdout).toBe(`http://127.0.0.1:${own.port}/\n`);
    expect(stderr).toMatch(/^pageward: listening; try it: curl http:/);
    expect(code).toBe(130);
  });

  it('cannot listen where another program does', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await runCli(['serve', '--port', String(port)]);
    expect(code).toBe(3);
    expect(stderr).toContain('LISTEN_FAILED');
    other.close();
  });

  it('lets the reads under way end when it is stopped, and takes no more', async () => {
    const own = await startServe(['--reader', 'http', '--allow-private', site.host]);
    const reading = fetch(`${own.origin}${site.origin}/held-at-the-end`);
    const response = await held.take();
    const stopped = own.stop();
    const isTaken = () =>
      fetch(`${own.origin}health`).then(
        ({ ok }) => ok,
        () => false,
      );
    while (await isTaken());
    response.writeHead(200, { 'content-type': 'text/plain' }).end('the last words');
    const answer = await reading;
    expect(await answer.text()).toBe('the last words\n');
    expect(answer.headers.get('connection')).toBe('close');
    expect((await stopped).code).toBe(130);
  });

  it('cuts what does not end', async () => {
    const own = await startServe(['--reader', 'http', '--allow-private', site.host]);
    const reading = fetch(`${own.origin}${site.origin}/held-past-the-end`);
    await held.take();
    await Promise.all([expect(reading).rejects.toThrow(), own.stop()]);
  });

  it('does not wait for a client that sends nothing', async () => {
    const own = await startServe(['--reader', 'http']);
    const idle = exchange(own.port, 'GET / HT');
    await own.stop();
    await idle.catch(() => undefined);
  });
});
