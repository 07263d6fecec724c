import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../support/run-cli.js';

const CORPUS = path.resolve(process.env['PAGEWARD_CORPORA'] ?? '../shared/corpora', 'hostile-urls.jsonl');

describe('pageward check', () => {
  it('allows a public address, connecting nowhere, and exits 0', async () => {
    const { code, stdout, stderr } = await runCli(['check', 'http://93.184.216.34/']);
    expect(stdout).toBe('allow\thttp://93.184.216.34/\n');
    expect(stderr).toBe('');
    expect(code).toBe(0);
  });

  it('refuses with code and reason, and exits 1', async () => {
    const { code, stdout } = await runCli([
      'check',
      'http://93.184.216.34/',
      'http://127.0.0.1/',
      'file:///etc/passwd',
    ]);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t').slice(0, 3));
    expect(lines).toEqual([
      ['allow', 'http://93.184.216.34/'],
      ['refuse', 'http://127.0.0.1/', 'REFUSED_ADDRESS'],
      ['refuse', 'file:///etc/passwd', 'REFUSED_SCHEME'],
    ]);
    expect(code).toBe(1);
  });

  it('answers one line a URL, whatever the URL holds', async () => {
    const { stdout } = await runCli(['check', 'http://a\nallow\thttp://127.0.0.1/']);
    expect(stdout).toMatch(/^refuse\thttp:\/\/a%0Aallow%09http:\/\/127\.0\.0\.1\/\t/);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  });

  it('shows nobody a password, and gives a line of JSON the URL that it came with', async () => {
    const url = 'http://user:hunter2@127.0.0.1/';
    const shown = await runCli(['check', url, 'http://user:hunter2/@127.0.0.1/', '--verbose']);
    expect(shown.stdout).toMatch(/^refuse\thttp:\/\/\*\*\*@127\.0\.0\.1\/\t/);
    expect(`${shown.stdout}${shown.stderr}`).not.toContain('hunter2');
    const lines = await runCli(['check', '--jsonl', '--verbose'], { stdin: `${JSON.stringify({ url })}\n${url}\n` });
    expect(lines.stdout.split('\n').map((line) => line.includes('hunter2'))).toEqual([true, false, false]);
    expect(JSON.parse(lines.stdout.split('\n')[0] ?? '').url).toBe(url);
    expect(lines.stderr).not.toContain('hunter2');
  });

  it('takes the policy from its flags', async () => {
    const judged = async (...args: string[]) => (await runCli(['check', ...args])).stdout.split('\t')[0];
    expect(await judged('http://10.1.2.3/')).toBe('refuse');
    expect(await judged('http://10.1.2.3/', '--allow-private', '10.0.0.0/8')).toBe('allow');
    expect(await judged('http://10.1.2.3/', '--allow-private')).toBe('allow');
    expect(await judged('--allow-private', 'http://10.1.2.3/')).toBe('allow');
    expect(await judged('http://10.1.2.3/', '--allow-private', '--deny-cidr', '10.0.0.0/8')).toBe('refuse');
    expect(await judged('http://93.184.216.34/', '--deny-cidr', '93.184.0.0/16')).toBe('refuse');
    expect(await judged('http://93.184.216.34/', '--allow-domain', 'example.com')).toBe('refuse');
  });

  it('reads lines and writes lines, with answers in the place of DNS', async () => {
    const stdin = [
      '{"url":"https://a.example.com/","answers":["93.184.216.34"]}',
      '',
      '{"url":"https://a.example.com/","answers":["93.184.216.34","10.0.0.1"]}\r',
      'nonsense',
      '{"url":1}',
      '{"url":"https://a.example.com/","answers":[]}',
    ].join('\n');
    const { code, stdout } = await runCli(['check', '--jsonl'], { stdin });
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toEqual([
      { url: 'https://a.example.com/', decision: 'allow' },
      { url: 'https://a.example.com/', decision: 'refuse', code: 'REFUSED_ADDRESS', reason: expect.any(String) },
      { error: expect.any(String) },
      { error: expect.any(String) },
      { url: 'https://a.example.com/', decision: 'refuse', code: 'DNS_FAILED', reason: expect.any(String) },
    ]);
    expect(stdout).not.toContain('10.0.0.1');
    expect(code).toBe(1);
  });

  it('gives the operator the address with --verbose, on stderr', async () => {
    const stdin = '{"url":"https://a.example.com/","answers":["10.0.0.1"]}\n';
    const { stderr } = await runCli(['check', '--jsonl', '--verbose'], { stdin });
    expect(stderr).toContain('10.0.0.1');
  });

  it('says first what is let through with --verbose, wherever that was set', async () => {
    const stdin = '{"url":"http://10.1.2.3/"}\n';
    const env = { PAGEWARD_ALLOW_PRIVATE: '10.0.0.0/8,127.0.0.1:4173' };
    const { stderr } = await runCli(['check', '--jsonl', '--verbose'], { stdin, env });
    expect(stderr).toContain('10.0.0.0/8, 127.0.0.1:4173');
    expect((await runCli(['check', '--jsonl'], { stdin, env })).stderr).toBe('');
  });

  it('answers each line before the next is written', async () => {
    const { code, stdout } = await runCli(['check', '--jsonl'], {
      onStart: (child) => {
        child.stdin?.write('{"url":"http://127.0.0.1/"}\n');
        child.stdout?.once('data', () => child.stdin?.end('{"url":"http://93.184.216.34/"}\n'));
      },
    });
    expect(stdout.trimEnd().split('\n')).toHaveLength(2);
    expect(code).toBe(1);
  });

  it('exits 2 without a URL', async () => {
    expect((await runCli(['check'])).code).toBe(2);
  });

  it.skipIf(!existsSync(CORPUS))('judges every row of the hostile URLs as expected', async () => {
    const stdin = await readFile(CORPUS, 'utf8');
    const { stdout } = await runCli(['check', '--jsonl'], { stdin });
    const parse = (text: string) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
    const rows = parse(stdin);
    const answers = parse(stdout);
    expect(rows.length).toBeGreaterThan(300);
    expect(answers.map(({ url, decision }) => ({ url, decision }))).toEqual(
      rows.map(({ url, expect: decision }) => ({ url, decision })),
    );
  });
});
