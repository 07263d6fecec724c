import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('the example runs offline and finds what is outside its list', async () => {
  const script = fileURLToPath(new URL('../../examples/hosted-search.js', import.meta.url));
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [script]);
  expect(stderr).toBe('');
  expect(stdout).toContain('outside the list: https://opinions.example/blog/batteries (source, entry 1)');
  expect(stdout).toContain('warning: maxUses is ignored');
  expect(stdout).toContain('REFUSED_DOMAIN');
});
