import { expect, it } from 'vitest';
import { runCommand } from '#src/browser/run-command.js';

const node = (script: string, limits: { timeoutMs?: number; silenceMs?: number; signal?: AbortSignal } = {}) =>
  runCommand(process.execPath, ['-e', script], { timeoutMs: 10_000, ...limits });

it('says in one line why a program failed', async () => {
  const result = await node('console.error("it broke"); process.exitCode = 3');
  expect(result).toEqual({ ok: false, reason: 'it broke' });
  expect(await node('process.exitCode = 3')).toEqual({ ok: false, reason: 'it ended with exit code 3' });
  expect(await node('')).toEqual({ ok: true, reason: '' });
  expect((await runCommand('no-such-program', [], { timeoutMs: 1_000 })).ok).toBe(false);
});

it('takes what is wrong from before its stack trace and its consequences', async () => {
  const said = ['Fetching', 'Error: no such host', '    at connect (net.js:1)', 'Failed to install', '}'];
  const heard: string[] = [];
  const script = `console.error(${JSON.stringify(said.join('\n'))}); process.exitCode = 1`;
  const options = { timeoutMs: 10_000, onLine: (line: string) => heard.push(line) };
  const result = await runCommand(process.execPath, ['-e', script], options);
  expect(result.reason).toBe('Error: no such host');
  expect(heard).toEqual(said);
  expect((await node(`console.error('x'.repeat(1000)); process.exitCode = 1`)).reason.length).toBeLessThan(200);
});

it('ends a program that takes too long or says nothing, with what it has started', async () => {
  const sleeper =
    'require("node:child_process").spawn("sleep", ["60"], { stdio: "inherit" }); setInterval(() => {}, 1000)';
  expect(await node(sleeper, { timeoutMs: 300 })).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/longer than 300 ms/),
  });
  expect(await node(sleeper, { silenceMs: 300 })).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/silent for 300 ms/),
  });
});

it('ends on abort with the reason', async () => {
  const reason = new Error('enough');
  const run = node('setInterval(() => {}, 1000)', { signal: AbortSignal.any([AbortSignal.abort(reason)]) });
  await expect(run).rejects.toBe(reason);
});
