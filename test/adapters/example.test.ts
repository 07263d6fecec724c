import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('the example for the AI SDK runs offline, and shows a page and a refusal', async () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const script = ['--import', './examples/typescript.js', 'examples/adapters/ai-sdk.ts'];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, script, { cwd: root });
  expect(stderr).toBe('');
  expect(stdout).toContain('High water is at noon.\\n--- END EXTERNAL CONTENT ---');
  expect(stdout).toMatch(/"error-text",\s+"value": "Refused: /);
});
