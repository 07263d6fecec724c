import { expect, it } from 'vitest';
import { runCommand } from '#src/browser/run-command.js';

const node = (script: string, limits: { timeoutMs?: number; silenceMs?: number; signal?: AbortSignal } = {}) =>
  runCommand(process.execPath, ['-e', script], { timeoutMs: 10_000, ...limits });

it('gives the end of what a failed program said', async () => {
  const result = await node('console.error("it broke"); process.exitCode = 3');
  expect(result).toEqual({ ok: false, reason: 'exit code 3: it broke' });
  expect(await node('')).toEqual({ ok: true, reason: '' });
  expect((await runCommand('no-such-program', [], { timeoutMs: 1_000 })).ok).toBe(false);
});

it('ends a program that takes too long or says nothing, with what it has started', async () => {
  const sleeper =
    'require("node:child_process").spawn("sleep", ["60"], { stdio: "inherit" }); setInterval(() => {}, 1000)';
  expect(await node(sleeper, { timeoutMs: 300 })).toMatchObject({ ok: false, reason: /longer than 300 ms/ });
  expect(await node(sleeper, { silenceMs: 300 })).toMatchObject({ ok: false, reason: /silent for 300 ms/ });
});

it('ends on abort with the reason', async () => {
  const reason = new Error('enough');
  const run = node('setInterval(() => {}, 1000)', { signal: AbortSignal.any([AbortSignal.abort(reason)]) });
  await expect(run).rejects.toBe(reason);
});
