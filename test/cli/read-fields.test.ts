import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const server = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html').end('<ul><li><b>A</b><i>1</i></li><li><b>B</b><i>many</i></li></ul>');
});
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fields-'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

async function run(content: unknown, ...flags: string[]) {
  return runOf(['/'], content, ...flags);
}

async function runOf(paths: readonly string[], content: unknown, ...flags: string[]) {
  const file = path.join(folder, 'fields.json');
  await writeFile(file, JSON.stringify(content));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const urls = paths.map((at) => `http://${host}${at}`);
  const args = ['read', ...urls, '--reader', 'http', '--allow-private', host, '--fields', file, ...flags];
  return new Promise<{ exit: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, ['dist/cli/main.js', ...args], (error, stdout, stderr) => {
      resolve({ exit: error?.code ?? 0, stdout, stderr });
    });
  });
}

const RULES = { rows: 'li', fields: { name: 'b', count: { select: 'i', as: 'number' } } };

describe('read --fields', () => {
  it('prints the rows as JSON', async () => {
    const { exit, stdout } = await run(RULES);
    expect(exit).toBe(0);
    expect(JSON.parse(stdout)).toEqual([{ name: 'A', count: 1 }, { name: 'B' }]);
  });

  it('prints every row on a line, and fails with the path of what the schema refuses', async () => {
    const schema = { type: 'object', properties: { count: { type: 'number' } }, required: ['count'] };
    const { exit, stdout, stderr } = await run({ ...RULES, schema }, '--jsonl');
    expect(exit).toBe(1);
    expect(stdout).toBe('{"name":"A","count":1}\n{"name":"B"}\n');
    expect(stderr).toContain('row 2.count');
    // What was to be found is no note.
    expect((await run({ ...RULES, schema }, '--quiet')).stderr).toContain('row 2.count');
  });

  it('says of several pages which a row is of', async () => {
    const lines = (await runOf(['/a', '/b'], RULES, '--jsonl')).stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ url, row }) => [new URL(url).pathname, row.name])).toEqual([
      ['/a', 'A'],
      ['/a', 'B'],
      ['/b', 'A'],
      ['/b', 'B'],
    ]);
    const pages = (await runOf(['/a', '/b'], RULES)).stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(pages).toMatchObject([{ rows: [{ name: 'A', count: 1 }, { name: 'B' }] }, { rows: [{}, {}] }]);
  });

  it('refuses rules that are none', async () => {
    const { exit, stderr } = await run({ rows: 'li', field: {} });
    expect(exit).toBe(2);
    expect(stderr).toContain('field');
  });
});
