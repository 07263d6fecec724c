import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createInterface } from 'node:readline';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test } from '@playwright/test';
import { browserProcesses, descendants, WORDS } from '../support/browser-rig.js';
import { routes, serve, type TestServer } from '../support/http-server.js';
import { clientOf, spawnClient, textOf } from '../support/mcp-client.js';
import { PROGRAM } from '../support/run-cli.js';

const SCRIPTED = `<main id="m"></main><script>document.querySelector('#m').innerHTML = ${JSON.stringify(`<h1>Made by a script</h1>${WORDS}`)}</script>`;

let site: TestServer;
test.beforeAll(async () => {
  site = await serve(routes({ '/': SCRIPTED, '/plain': `<main><h1>Plain</h1>${WORDS}</main>` }));
});
test.afterAll(() => site.close());

/** The browsers below a process, without their own helpers. */
const browsersOf = (pid: number) => browserProcesses(pid).filter(({ command }) => !command.includes('--type='));

/** Those of these processes that still run. */
const alive = (pids: readonly number[]) => descendants(1).filter(({ pid }) => pids.includes(pid));

test('starts a browser when a page needs one, and not before', async () => {
  await using connected = await spawnClient('2026-07-28', ['--allow-private', site.host]);
  const { client, pid } = connected;
  await client.listTools();
  const plain = await client.callTool({ name: 'web_fetch', arguments: { url: `${site.origin}/plain` } });
  expect(textOf(plain)).toContain('# Plain');
  expect(browsersOf(pid)).toEqual([]);
  const scripted = await client.callTool({ name: 'web_fetch', arguments: { url: `${site.origin}/` } });
  expect(textOf(scripted)).toContain('# Made by a script');
  expect(browsersOf(pid).length).toBeGreaterThan(0);
  const crawled = await client.callTool({ name: 'crawl_url', arguments: { url: `${site.origin}/` } });
  expect(crawled.structuredContent).toMatchObject({ url: `${site.origin}/`, status_code: 200 });
  expect((crawled.structuredContent as { content: string }).content).toBe(textOf(crawled));
  const pids = descendants(pid).map((entry) => entry.pid);
  await client.close();
  await expect.poll(() => alive([pid, ...pids])).toEqual([]);
});

for (const victim of ['client', 'server'] as const) {
  test(`leaves no browser behind when the ${victim} is killed`, async () => {
    const program = `
      import { Client } from '@modelcontextprotocol/client';
      import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
      const args = [${JSON.stringify(PROGRAM)}, 'mcp', '--allow-private', ${JSON.stringify(site.host)}];
      const transport = new StdioClientTransport({ command: process.execPath, args, stderr: 'inherit' });
      const client = new Client({ name: 'victim', version: '1' });
      await client.connect(transport);
      const read = await client.callTool({ name: 'crawl_url', arguments: { url: ${JSON.stringify(`${site.origin}/`)} } });
      process.stdout.write(transport.pid + ' ' + (read.isError ?? false) + '\\n');
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const [line] = await once(createInterface({ input: child.stdout }), 'line');
      const [server = 0, failed] = String(line)
        .split(' ')
        .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
      expect(failed).toBe('false');
      expect(browsersOf(Number(server)).length).toBeGreaterThan(0);
      const pids = [Number(server), ...descendants(Number(server)).map(({ pid }) => pid)];
      // Not all of them: a browser also starts processes that end by themselves.
      expect(alive(pids).length).toBeGreaterThan(browsersOf(Number(server)).length);
      process.kill(victim === 'client' ? (child.pid ?? 0) : Number(server), 'SIGKILL');
      await expect.poll(() => alive(pids), { timeout: 20_000 }).toEqual([]);
    } finally {
      child.kill('SIGKILL');
    }
  });
}

test('a page that is being read ends with its call, its tab and its connection', async () => {
  let hold = (_: ServerResponse): void => undefined;
  const held = new Promise<ServerResponse>((resolve) => {
    hold = resolve;
  });
  await using busy = await serve((request, response) => {
    if (request.url === '/never') return hold(response);
    response.setHeader('content-type', 'text/html');
    response.end(`<main>Loading…</main><script>fetch('/never')</script>`);
  });
  await using connected = await spawnClient('2025-06-18', ['--allow-private', busy.host, '--allow-private', site.host]);
  const cancelling = new AbortController();
  const call = connected.client.callTool(
    { name: 'crawl_url', arguments: { url: `${busy.origin}/` } },
    { signal: cancelling.signal },
  );
  const closed = once(await held, 'close');
  cancelling.abort('enough');
  await expect(call).rejects.toBeDefined();
  await closed;
  const next = await connected.client.callTool({ name: 'crawl_url', arguments: { url: `${site.origin}/` } });
  expect(textOf(next)).toContain('# Made by a script');
});

test('a call tells what it is at, for as long as it lasts', async () => {
  let finish = (): void => undefined;
  await using slow = await serve((request, response) => {
    if (request.url === '/late') {
      finish = () => void response.end('Here at last.');
      return;
    }
    response.setHeader('content-type', 'text/html');
    response.end(`<main>Loading…</main><script>
      fetch('/late').then((answer) => answer.text()).then((text) => { document.querySelector('main').textContent = text; });
    </script>`);
  });
  await using connected = await spawnClient('2025-11-25', ['--allow-private', slow.host]);
  const reports: { progress: number; message?: string | undefined }[] = [];
  const result = await connected.client.callTool(
    { name: 'crawl_url', arguments: { url: `${slow.origin}/` } },
    {
      onprogress: (report) => {
        reports.push(report);
        if (report.message?.endsWith(' is done')) finish();
      },
    },
  );
  expect(textOf(result)).toContain('Here at last.');
  expect(reports.map(({ message }) => message)).toContain(`Waiting until ${slow.origin}/ is done`);
  const seconds = reports.map(({ progress }) => progress);
  expect(seconds).toEqual([...new Set(seconds)].sort((one, other) => one - other));
});

test('one browser serves all clients over HTTP, and ends with the server', async () => {
  const child = spawn(process.execPath, [PROGRAM, 'mcp', '--http', '--port', '0', '--allow-private', site.host], {
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [line] = await once(child.stderr, 'data');
  const url = new URL(/at (http:\S+)/.exec(String(line))?.[1] ?? '');
  const clients = [clientOf('2025-06-18'), clientOf('2026-07-28')];
  for (const client of clients) await client.connect(new StreamableHTTPClientTransport(url));
  const first = await clients[0]?.callTool({ name: 'crawl_url', arguments: { url: `${site.origin}/` } });
  expect(textOf(first)).toContain('# Made by a script');
  const browsers = browsersOf(child.pid ?? 0).map(({ pid }) => pid);
  const second = await clients[1]?.callTool({ name: 'crawl_url', arguments: { url: `${site.origin}/plain` } });
  expect(textOf(second)).toContain('# Plain');
  expect(browsersOf(child.pid ?? 0).map(({ pid }) => pid)).toEqual(browsers);
  const pids = descendants(child.pid).map(({ pid }) => pid);
  child.kill('SIGTERM');
  expect((await once(child, 'exit'))[0]).toBe(130);
  await expect.poll(() => alive(pids)).toEqual([]);
  for (const client of clients) await client.close();
});
