import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createGuard } from '#src/guard/guard.js';
import { HttpReader } from '#src/reader/http-reader.js';
import type { PageReader } from '#src/reader/reader.js';
import type { WebSearch } from '#src/search/search.js';
import { HumanChannel } from '#src/tools/human-channel.js';
import { type ToolsetOptions, toolset } from '#src/tools/toolset.js';

const ALL = ['web_search', 'web_fetch', 'crawl_url', 'http_request', 'now', 'ask_human'];
const opened: Server[] = [];

/** A site on loopback that counts what is asked of it, and the policy that opens it. */
async function serve() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.setHeader('content-type', 'text/html').end('<title>Tides</title><p>High water is at noon.</p>');
  });
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { asked, url: `http://${host}/`, policy: { allowPrivate: [host] } };
}

afterEach(() => {
  for (const server of opened.splice(0)) server.close().closeAllConnections();
});

const namesOf = (options: ToolsetOptions) => toolset(options).tools.map(({ name }) => name);
const reader: PageReader = {
  read: async (url) => ({ url, statusCode: 200, mediaType: 'text/plain', text: 'read elsewhere' }),
};

describe('a tool set', () => {
  it('has every tool, and ask_human where there is somebody to ask', () => {
    expect(namesOf({})).toEqual(ALL.slice(0, -1));
    expect(namesOf({ human: new HumanChannel() })).toEqual(ALL);
  });

  it('leaves out each that is switched off, and gives each its own options', () => {
    for (const option of ['webSearch', 'webFetch', 'crawlUrl', 'httpRequest', 'now'] as const) {
      expect(namesOf({ [option]: false })).toHaveLength(4);
    }
    expect(namesOf({ webFetch: { name: 'read_page' }, crawlUrl: false })).toEqual([
      'web_search',
      'read_page',
      'http_request',
      'now',
    ]);
  });

  it('says which option is none, and which two do not go together', () => {
    const refused = (options: object) =>
      expect(() => toolset(options as ToolsetOptions)).toThrowError(
        expect.objectContaining({ code: 'INVALID_OPTION' }),
      );
    refused({ webfetch: false });
    refused({ webFetch: { maxchars: 1 } });
    refused({ webSearch: true });
    refused({ reader: {} });
    refused({ reader, cacheTtlMs: 0 });
    refused({ guard: createGuard(), allowDomains: ['example.com'] });
    refused({ webFetch: { name: 'now' } });
  });

  it('keeps one page for all of its tools that read', async () => {
    const { asked, url, policy } = await serve();
    await using set = toolset({ ...policy, crawlUrl: false });
    for (const _ of [1, 2]) {
      expect(await set.run('web_fetch', { url })).toMatchObject({ isError: false, data: { title: 'Tides' } });
    }
    expect(asked).toEqual(['GET /']);
    expect(await set.run('http_request', { method: 'POST', url })).toMatchObject({ data: { status_code: 200 } });
    expect(asked).toEqual(['GET /', 'POST /']);
  });

  it('refuses by one policy whichever tool is used', async () => {
    const { asked, url } = await serve();
    await using set = toolset({ denyCidrs: ['93.184.216.0/24'] });
    const calls = [
      set.run('web_fetch', { url }),
      set.run('crawl_url', { url }),
      set.run('http_request', { method: 'GET', url }),
      set.run('web_fetch', { url: 'http://93.184.216.34/' }),
    ];
    for (const { text, isError } of await Promise.all(calls)) {
      expect(isError).toBe(true);
      expect(text).toMatch(/^Refused: /m);
    }
    expect(asked).toEqual([]);
  });

  it('asks the engine whatever the domain rules, and leaves out what they do not permit', async () => {
    const search: WebSearch = {
      search: async () =>
        ['https://tides.example/', 'https://elsewhere.example/'].map((url) => ({ title: url, url, snippet: '' })),
    };
    await using set = toolset({ search, allowDomains: ['tides.example'] });
    const { text, data } = await set.run('web_search', { query: 'tides' });
    expect(data).toMatchObject({
      results: [{ url: 'https://tides.example/' }],
      warnings: [expect.stringContaining('1 result')],
    });
    expect(text).not.toContain('elsewhere.example');
    const { text: refusal } = await set.run('web_fetch', { url: 'https://elsewhere.example/' });
    expect(refusal).toMatch(/^Refused: /);
  });

  it('writes the boundary into the fence of every tool', async () => {
    const { url, policy } = await serve();
    const search: WebSearch = { search: async () => [] };
    await using set = toolset({ ...policy, search, reader, boundary: 'abcdefgh12' });
    const calls = [
      set.run('web_search', { query: 'tides' }),
      set.run('web_fetch', { url }),
      set.run('crawl_url', { url }),
      set.run('http_request', { method: 'GET', url }),
    ];
    for (const { text } of await Promise.all(calls)) expect(text).toContain('abcdefgh12');
  });

  it('rejects a name that no tool has, as what a model can mend', async () => {
    await using set = toolset();
    await expect(set.run('web_fetsch', {})).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      hint: expect.stringContaining('web_fetch'),
    });
  });

  it('ends what was made for it, and nothing that it was given', async () => {
    const { url, policy } = await serve();
    const http = new HttpReader({ guard: createGuard(policy) });
    let closed = 0;
    const search: WebSearch = {
      search: async () => [],
      close: async () => {
        closed += 1;
      },
    };
    const human = new HumanChannel();
    const set = toolset({ reader: http, search, human });
    await set.close();
    expect(closed).toBe(0);
    expect((await http.read(url)).statusCode).toBe(200);
    await expect(set.run('http_request', { method: 'GET', url })).resolves.toMatchObject({ isError: true });
    const own = toolset(policy);
    await own.close();
    await expect(own.run('web_fetch', { url })).resolves.toMatchObject({ isError: true, error: { code: 'CLOSED' } });
    await http.close();
  });
});
