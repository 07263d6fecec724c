import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { tarFiles } from '#src/browser/tar.js';

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pageward-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

it('reads what tar has written', async () => {
  const folder = await temporaryFolder();
  const long = `${'a'.repeat(60)}/${'b'.repeat(60)}`;
  const script = `mkdir -p in/${'a'.repeat(60)} && printf one > in/one && : > in/empty && printf '%0700d' 7 > in/${long}`;
  execFileSync('sh', ['-c', `${script} && tar --format=ustar -cf x.tar in`], { cwd: folder });
  const archive = readFileSync(path.join(folder, 'x.tar'));
  const files = new Map([...tarFiles(archive)].map(({ name, content }) => [name, Buffer.from(content).toString()]));
  expect(files).toEqual(
    new Map(
      [
        ['in/one', 'one'],
        ['in/empty', ''],
        [`in/${long}`, `${'0'.repeat(699)}7`],
      ].sort() as [string, string][],
    ),
  );
});

it('refuses an archive that it cannot read', () => {
  expect(() => [...tarFiles(new Uint8Array(1_024).fill(0x61))]).toThrow();
  expect([...tarFiles(new Uint8Array(1_024))]).toEqual([]);
});
