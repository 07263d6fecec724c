import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGuard } from '#src/guard/guard.js';
import { AutoReader } from '#src/reader/auto-reader.js';
import { HttpReader } from '#src/reader/http-reader.js';
import { routes, serve, type TestServer } from '../support/http-server.js';

const article = (title: string): string =>
  `<title>  ${title} </title><article><h1>${title}</h1><p>${'A sentence that says something worth reading. '.repeat(12)}
   And there is <a href="next">Next</a>.</p><img src="/one.png" alt="First"></article>`;

describe('HttpReader', () => {
  let server: TestServer;
  let internal: TestServer;
  let reader: HttpReader;
  let flaky = 0;
  let busy = 0;

  beforeAll(async () => {
    internal = await serve(routes({ '/secret': 'INTERNAL' }));
    const table = routes({
      '/page': article('My   Page'),
      '/old': { status: 302, headers: { location: '/page' } },
      '/loop': { status: 302, headers: { location: '/loop' } },
      '/inward': { status: 302, headers: { location: `${internal.origin}/secret` } },
      '/missing': { status: 404, body: `<h1>Gone</h1><p>${'x '.repeat(2_000)}</p>` },
      '/data.json': { headers: { 'content-type': 'application/json' }, body: '{ "a": [1, 2] }' },
      '/notes.md': { headers: { 'content-type': 'text/markdown' }, body: '# Notes\n\nAs *written*.\n' },
      '/big.txt': { headers: { 'content-type': 'text/plain' }, body: 'y'.repeat(5_000) },
      '/exact.txt': { headers: { 'content-type': 'text/plain' }, body: 'y'.repeat(1_000) },
      '/challenge': { status: 403, headers: { 'cf-mitigated': 'challenge' }, body: '<p>Just a moment...</p>' },
    });
    server = await serve((request, response) => {
      if (request.url === '/flaky' && ++flaky < 3) return void request.socket.destroy();
      if (request.url === '/flaky')
        return void response.writeHead(200, { 'content-type': 'text/plain' }).end('third time');
      if (request.url === '/busy' && ++busy < 2) return void response.writeHead(503, { 'retry-after': '0' }).end();
      if (request.url === '/busy') return void response.writeHead(200, { 'content-type': 'text/plain' }).end('now');
      if (request.url === '/later') return void response.writeHead(429, { 'retry-after': '3600' }).end('come back');
      if (request.url === '/soon') return void response.writeHead(503, { 'retry-after': '2' }).end('in a moment');
      if (request.url === '/silent') return;
      if (request.url === '/half') {
        response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '1000' });
        return void response.write('the first half');
      }
      if (request.url === '/echo') {
        response.writeHead(200, { 'content-type': 'application/json' });
        let body = '';
        request.on('data', (chunk) => (body += chunk));
        return void request.on('end', () => response.end(JSON.stringify({ headers: request.headers, body })));
      }
      table(request, response);
    });
    reader = new HttpReader({ allowPrivate: [server.host], headers: { 'x-own': 'yes' } });
  });

  afterAll(async () => {
    await reader.close();
    await server.close();
    await internal.close();
  });

  it('reads a page into every field it can know', async () => {
    const page = await reader.read(`${server.origin}/old`, { images: true, html: true });
    expect(page).toMatchObject({
      url: `${server.origin}/page`,
      requestedUrl: `${server.origin}/old`,
      redirects: [{ url: `${server.origin}/old`, statusCode: 302, location: `${server.origin}/page` }],
      statusCode: 200,
      mediaType: 'text/html',
      title: 'My Page',
      images: [{ url: `${server.origin}/one.png`, alt: 'First' }],
      links: [{ url: `${server.origin}/next`, text: 'Next' }],
      sizeCapped: false,
      rendered: false,
      refusals: [],
    });
    expect(page.text).toContain('A sentence that says something');
    expect(page.html).toContain('<article>');
    expect(page).not.toHaveProperty('readiness');
    expect(page).not.toHaveProperty('nextOffset');
    expect(JSON.parse(JSON.stringify(page))).toEqual(page);
  });

  it('gives images and html only when asked, from one download', async () => {
    await using fresh = new HttpReader({ allowPrivate: [server.host] });
    const before = server.hits.length;
    expect(await fresh.read(`${server.origin}/page`)).not.toHaveProperty('images');
    expect((await fresh.read(`${server.origin}/page`, { images: true })).images).toHaveLength(1);
    expect(server.hits.length - before).toBe(1);
    await fresh.read(`${server.origin}/page`, { bypassCache: true });
    expect(server.hits.length - before).toBe(2);
  });

  it('keeps pages apart in the cache by all that decides their text', async () => {
    await using fresh = new HttpReader({ allowPrivate: [server.host] });
    const before = server.hits.length;
    const choices = [
      {},
      { content: 'full' },
      { include: ['h1'] },
      { exclude: ['h1'] },
      // The link is the last line of the page, and leads elsewhere: no part of its main content.
      { content: 'full', links: 'referenced' },
      { include: ['h1', 'a'] },
    ] as const;
    const texts = [];
    for (const options of [...choices, ...choices]) {
      texts.push((await fresh.read(`${server.origin}/page`, options)).text);
    }
    expect(server.hits.length - before).toBe(choices.length);
    expect(texts.slice(0, choices.length)).toEqual(texts.slice(choices.length));
    expect(texts[2]).toBe('# My Page');
    expect(texts[4]).toContain(`[1]: ${server.origin}/next`);
  });

  it('takes no screenshot', async () => {
    const before = server.hits.length;
    const reading = reader.read(`${server.origin}/page`, { screenshot: true });
    await expect(reading).rejects.toMatchObject({ code: 'INVALID_OPTION', details: { option: 'screenshot' } });
    expect(server.hits).toHaveLength(before);
  });

  it('refuses a selector that cannot be read before it asks the site', async () => {
    const before = server.hits.length;
    await expect(reader.read(`${server.origin}/page`, { exclude: ['>>'] })).rejects.toMatchObject({
      name: 'UsageError',
      code: 'INVALID_OPTION',
      details: { option: 'exclude.0' },
    });
    expect(server.hits).toHaveLength(before);
  });

  it('refuses a redirect to a private address, and nothing reaches it', async () => {
    expect(await (await fetch(`${server.origin}/inward`)).text()).toBe('INTERNAL');
    const before = internal.connections();
    await expect(reader.read(`${server.origin}/inward`)).rejects.toMatchObject({ code: 'REFUSED_ADDRESS' });
    expect(internal.connections()).toBe(before);
  });

  it('tells the operator every decision', async () => {
    const decisions: string[] = [];
    await using told = new HttpReader({
      allowPrivate: [server.host],
      onDecision: ({ decision, url }) => decisions.push(`${decision} ${url}`),
    });
    await expect(told.read(`${server.origin}/inward`)).rejects.toMatchObject({ code: 'REFUSED_ADDRESS' });
    expect(decisions).toEqual([`allow ${server.origin}/inward`, `refuse ${internal.origin}/secret`]);
  });

  it('refuses loopback without being told otherwise', async () => {
    await using strict = new HttpReader();
    const before = server.connections();
    await expect(strict.read(`${server.origin}/page`)).rejects.toMatchObject({
      name: 'RefusedError',
      code: 'REFUSED_ADDRESS',
    });
    expect(server.connections()).toBe(before);
  });

  it('gives a page for an answer that is not 2xx', async () => {
    expect(await reader.read(`${server.origin}/missing`)).toMatchObject({ statusCode: 404, mediaType: 'text/html' });
  });

  it('compacts JSON and leaves Markdown as it is', async () => {
    expect((await reader.read(`${server.origin}/data.json`)).text).toBe('{"a":[1,2]}');
    expect(await reader.read(`${server.origin}/notes.md`)).toMatchObject({
      title: 'Notes',
      text: '# Notes\n\nAs *written*.\n',
    });
  });

  it('caps a body, and says so only when more was there', async () => {
    await using capped = new HttpReader({ allowPrivate: [server.host], maxBytes: 1_000 });
    expect(await capped.read(`${server.origin}/big.txt`)).toMatchObject({
      sizeCapped: true,
      text: 'y'.repeat(1_000),
      warnings: [expect.stringContaining('size limit')],
    });
    expect(await capped.read(`${server.origin}/exact.txt`)).toMatchObject({ sizeCapped: false });
  });

  it('caps one read by a limit of its own, and keeps its page apart from the whole one', async () => {
    await using fresh = new HttpReader({ allowPrivate: [server.host], maxBytes: 1_000 });
    const url = `${server.origin}/big.txt`;
    expect(await fresh.read(url, { maxBytes: 16 })).toMatchObject({ sizeCapped: true, text: 'y'.repeat(16) });
    expect((await fresh.read(url)).text).toHaveLength(1_000);
    expect(await fresh.read(url, { maxBytes: 5_000 })).toMatchObject({ sizeCapped: false, text: 'y'.repeat(5_000) });
    await expect(fresh.read(url, { maxBytes: 0 })).rejects.toMatchObject({ details: { option: 'maxBytes' } });
  });

  it('tries a lost connection again, and a busy server', async () => {
    expect((await reader.read(`${server.origin}/flaky`)).text).toBe('third time');
    expect((await reader.read(`${server.origin}/busy`)).text).toBe('now');
  });

  it('does not press a server that wants a long pause', async () => {
    const before = server.hits.length;
    expect(await reader.read(`${server.origin}/later`)).toMatchObject({
      statusCode: 429,
      revisit: { retryAfter: '3600' },
      text: 'come back',
    });
    expect(server.hits.length - before).toBe(1);
  });

  it('takes the answer as it is when its deadline leaves no time to ask again', async () => {
    const page = await reader.read(`${server.origin}/soon`, { timeoutMs: 1_500 });
    expect(page).toMatchObject({ statusCode: 503, text: 'in a moment' });
  });

  it('names a challenge page as what it is', async () => {
    const page = await reader.read(`${server.origin}/challenge`);
    expect(page.statusCode).toBe(403);
    expect(page.warnings?.join()).toContain('challenge');
  });

  it('ends a redirect loop', async () => {
    await expect(reader.read(`${server.origin}/loop`)).rejects.toMatchObject({ code: 'REDIRECT_LOOP' });
  });

  it('ends at its deadline, with an error when nothing arrived and a partial page when something did', async () => {
    await expect(reader.read(`${server.origin}/silent`, { timeoutMs: 200 })).rejects.toMatchObject({ code: 'TIMEOUT' });
    const partial = await reader.read(`${server.origin}/half`, { timeoutMs: 500 });
    expect(partial.text).toBe('the first half');
    expect(partial.warnings?.join()).toContain('deadline');
    const before = server.hits.length;
    await reader.read(`${server.origin}/half`, { timeoutMs: 500 });
    expect(server.hits.length - before, 'a partial page is not kept').toBe(1);
  });

  it('takes any deadline that is a time, and no other', async () => {
    for (const timeoutMs of [0, 2 ** 40, Number.POSITIVE_INFINITY]) {
      const page = await reader.read(`${server.origin}/page`, { timeoutMs, bypassCache: true });
      expect(page.warnings, String(timeoutMs)).toEqual([]);
      expect(page.text).toContain('worth reading');
    }
    for (const timeoutMs of [-1, Number.NaN]) {
      const reading = reader.read(`${server.origin}/page`, { timeoutMs, bypassCache: true });
      await expect(reading, String(timeoutMs)).rejects.toMatchObject({ code: 'INVALID_OPTION' });
    }
  });

  it("rejects with the caller's reason and leaves no socket", async () => {
    await using fresh = new HttpReader({ allowPrivate: [server.host] });
    const controller = new AbortController();
    const reading = fresh.read(`${server.origin}/silent`, { signal: controller.signal });
    const reason = new Error('changed my mind');
    setTimeout(() => controller.abort(reason), 50);
    await expect(reading).rejects.toBe(reason);
  });

  it('sends its headers and a form', async () => {
    const document = await reader.load({ url: `${server.origin}/echo`, method: 'POST', form: { q: 'a b', r: 'ü' } });
    const { headers, body } = JSON.parse(new TextDecoder().decode(document.body as Uint8Array));
    expect(body).toBe('q=a+b&r=%C3%BC');
    expect(headers).toMatchObject({ 'x-own': 'yes', 'content-type': 'application/x-www-form-urlencoded' });
    expect(headers['user-agent']).toMatch(/^Mozilla\/5\.0 \(compatible; pageward\/\d/);
    expect(headers.accept).toMatch(/^text\/markdown/);
  });

  it('reads many, and a failed one is a result', async () => {
    const urls = ['/page', '/silent', '/data.json'].map((path) => `${server.origin}${path}`);
    const results = [];
    for await (const result of reader.readMany(urls, { concurrency: 2, timeoutMs: 500 })) results.push(result);
    expect(results.map(({ url, error }) => [url, error !== undefined]).sort()).toEqual(
      urls.map((url) => [url, url.endsWith('/silent')]).sort(),
    );
  });

  it.each([
    [{ timeoutMs: -1 }, 'timeoutMs'],
    [{ maxBytes: 0 }, 'maxBytes'],
    [{ cacheTtlMs: 1.5 }, 'cacheTtlMs'],
    [{ allowPrivate: false }, 'allowPrivate'],
    [{ userAgent: '' }, 'userAgent'],
    [{ userAgent: 'a\r\nb' }, 'userAgent'],
    [{ headers: { 'x-key': 'a\r\nb' } }, 'headers'],
    [{ headers: { Host: 'elsewhere' } }, 'headers'],
    [{ proxyBypass: '*' }, 'proxyBypass'],
  ])('refuses the options %j', (options, name) => {
    expect(() => new HttpReader(options as object)).toThrow(
      expect.objectContaining({ code: 'INVALID_OPTION', message: expect.stringContaining(name) }),
    );
  });

  it.each(['denyCidrs', 'proxy', 'onDecision'])('takes no %s beside a guard that has been made', async (name) => {
    const values = { denyCidrs: ['192.0.2.0/24'], proxy: 'http://proxy.example', onDecision: () => undefined };
    const option = { [name]: values[name as keyof typeof values] };
    const failure = expect.objectContaining({ code: 'INVALID_OPTION', details: { option: name } });
    expect(() => new HttpReader({ guard: createGuard(), ...option })).toThrow(failure);
    expect(() => new AutoReader({ guard: createGuard(), ...option })).toThrow(failure);
    // Readers that share the guard made of it do not take it for a second one.
    await new AutoReader(option).close();
  });

  it('does not repeat the password of a proxy that it cannot take', () => {
    const proxies = ['socks5://aladdin:sesame@proxy.example', ['http://aladdin:sesame@proxy.example']];
    for (const proxy of proxies) {
      let failure: unknown;
      try {
        new HttpReader({ proxy } as object);
      } catch (error) {
        failure = error;
      }
      expect(failure).toMatchObject({ code: 'INVALID_OPTION', details: { option: 'proxy' } });
      expect(JSON.stringify(failure)).not.toMatch(/aladdin|sesame/);
    }
  });

  it.each(['', 'example.com/x', '/x'])('wants an absolute URL, not %j', async (url) => {
    await expect(reader.read(url)).rejects.toMatchObject({ code: 'INVALID_URL' });
  });

  it('is of no use once closed', async () => {
    const closed = new HttpReader({ allowPrivate: [server.host] });
    await closed.read(`${server.origin}/page`);
    await closed.close();
    await expect(closed.read(`${server.origin}/page`), 'nor gives what it kept').rejects.toMatchObject({
      code: 'CLOSED',
    });
  });
});
