import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes, serve, type TestServer } from '../../support/http-server.js';
import { type ServeCli, startServe } from '../../support/serve-cli.js';

const DOCUMENT = readFileSync(new URL('../../../docs/serve.md', import.meta.url), 'utf8');
const LINES = [...DOCUMENT.matchAll(/^curl .*$/gm)].map(([line]) => line);

const run = promisify(execFile);

let site: TestServer;
let server: ServeCli;

beforeAll(async () => {
  const page = '<title>Docs</title><main><p>Some words to read, <a href="/x">and a link</a>.</p></main>';
  site = await serve(routes({ '/docs': page, '/docs?page=2': page }));
  server = await startServe(['--reader', 'http', '--allow-private', site.host]);
});

afterAll(async () => {
  await server.stop();
  await site.close();
});

describe.skipIf(spawnSync('curl', ['--version']).error !== undefined)('docs/serve.md', () => {
  it('has the lines that are tried here', () => {
    expect(LINES.length).toBeGreaterThan(4);
  });

  it.each(LINES)('has a line that works: %s', async (line) => {
    const command = line
      .replace('http://127.0.0.1:7323/', server.origin)
      .replace('https%3A%2F%2Fexample.com', encodeURIComponent(site.origin))
      .replace('https://example.com', site.origin)
      .replace(/^curl/, 'curl --silent --show-error --fail');
    const { stdout } = await run('sh', ['-c', command], { env: { PATH: process.env['PATH'] ?? '' } });
    expect(stdout).toContain('Some words to read');
    expect(stdout.startsWith('{')).toBe(/json/.test(line));
  });
});

it('docs/serve.md names every option of a request', async () => {
  const { REQUEST_OPTIONS } = await import('#src/cli/serve/request-options.js');
  for (const name of Object.keys(REQUEST_OPTIONS)) expect(DOCUMENT).toContain(`\`${name}\``);
});
