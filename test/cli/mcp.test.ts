import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { routes, serve } from '../support/http-server.js';
import { PNG } from '../support/image-files.js';
import { modulesOf } from '../support/loaded-modules.js';
import { clientOf, spawnClient } from '../support/mcp-client.js';
import { PROGRAM, runCli } from '../support/run-cli.js';

const HELLO = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'lines', version: '1' } },
})}\n`;
const LIST = '{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}\n';

describe('pageward mcp', () => {
  it('greets its client without loading a reader, a parser or a browser', async () => {
    const modules = await modulesOf(['mcp'], {
      onStart(child) {
        child.stdin?.write(HELLO);
        child.stdout?.once('data', () => child.stdin?.end());
      },
    });
    expect(modules.some((url) => url.includes('/dist/mcp/protocol.js'))).toBe(true);
    const heavy = /\/(?:playwright[^/]*|jsdom|parse5|turndown|undici|@mozilla|unpdf|lru-cache|p-queue)\//;
    expect(modules.filter((url) => heavy.test(url))).toEqual([]);
    expect(modules.filter((url) => /\/(?:hono|@hono|dist\/mcp\/http)/.test(url))).toEqual([]);
    expect(modules.filter((url) => /\/dist\/(?:reader|browser|search|tools\/toolset)/.test(url))).toEqual([]);
  });

  it('writes messages to stdout and nothing else, whatever a library prints', async () => {
    const chatty = 'data:text/javascript,setInterval(()=>{console.log("chat");process.stdout.write("ter")},1).unref()';
    let seen = '';
    const { code, stdout, stderr } = await runCli(['mcp', '-v'], {
      nodeArgs: ['--import', chatty],
      onStart(child) {
        child.stdin?.write(HELLO + LIST);
        child.stdout?.on('data', (chunk) => {
          seen += chunk;
          if (seen.includes('"id":2}')) child.stdin?.end();
        });
      },
    });
    expect(code).toBe(0);
    // What is printed before we run is its maker's doing.
    const lines = stdout.slice(stdout.indexOf('{')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).id)).toEqual([1, 2]);
    expect(stderr).toContain('chat');
  });

  it('ends when its client closes stdin, at once and without a word', async () => {
    const { code, stdout, stderr } = await runCli(['mcp'], { stdin: '' });
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it.skipIf(spawnSync('script', ['--version']).error !== undefined)(
    'tells a person at a terminal what it waits for',
    async () => {
      const terminal = spawn('script', ['-qec', `'${process.execPath}' '${PROGRAM}' mcp`, '/dev/null'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      let seen = '';
      terminal.stdout.on('data', (chunk) => (seen += chunk));
      await once(terminal, 'close');
      expect(seen).toContain('waiting for a client on stdin');
    },
  );

  it.each(['SIGINT', 'SIGTERM'] as const)('ends on %s', async (signal) => {
    const { code } = await runCli(['mcp'], {
      onStart(child) {
        child.stdin?.write(HELLO);
        child.stdout?.once('data', () => child.kill(signal));
      },
    });
    expect(code).toBe(130);
  });

  it.each<[string, readonly string[]]>([
    ['a tool that there is not', ['--tools', 'web_fetch,telepathy']],
    ['a network that is none', ['--allow-private', 'everywhere']],
    ['a header that is none', ['--header', 'no colon']],
    ['a host that others reach, without a token', ['--http', '--host', '0.0.0.0']],
    ['a token that can be guessed', ['--http', '--token', 'secret']],
    ['no tool at all', ['--tools', 'crawl_url', '--reader', 'http']],
    ['a port that there is not', ['--http', '--port', '99999']],
    ['a region for who knows none', ['--backend', 'tavily', '--region', 'de-de']],
    ['a prefix of which no name can be made', ['--prefix', 'my tools/']],
  ])('does not start with %s', async (_, args) => {
    const { code, stdout, stderr } = await runCli(['mcp', ...args], { stdin: '' });
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^pageward: .*\[INVALID_OPTION\]/);
  });

  it('does not start without the key of the backend that it is to ask', async () => {
    const { code, stdout, stderr } = await runCli(['mcp', '--backend', 'tavily'], { stdin: HELLO });
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(/\[MISSING_KEY\]\n {2}hint: .*TAVILY_API_KEY/);
  });

  it('takes its settings from flags, environment and file, in that order', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'pageward-mcp-'));
    const config = path.join(folder, 'pageward.json');
    await writeFile(config, JSON.stringify({ tools: ['now', 'web_fetch'], prefix: 'file_' }));
    await using connected = await spawnClient('2025-11-25', ['--config', config, '--tools', 'now'], {
      env: { PAGEWARD_PREFIX: 'env_', PAGEWARD_TOOLS: 'web_search' },
    });
    expect((await connected.client.listTools()).tools.map(({ name }) => name)).toEqual(['env_now']);
    await rm(folder, { recursive: true });
  });

  it('gives the tools the options that the flags name', async () => {
    await using site = await serve(routes({ '/': `<main><h1>A</h1><p>${'word '.repeat(500)}</p></main>` }));
    const args = [
      '--reader',
      'http',
      '--outline',
      '--max-chars',
      '300',
      '--request-methods',
      'GET',
      '--allow-private',
      site.host,
    ];
    await using connected = await spawnClient('2026-07-28', args);
    const { tools } = await connected.client.listTools();
    const byName = Object.fromEntries(tools.map((tool) => [tool.name, tool]));
    expect(byName['web_fetch']?.inputSchema.properties).toHaveProperty('section');
    expect(byName['http_request']?.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(byName['crawl_url']).toBeUndefined();
    const page = await connected.client.callTool({ name: 'web_fetch', arguments: { url: `${site.origin}/` } });
    expect(JSON.stringify(page)).toContain('truncated. Continue with');
  });

  it('shows images where it is told to', async () => {
    await using site = await serve(
      routes({
        '/': '<main><h1>A</h1><p>Words.</p><img src="/a.png" alt="A"></main>',
        '/a.png': { headers: { 'content-type': 'image/png' }, body: PNG },
      }),
    );
    const args = ['--image-responses', 'allow', '--allow-private', site.host];
    await using connected = await spawnClient('2026-07-28', args);
    const call = { name: 'web_fetch', arguments: { url: `${site.origin}/`, images: true } };
    expect((await connected.client.callTool(call)).content.map(({ type }) => type)).toEqual(['text', 'text', 'image']);
  });

  it('keeps the rules of domains for results and pages, and tells refusals on stderr only', async () => {
    await using engine = await serve((_, response) => {
      const results = ['kept.example', 'dropped.example'].map((host) => ({
        title: host,
        url: `https://${host}/`,
        content: '',
      }));
      response.end(JSON.stringify({ results }));
    });
    const args = ['--backend', 'tavily', '--search-endpoint', `${engine.origin}/`, '--allow-private', engine.host];
    await using connected = await spawnClient('2026-07-28', [...args, '--allow-domain', 'kept.example', '-v'], {
      env: { TAVILY_API_KEY: 'tvly-test' },
    });
    const found = await connected.client.callTool({ name: 'web_search', arguments: { query: 'x' } });
    const { results } = found.structuredContent as { results: { url: string }[] };
    expect(results.map(({ url }) => url)).toEqual(['https://kept.example/']);
    const refused = await connected.client.callTool({
      name: 'web_fetch',
      arguments: { url: 'https://dropped.example/' },
    });
    expect(refused).toMatchObject({ isError: true });
    expect(connected.log()).toContain('[REFUSED_DOMAIN]');
  });

  it('serves over HTTP at the address that it prints, until it is stopped', async () => {
    const child = spawn(process.execPath, [PROGRAM, 'mcp', '--http', '--port', '0', '--tools', 'now'], {
      env: { PATH: process.env['PATH'] ?? '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [line] = await once(child.stderr, 'data');
    const url = /at (http:\S+)/.exec(String(line))?.[1] ?? '';
    const client = clientOf('2025-06-18');
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['now']);
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    expect(code).toBe(130);
    await client.close();
  });
});

describe('the inspector, a client of another make', () => {
  const inspect = async (...args: string[]) => {
    const inspector = path.resolve(import.meta.dirname, '../../node_modules/.bin/mcp-inspector');
    const { stdout } = await promisify(execFile)(inspector, ['--cli', process.execPath, PROGRAM, 'mcp', ...args]);
    return JSON.parse(stdout);
  };

  it('lists the tools and calls one', async () => {
    const { tools } = await inspect('--method', 'tools/list');
    expect(tools.map(({ name }: { name: string }) => name)).toEqual([
      'web_search',
      'web_fetch',
      'crawl_url',
      'http_request',
      'now',
    ]);
    const called = await inspect('--method', 'tools/call', '--tool-name', 'now', '--tool-arg', 'tz=UTC');
    expect(called.structuredContent.now).toMatch(/\+00:00$/);
  });
});
