import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { modulesOf } from '../support/loaded-modules.js';
import { PROGRAM, runCli } from '../support/run-cli.js';

const folder = mkdtempSync(path.join(tmpdir(), 'pageward-program-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('pageward', () => {
  it('shows every command in its help, and exits 0', async () => {
    const { code, stdout, stderr } = await runCli(['--help']);
    for (const command of ['read', 'extract', 'check', 'setup', 'doctor', 'skill'])
      expect(stdout).toMatch(new RegExp(`^  ${command} `, 'm'));
    expect(stderr).toBe('');
    expect(code).toBe(0);
  });

  it.each(['read', 'extract', 'check', 'setup', 'doctor', 'skill'])('has help for %s', async (command) => {
    const { code, stdout } = await runCli([command, '--help']);
    expect(stdout).toContain(`Usage: pageward ${command}`);
    expect(code).toBe(0);
  });

  it('loads commander and nothing else that is not ours for its help', async () => {
    const modules = await modulesOf(['--help']);
    expect(modules.some((url) => url.includes('/dist/cli/main.js'))).toBe(true);
    const packages = new Set(modules.flatMap((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? []));
    expect([...packages]).toEqual(['commander']);
  });

  it('loads neither Playwright nor jsdom to read over HTTP or to judge', async () => {
    const modules = await modulesOf(['check', 'http://93.184.216.34/']);
    expect(modules.filter((url) => /playwright|jsdom|readability|turndown|undici/.test(url))).toEqual([]);
  });

  it('answers its help in less than 300 ms on a warm disk', async () => {
    // The best of many: other tests share the processor.
    let bestMs = Number.POSITIVE_INFINITY;
    for (let run = 0; run < 15 && bestMs >= 300; run++) {
      const started = performance.now();
      await runCli(['--help']);
      bestMs = Math.min(bestMs, performance.now() - started);
    }
    expect(bestMs).toBeLessThan(300);
  });

  it('prints the version of its package', async () => {
    const { version } = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../package.json'), 'utf8'));
    expect(await runCli(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it.each([
    ['nothing', [], /Usage: pageward/],
    ['an unknown command', ['chek'], /unknown command 'chek'[\s\S]*check/],
    ['an unknown flag', ['check', '--nonsense'], /unknown option '--nonsense'/],
    ['a flag without its value', ['read', 'http://a.example/', '--max-chars'], /argument missing/],
  ])('exits 2 on %s, with a line that helps', async (_, args, message) => {
    const { code, stdout, stderr } = await runCli(args);
    expect(stderr).toMatch(message);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });

  it.skipIf(!existsSync('/dev/full'))('says in one line that its output cannot be written', () => {
    const command = `"${process.execPath}" "${PROGRAM}" check http://127.0.0.1/ > /dev/full`;
    const { status, stderr } = spawnSync('/bin/sh', ['-c', command], { encoding: 'utf8' });
    expect(stderr).toMatch(/^pageward: the output cannot be written: .*\n$/);
    expect(status).toBe(3);
  });
});
