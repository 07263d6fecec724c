import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { installBrowser } from '#src/browser/install.js';

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pageward-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

it('does nothing when a browser is here and starts', async () => {
  const said: string[] = [];
  const installed = await installBrowser({ onProgress: (line) => said.push(line) });
  expect(installed).toMatchObject({ route: 'present', product: expect.stringMatching(/^Chrome\/\d/) });
  expect(said).toEqual([]);
});

it('says what each way to a browser said when none leads there', async () => {
  const folder = await temporaryFolder();
  const broken = path.join(folder, 'chromium');
  await writeFile(broken, '#!/bin/sh\necho it is broken >&2; exit 1\n', { mode: 0o755 });
  const env = {
    ...process.env,
    HOME: folder,
    PLAYWRIGHT_BROWSERS_PATH: folder,
    PLAYWRIGHT_DOWNLOAD_HOST: 'http://127.0.0.1:9',
  };
  // Of another system there is only Playwright's way, whose download host is nobody.
  const said: string[] = [];
  const output: string[] = [];
  const installed = installBrowser({
    locate: { machine: { platform: 'darwin', env }, systemPlaces: [broken] },
    onProgress: (line) => said.push(line),
    onOutput: (line) => output.push(line),
  });
  await expect(installed).rejects.toMatchObject({
    code: 'BROWSER_MISSING',
    details: {
      attempts: [expect.stringContaining(broken), expect.stringContaining("Playwright's own build")],
      output: expect.arrayContaining([expect.stringContaining('ECONNREFUSED')]),
    },
  });
  // Our own steps, a line each; what the installer says is for those who ask.
  expect(said).toEqual(["trying Playwright's own build …", expect.stringMatching(/^not available here: \S.{1,200}$/)]);
  expect(output.length).toBeGreaterThan(said.length);
});
