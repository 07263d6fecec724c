import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { printError } from '#src/cli/output.js';

it('lets no failure that quotes a page drive the terminal', () => {
  const stderr = new PassThrough();
  const terminal = {
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr,
    signal: new AbortController().signal,
  };
  printError(terminal, new TypeError('bad \u001b]0;title\u0007 \u009b31m word'));
  const said = String(stderr.read());
  expect(said).toContain('bad ]0;title 31m word\n');
  expect(said).not.toMatch(/[^\P{Cc}\n]/u);
});
