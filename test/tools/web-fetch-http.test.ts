import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createGuard } from '#src/guard/guard.js';
import { HttpReader, type HttpReaderOptions } from '#src/reader/http-reader.js';
import { type WebFetchOptions, webFetch } from '#src/tools/web-fetch.js';
import { serve, type TestServer } from '../support/http-server.js';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((resource) => resource.close()));
});

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

async function site(handler: Handler): Promise<TestServer> {
  const server = await serve(handler);
  open.push(server);
  return server;
}

/** web_fetch over plain HTTP, with a call that gives what the model is shown. */
function overHttp(server: TestServer, reading: HttpReaderOptions = {}, options: WebFetchOptions = {}) {
  const reader = new HttpReader({ allowPrivate: [server.host], ...reading });
  open.push(reader);
  const tool = webFetch(reader, options);
  return async (path: string, input: { images?: boolean; offset?: number } = {}) => {
    const result = await tool.run({ url: `${server.origin}${path}`, ...input });
    return result.text;
  };
}

/** Answers every request with a text of its own, so that one that was kept can be told. */
function counting(statusCode = 200): Handler {
  let requests = 0;
  return (_, response) => {
    response.writeHead(statusCode, { 'content-type': 'text/plain' }).end(`answer ${++requests}`);
  };
}

