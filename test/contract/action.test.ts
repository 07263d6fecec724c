import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { crawledHtml } from '../support/crawl-site.js';
import { serve } from '../support/http-server.js';
import { PROGRAM } from '../support/run-cli.js';

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const root = path.join(import.meta.dirname, '../..');
const action = parse(await readFile(path.join(root, 'action.yml'), 'utf8'));
const steps: readonly Step[] = action.runs.steps;

/** Runs the script of the action as a runner does. */
async function runAction(home: string, inputs: Readonly<Record<string, string>>) {
  const output = path.join(home, 'output');
  await writeFile(output, '');
  const { PATH = '', HOME = '' } = process.env;
  const env = {
    PATH,
    HOME,
    RUNNER_TEMP: home,
    GITHUB_OUTPUT: output,
    GITHUB_STEP_SUMMARY: path.join(home, 'summary.md'),
  };
  const given = { PAGEWARD_ACTION_ARGS: '', PAGEWARD_ACTION_BASELINE: '', PAGEWARD_ACTION_FAIL: 'true', ...inputs };
  const script = steps.find(({ id }) => id === 'crawl')?.run ?? '';
  const command = { PAGEWARD_ACTION_COMMAND: `${process.execPath} ${PROGRAM}` };
  const ran = await new Promise<{ code: number; stdout: string }>((resolve) => {
    const args = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
    execFile('bash', args, { env: { ...env, ...command, ...given }, cwd: home }, (error, stdout) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout });
    });
  });
  return { ...ran, output: await readFile(output, 'utf8') };
}

describe('the GitHub action', () => {
  it('puts no input into a script, where it could be one', () => {
    const scripts = steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
    expect(scripts).toHaveLength(1);
    for (const script of scripts) expect(script).not.toContain('${{');
    const named = Object.keys(action.inputs).map((name) => `inputs.${name}`);
    const used = JSON.stringify(steps);
    for (const name of named) expect(used).toContain(name);
  });

  it('gives its report away also when it fails', () => {
    expect(steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact@'))?.if).toBe('always()');
    expect(Object.keys(action.outputs)).toEqual(['exit-code', 'report-path', 'broken-count']);
  });

  it('crawls, reports, says what came of it, and takes what it is given for words', async () => {
    const home = await mkdtemp(path.join(tmpdir(), 'pageward-action-'));
    await using site = await serve((request, response) => {
      if (request.url !== '/') return void response.writeHead(404).end();
      response.setHeader('content-type', 'text/html').end(crawledHtml(0, ['/gone']));
    });
    const args = `--allow-private ${site.host} --reader http --external off --progress none`;
    const url = { PAGEWARD_ACTION_URL: `${site.origin}/`, PAGEWARD_ACTION_ARGS: args };
    const failed = await runAction(home, url);
    expect(failed).toMatchObject({ code: 1, stdout: expect.stringContaining('::error title=pageward') });
    expect(failed.output).toBe(`exit-code=1\nreport-path=${home}/pageward-report\nbroken-count=1\n`);
    expect(await runAction(home, { ...url, PAGEWARD_ACTION_FAIL: 'false' })).toMatchObject({ code: 0 });

    const hostile = `${args} $(touch\t owned) ;touch owned`;
    const refused = await runAction(home, { ...url, PAGEWARD_ACTION_ARGS: hostile, PAGEWARD_ACTION_FAIL: 'false' });
    expect(refused.code).toBe(2);
    await expect(readFile(path.join(home, 'owned'))).rejects.toMatchObject({ code: 'ENOENT' });
    await rm(home, { recursive: true });
  }, 60_000);
});
