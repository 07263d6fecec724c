import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locateBrowser } from '#src/browser/locate.js';
import { startDemoSite, startInternalService } from '../../fixtures/demo-site/server.js';
import { serve } from '../support/http-server.js';
import { runCli } from '../support/run-cli.js';

const browser = await locateBrowser().catch(() => undefined);

describe.skipIf(browser === undefined)('pageward read on a page that scripts make', () => {
  let internal: Awaited<ReturnType<typeof startInternalService>>;
  let site: Awaited<ReturnType<typeof startDemoSite>>;

  beforeAll(async () => {
    internal = await startInternalService();
    site = await startDemoSite({ internalUrl: `${internal.origin}/` });
  });
  afterAll(() => Promise.all([site.close(), internal.close()]));

  it.each(['auto', 'browser'])('reads it whole with --reader %s', async (reader) => {
    const { code, stdout } = await runCli([
      'read',
      `${site.origin}/`,
      '--reader',
      reader,
      '--allow-private',
      site.host,
    ]);
    expect(stdout).toContain('who walked it off');
    expect(code).toBe(0);
  });

  it('says with auto why it took the browser', async () => {
    const { stderr } = await runCli(['read', `${site.origin}/`, '--allow-private', site.host]);
    expect(stderr).toMatch(/Rendered in a browser, since/);
  });

  it('is given what to wait for', async () => {
    const flags = ['--reader', 'browser', '--wait-for', 'blockquote', '--format', 'json'];
    const { stdout } = await runCli(['read', `${site.origin}/`, '--allow-private', site.host, ...flags]);
    expect(JSON.parse(stdout)).toMatchObject({ rendered: true, readiness: { reason: 'selector' } });
  });

  it.skipIf(process.platform !== 'linux')('leaves no browser behind when it is interrupted', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'pageward-interrupt-'));
    const running = async () => {
      const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
      const lines = await Promise.all(names.map((name) => readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')));
      return lines.filter((line) => line.includes(`--user-data-dir=${folder}`)).length;
    };
    let seen = 0;
    await using slow = await serve((request, response) => {
      if (request.url === '/') {
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<div id="root"></div><script src="/never"></script>');
      }
    });
    const { code } = await runCli(['read', `${slow.origin}/`, '--reader', 'browser', '--allow-private', slow.host], {
      env: { TMPDIR: folder },
      onStart: (child) => {
        const watch = setInterval(async () => {
          if (!slow.hits.includes('GET /never')) return;
          clearInterval(watch);
          seen = await running();
          child.kill('SIGINT');
        }, 20);
      },
    });
    expect(code).toBe(130);
    expect(seen).toBeGreaterThan(0);
    await expect.poll(running).toBe(0);
    await rm(folder, { recursive: true });
  });

  it('refuses a redirect inside, with nothing reaching the target', async () => {
    expect((await fetch(`${site.origin}/archive`)).status).toBe(200);
    const before = internal.visits();
    const args = ['read', `${site.origin}/archive`, '--reader', 'browser', '--allow-private', site.host];
    const { code, stdout, stderr } = await runCli(args);
    expect(stderr).toContain('REFUSED_ADDRESS');
    expect(stdout).toBe('');
    expect(code).toBe(1);
    expect(internal.visits()).toBe(before);
  });
});