describe('what web_fetch keeps', () => {
  it('is one download of a URL, with images and without', async () => {
    const server = await site((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Words.<img src="/i.png" alt="I">'),
    );
    const read = overHttp(server);
    expect(await read('/')).not.toContain('Images (');
    expect(await read('/', { images: true })).toContain('Images (1):');
    expect(server.hits).toHaveLength(1);
  });

  it('is the page that a continuation goes on in, whatever the site says by then', async () => {
    let version = 0;
    const server = await site((_, response) => {
      version += 1;
      response.writeHead(200, { 'content-type': 'text/plain' }).end(`${version}`.repeat(100));
    });
    const read = overHttp(server, {}, { maxChars: 60 });
    expect(await read('/')).toContain('Continue with offset=60.');
    expect(await read('/', { offset: 60 })).toContain(`\n${'1'.repeat(40)}\n`);
    expect(version).toBe(1);
  });

  it('is nothing when cacheTtlMs is 0', async () => {
    const server = await site(counting());
    const read = overHttp(server, { cacheTtlMs: 0 });
    expect(await read('/')).toContain('answer 1');
    expect(await read('/')).toContain('answer 2');
  });

  it('is the pages used last, as many as cacheSize says', async () => {
    const server = await site(counting());
    const read = overHttp(server, { cacheSize: 2 });
    for (const path of ['/1', '/2', '/3', '/4', '/5']) await read(path);
    const before = server.hits.length;
    await read('/4');
    await read('/5');
    expect(server.hits.length - before, 'the last two').toBe(0);
    await read('/3');
    expect(server.hits.length - before, 'and no other').toBe(1);
  });

  it.each([404, 500])('is also what was answered with %i', async (statusCode) => {
    const server = await site(counting(statusCode));
    const read = overHttp(server);
    expect(await read('/')).toContain('answer 1');
    expect(await read('/')).toContain('answer 1');
  });

  it('is never a failure', async () => {
    let isUp = false;
    const server = await site((request, response) =>
      isUp ? response.writeHead(200, { 'content-type': 'text/plain' }).end('up') : request.socket.destroy(),
    );
    const read = overHttp(server, { retries: 0 });
    expect(await read('/')).toContain('connection');
    isUp = true;
    expect(await read('/')).toContain('up');
  });

  it('is told apart by the whole URL, fragment and spelling included', async () => {
    const server = await site(counting());
    const read = overHttp(server);
    const texts = new Set<string | undefined>();
    for (const path of ['/a', '/a?', '/a#one', '/a#two', '/A']) texts.add(/answer \d/.exec(await read(path))?.[0]);
    expect(texts.size).toBe(5);
  });

  it('is not shared between tools that each make their own reader', async () => {
    const server = await site(counting());
    const guard = createGuard({ allowPrivate: [server.host] });
    for (const answer of ['answer 1', 'answer 2']) {
      await using tool = webFetch(undefined, { guard });
      const url = `${server.origin}/`;
      expect((await tool.run({ url })).text).toContain(answer);
      expect((await tool.run({ url })).text, 'nor downloaded twice by one').toContain(answer);
    }
  });
});

describe('what web_fetch tries again', () => {
  it('is a lost connection, and the third attempt may succeed', async () => {
    let attempts = 0;
    const server = await site((request, response) =>
      ++attempts < 3
        ? request.socket.destroy()
        : response.writeHead(200, { 'content-type': 'text/plain' }).end('third time'),
    );
    expect(await overHttp(server)('/')).toContain('third time');
    expect(attempts).toBe(3);
  });

  it('is tried three times in all, by the reader alone and not by the tool again', async () => {
    const server = await site((request) => request.socket.destroy());
    expect(await overHttp(server)('/')).toContain('connection');
    expect(server.hits).toHaveLength(3);
  });

  it.each([429, 502, 503, 504])('is an answer of %i, as its Retry-After says', async (statusCode) => {
    let attempts = 0;
    const server = await site((_, response) => {
      attempts += 1;
      const headers = { 'content-type': 'text/plain', 'retry-after': '0' };
      response.writeHead(attempts < 3 ? statusCode : 200, headers).end(`attempt ${attempts}`);
    });
    expect(await overHttp(server)('/')).toContain('attempt 3');
  });

  it.each([400, 403, 404, 500, 501])('is no answer of %i', async (statusCode) => {
    const server = await site(counting(statusCode));
    expect(await overHttp(server)('/')).toContain('answer 1');
    expect(server.hits).toHaveLength(1);
  });

  it('is no refusal and no bad input', async () => {
    let lookUps = 0;
    const guard = createGuard({
      resolver: async () => {
        lookUps += 1;
        return ['10.0.0.7'];
      },
    });
    await using tool = webFetch(undefined, { guard });
    expect((await tool.run({ url: 'https://inside.example.com/' })).text).toMatch(/^Refused: /);
    await expect(tool.run({ url: 'gopher://inside.example.com/' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(lookUps).toBe(1);
  });
});

describe('what web_fetch sends', () => {
  const echo: Handler = (request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'id=7; Path=/' });
    response.end(JSON.stringify({ method: request.method, ...request.headers }));
  };

  it('is one GET without cookies or credentials, also when a site sets some', async () => {
    const server = await site(echo);
    const read = overHttp(server);
    await read('/first');
    const second = await read('/second');
    expect(second).toContain('"method":"GET"');
    expect(second).not.toMatch(/cookie|authorization/);
    expect(server.hits).toEqual(['GET /first', 'GET /second']);
  });

  it('names Pageward as its agent, or what the operator says', async () => {
    const server = await site(echo);
    expect(await overHttp(server)('/')).toMatch(
      /"user-agent":"Mozilla\/5\.0 \(compatible; pageward\/\d[^;]*; \+https:/,
    );
    expect(await overHttp(server, { userAgent: 'docs-bot/2' })('/')).toContain('"user-agent":"docs-bot/2"');
  });

  it('prefers Markdown, then HTML', async () => {
    const server = await site(echo);
    expect(await overHttp(server)('/')).toContain('"accept":"text/markdown,text/html;q=0.9,');
  });

  it('does not depend on proxies or switches in the environment', async () => {
    const server = await site(echo);
    const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'PAGEWARD_USER_AGENT'];
    const before = names.map((name) => process.env[name]);
    try {
      for (const name of names) process.env[name] = 'http://127.0.0.1:9';
      expect(await overHttp(server)('/')).toContain('"method":"GET"');
    } finally {
      for (const [index, name] of names.entries()) {
        const value = before[index];
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  });

  it('may be sent for several calls at once', async () => {
    const waiting: (() => void)[] = [];
    const server = await site((request, response) => {
      waiting.push(() => response.writeHead(200, { 'content-type': 'text/plain' }).end(`page ${request.url}`));
      if (waiting.length === 3) for (const answer of waiting) answer();
    });
    const read = overHttp(server);
    const paths = ['/a', '/b', '/c'];
    const texts = await Promise.all(paths.map((path) => read(path)));
    for (const [index, path] of paths.entries()) expect(texts[index]).toContain(`page ${path}`);
  });
});

describe('what web_fetch shows', () => {
  const typed = (type: string | undefined, body: string | Uint8Array): Handler => {
    return (_, response) => response.writeHead(200, type === undefined ? {} : { 'content-type': type }).end(body);
  };
  const shown = async (type: string | undefined, body: string | Uint8Array): Promise<string> =>
    overHttp(await site(typed(type, body)))('/');
  /** 汉字 in GBK. */
  const GBK = Uint8Array.of(0xba, 0xba, 0xd7, 0xd6);
  const page = (head: string): Uint8Array =>
    Buffer.concat([Buffer.from(`<html><head>${head}</head><body><p>`), GBK, Buffer.from('</p></body></html>')]);

  it.each([
    ['JSON without spaces, its letters kept', 'application/json', '{ "a": [1, 2], "ü": "中" }', '{"a":[1,2],"ü":"中"}'],
    ['JSON of a type built on it alike', 'application/vnd.api+json', '{ "a": 1 }', '{"a":1}'],
    ['invalid JSON as it is', 'application/json', '{ "a":', '{ "a":'],
    ['text of any kind as it is', 'text/css', 'a  {\n  b: c }', 'a  {\n  b: c }'],
    ['XML as it is', 'application/atom+xml', '<a>  <b/> </a>', '<a>  <b/> </a>'],
    ['a type that says nothing as text', 'application/x-thing', 'Words.', 'Words.'],
    ['HTML without a type as HTML', undefined, '<html><body><h2>Guide</h2>', '## Guide'],
    ['the markup of a page that shows nothing', 'text/html', '<div id="root"></div>', '<div id="root"></div>'],
  ])('is %s', async (_, type, body, expected) => {
    expect(await shown(type, body)).toContain(`---\n${expected}`);
  });

  it.each([
    ['with its type', 'image/png', 'image/png'],
    ['of no named type', undefined, 'unknown type'],
  ])('is of binary content %s only that and its size', async (_, type, named) => {
    const text = await shown(type, Uint8Array.of(1, 0, 2, 0xff));
    expect(text).toContain(`\n(binary content not shown: ${named}, 4 bytes)\n`);
  });

  it('is no octets with a zero among the first thousand', async () => {
    const text = await shown('application/octet-stream', Buffer.concat([Buffer.alloc(900, 'a'), Buffer.alloc(1)]));
    expect(text).toContain('(binary content not shown: application/octet-stream, 901 bytes)');
  });

  it.each([
    ['by the charset that the page declares', 'text/html', page('<meta charset="gbk">'), '汉字'],
    ['by http-equiv', 'text/html', page('<meta http-equiv=content-type content="text/html; charset=gbk">'), '汉字'],
    ['by the charset of the header', 'text/html; charset=gbk', page(''), '汉字'],
    ['by the header before the page', 'text/html; charset=gbk', page('<meta charset="utf-8">'), '汉字'],
    [
      'by the page where no decoder knows the header',
      'text/html; charset=no-such',
      page('<meta charset="gbk">'),
      '汉字',
    ],
    ['as UTF-8 where it is', 'text/html', Buffer.from('<p>汉字'), '汉字'],
    ['wrongly where nothing says how', 'text/html', page(''), 'ºº×Ö'],
  ])('is decoded %s', async (_, type, body, expected) => {
    expect(await shown(type, body)).toContain(expected);
  });
});

it('web_fetch is all that a scripted agent needs to read, mend its call and read on', async () => {
  const server = await site((_, response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end(`Release notes\n${'- a change\n'.repeat(20)}`),
  );
  await using reader = new HttpReader({ allowPrivate: [server.host] });
  const tool = webFetch(reader, { maxChars: 150 });
  const script = [{ link: '/' }, { url: '/' }, { url: `${server.origin}/` }, { url: `${server.origin}/`, offset: 146 }];
  const messages: string[] = [];
  for (const call of script) {
    const said = tool.run(call as never).then(
      ({ text }) => text,
      (error: Error) => error.message,
    );
    messages.push(await said);
  }
  expect(messages[0]).toMatch(/^Invalid arguments for web_fetch: url: /);
  expect(messages[1]).toContain("Unsupported URL scheme: '(none)'.");
  expect(messages[2]).toMatch(/Release notes\n.*Continue with offset=146\.\]$/s);
  expect(messages[3]).toMatch(/---\n- a change\n(?:- a change\n)*---/);
});
