import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');

it('the reference of the exports can be made, and every link in it leads somewhere', async () => {
  const typedoc = path.join(root, 'node_modules/typedoc/bin/typedoc');
  const made = promisify(execFile)(process.execPath, [typedoc, '--emit', 'none', '--treatWarningsAsErrors'], {
    cwd: root,
  });
  await expect(made).resolves.toMatchObject({ stderr: '' });
}, 60_000);
