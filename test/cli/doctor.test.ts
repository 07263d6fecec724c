import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { locateBrowser } from '#src/browser/locate.js';
import { hasRedis, TestRedis } from '../support/redis.js';
import { runCli } from '../support/run-cli.js';

/** Without a browser on this machine the tests that need one are skipped, and say so. */
const browser = await locateBrowser().catch(() => undefined);

/** What the doctor found about one subject. */
function about(subject: string, stdout: string): unknown {
  return JSON.parse(stdout).examinations.find((row: { subject: string }) => row.subject === subject);
}

describe('pageward doctor', () => {
  it('names a missing browser as a fault, with its cure, and exits 1', async () => {
    const { code, stdout, stderr } = await runCli(['doctor', '--browser-path', '/nonexistent/browser']);
    expect(stdout).toMatch(/^fault {3}browser .*\/nonexistent\/browser/m);
    expect(stdout).toMatch(/^ +cure: .*pageward setup/m);
    expect(stdout).toMatch(/^ok {6}guard /m);
    expect(stderr).toBe('');
    expect(code).toBe(1);
  });

  it('prints what it found as JSON', async () => {
    const { code, stdout } = await runCli(['doctor', '--json', '--browser-path', '/nonexistent/browser']);
    expect(JSON.parse(stdout)).toMatchObject({ healthy: false });
    expect(about('node', stdout)).toMatchObject({
      state: 'ok',
      detail: expect.stringContaining(process.versions.node),
    });
    expect(about('playwright', stdout)).toMatchObject({ state: 'ok', detail: expect.stringMatching(/^\d+\.\d+/) });
    expect(about('dns', stdout)).toMatchObject({ detail: expect.any(String) });
    expect(about('browser', stdout)).toMatchObject({ state: 'fault', cure: expect.any(String) });
    expect(about('guard', stdout)).toMatchObject({ state: 'ok', detail: expect.stringContaining('169.254.169.254') });
    expect(code).toBe(1);
  });

  it('names keys without saying what they hold, and proxies that are not used', async () => {
    const env = { TAVILY_API_KEY: 'sesame', HTTPS_PROXY: 'http://user:sesame@proxy.example:3128' };
    const { stdout } = await runCli(['doctor', '--browser-path', '/nonexistent/browser'], { env });
    expect(stdout).toContain('TAVILY_API_KEY is set');
    expect(stdout).toMatch(/^warning proxy +HTTPS_PROXY set/m);
    expect(stdout).not.toContain('sesame');
  });

  it('warns of an environment in which programs check no certificates', async () => {
    const { stdout } = await runCli(['doctor', '--browser-path', '/nonexistent/browser'], {
      env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    });
    expect(stdout).toMatch(/^warning tls +NODE_TLS_REJECT_UNAUTHORIZED=0/m);
  });

  it.skipIf(!hasRedis())('looks at the Redis that is named, and says in what it may lose a crawl', async () => {
    const without = ['doctor', '--json', '--browser-path', '/nonexistent/browser'];
    const redis = await TestRedis.start();
    const named = (await runCli([...without, '--queue', redis.url])).stdout;
    expect(about('queue', named)).toMatchObject({ state: 'ok', detail: expect.stringContaining('Redis answers') });
    await redis.close();
    const away = (await runCli([...without, '--queue', redis.url.replace('//', '//:sesame@')])).stdout;
    expect(about('queue', away)).toMatchObject({
      state: 'fault',
      cure: expect.stringContaining('See that Redis runs'),
    });
    expect(away).not.toContain('sesame');
    const forgetful = await TestRedis.start(['--appendonly', 'no']);
    const warned = (await runCli([...without, '--queue', forgetful.url])).stdout;
    expect(about('queue', warned)).toMatchObject({ state: 'warning', detail: expect.stringContaining('append-only') });
    await forgetful.close();
    expect(about('queue', (await runCli(without)).stdout)).toBeUndefined();
  });

  it('says through which proxy the guard connects, without its password', async () => {
    const proxy = ['--proxy', 'https://aladdin:sesame@proxy.example:3128'];
    const { stdout } = await runCli(['doctor', ...proxy, '--browser-path', '/nonexistent/browser']);
    expect(stdout).toMatch(/^ok {6}proxy +the guard connects through https:\/\/proxy\.example:3128, with a user/m);
    expect(stdout).not.toMatch(/aladdin|sesame/);
  });

  it.skipIf(browser === undefined)(
    'starts the browser, reads a page in it, says of every layer whether it is there, and finds all well',
    async () => {
      const { code, stdout } = await runCli(['doctor', '--json']);
      expect(about('browser', stdout)).toMatchObject({
        state: 'ok',
        detail: expect.stringContaining(browser?.path ?? ''),
      });
      for (const layer of ['sandbox', 'jail', 'self-test', 'guard']) expect(about(layer, stdout), layer).toBeDefined();
      expect(about('reading', stdout)).toMatchObject({
        state: 'ok',
        detail: expect.stringMatching(/ is read in \d+ ms; .*: concurrency [1248]$/),
      });
      expect(JSON.parse(stdout)).toMatchObject({ healthy: true });
      expect(code).toBe(0);
    },
  );

  it.skipIf(browser === undefined)('says when the jail is off', async () => {
    const { stdout } = await runCli(['doctor', '--json', '--jail', 'off']);
    expect(about('jail', stdout)).toMatchObject({
      state: 'warning',
      detail: expect.stringMatching(/^off, as asked/),
      cure: expect.stringContaining('--jail'),
    });
  });

  it.skipIf(browser === undefined || process.platform !== 'linux')(
    'counts a missing jail as a fault only where one is required',
    async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'pageward-test-'));
      await writeFile(path.join(folder, 'unshare'), '#!/bin/sh\necho "unshare: unshare failed: no" >&2\nexit 1\n');
      await chmod(path.join(folder, 'unshare'), 0o755);
      const env = { PATH: `${folder}:${process.env['PATH']}` };
      const auto = await runCli(['doctor', '--json'], { env });
      const required = await runCli(['doctor', '--json', '--jail', 'required'], { env });
      await rm(folder, { recursive: true });
      const detail = expect.stringContaining('user namespaces');
      expect(about('jail', auto.stdout)).toMatchObject({ state: 'warning', detail, cure: expect.any(String) });
      expect(auto.code).toBe(0);
      expect(about('jail', required.stdout)).toMatchObject({ state: 'fault', detail, cure: expect.any(String) });
      expect(required.code).toBe(1);
    },
  );

  it.skipIf(browser === undefined)('says when the sandbox is off', async () => {
    const { stdout } = await runCli(['doctor', '--json', '--no-sandbox']);
    expect(about('sandbox', stdout)).toMatchObject({ state: 'warning', detail: 'off, as asked' });
  });
});

describe('pageward setup', () => {
  it.skipIf(browser === undefined)('does nothing where a browser starts, and prints its path', async () => {
    const { code, stdout, stderr } = await runCli(['setup']);
    expect(stdout).toBe(`${browser?.path}\n`);
    expect(stderr).toMatch(/is here and starts/);
    expect(code).toBe(0);
  });
});
