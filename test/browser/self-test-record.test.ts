import { appendFile, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LocatedBrowser } from '#src/browser/locate.js';

let processes = 0;

/** As another process would have it: with nothing in memory. */
async function freshRecord(): Promise<typeof import('#src/browser/self-test-record.js')> {
  processes += 1;
  return import(`${import.meta.resolve('#src/browser/self-test-record.js')}?process=${processes}`);
}

describe.skipIf(process.platform !== 'linux')('the record of passed self-tests', () => {
  let home = '';
  let located: LocatedBrowser;

  beforeEach(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'pageward-test-'));
    vi.stubEnv('XDG_CACHE_HOME', home);
    located = { path: path.join(home, 'headless-shell'), kind: 'headless-shell', source: 'option' };
    await writeFile(located.path, 'a browser');
  });
  afterEach(() => rm(home, { recursive: true }));

  it('is found by the next process', async () => {
    const subject = { located, product: 'Chrome/1', jailed: false };
    const { hasPassed, recordPass } = await freshRecord();
    expect(await hasPassed(subject)).toBe(false);
    await recordPass(subject);
    expect(await hasPassed(subject)).toBe(true);
    const other = await freshRecord();
    expect(await other.hasPassed(subject)).toBe(true);
  });

  it('does not hold for another browser, or another version of it', async () => {
    const { recordPass, hasPassed } = await freshRecord();
    await recordPass({ located, product: 'Chrome/1', jailed: false });
    expect(await hasPassed({ located, product: 'Chrome/2', jailed: false })).toBe(false);
    await appendFile(located.path, ', updated');
    expect(await hasPassed({ located, product: 'Chrome/1', jailed: false })).toBe(false);
  });

  it('is not believed where others can write', async () => {
    const subject = { located, product: 'Chrome/1', jailed: false };
    await (await freshRecord()).recordPass(subject);
    await chmod(path.join(home, 'pageward', 'self-test'), 0o777);
    const { hasPassed } = await freshRecord();
    expect(await hasPassed(subject)).toBe(false);
  });

  it('of a full Chromium ends with the process', async () => {
    const subject = { located: { ...located, kind: 'chromium' }, product: 'Chrome/1', jailed: false } as const;
    const { hasPassed, recordPass } = await freshRecord();
    await recordPass(subject);
    expect(await hasPassed(subject)).toBe(true);
    expect(await (await freshRecord()).hasPassed(subject)).toBe(false);
  });
});
