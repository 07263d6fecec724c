import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readStorageState } from '#src/browser/storage-state.js';
import { AutoReader } from '#src/reader/auto-reader.js';
import { BrowserReader } from '#src/reader/browser-reader.js';
import { HttpReader } from '#src/reader/http-reader.js';

const cookie = { name: 'sid', value: 'S3CRET', domain: 'e.com', path: '/' };
const STATE = { cookies: [cookie], origins: [{ origin: 'https://e.com', localStorage: [{ name: 'k', value: 'v' }] }] };

async function fileOf(text: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pageward-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'state.json');
  await writeFile(file, text);
  return file;
}

it('is read from an object and from a file, with what is missing filled in', async () => {
  const checked = readStorageState(STATE);
  expect(checked).toEqual({
    ...STATE,
    cookies: [{ ...cookie, expires: -1, httpOnly: false, secure: false, sameSite: 'Lax' }],
  });
  expect(readStorageState(await fileOf(JSON.stringify(STATE)))).toEqual(checked);
});

it.each([
  ['text that is not JSON', 'S3CRET', /is not JSON/],
  ['a list', JSON.stringify([cookie]), /state\.json is not as Playwright saves it/],
  ['no origins', JSON.stringify({ cookies: [cookie] }), /origins in .*state\.json/],
  [
    'a cookie without a domain',
    JSON.stringify({ ...STATE, cookies: [{ ...cookie, domain: undefined }] }),
    /cookies\.0\.domain/,
  ],
  [
    'a wrong sameSite',
    JSON.stringify({ ...STATE, cookies: [{ ...cookie, sameSite: 'S3CRET' }] }),
    /cookies\.0\.sameSite/,
  ],
  [
    'an origin that is not of the web',
    JSON.stringify({ cookies: [], origins: [{ origin: 'file:///S3CRET', localStorage: [] }] }),
    /origins\.0\.origin/,
  ],
])('a file with %s is refused at construction, and the error does not quote it', async (_, text, message) => {
  const file = await fileOf(text);
  for (const Reader of [BrowserReader, AutoReader]) {
    const fault = thrownBy(() => new Reader({ storageState: file }));
    expect(fault).toMatchObject({
      name: 'UsageError',
      code: 'INVALID_OPTION',
      message: expect.stringMatching(message),
    });
    expect(JSON.stringify([fault, String(fault), fault.stack, String(fault.cause)])).not.toContain('S3CRET');
  }
});

it('an object of another shape is refused, and the error does not quote it', () => {
  for (const storageState of [[cookie], { cookies: cookie, origins: [] }, 5, '', null] as never[]) {
    const fault = thrownBy(() => new BrowserReader({ storageState }));
    expect(fault).toMatchObject({ code: 'INVALID_OPTION', details: { option: 'storageState' } });
    expect(JSON.stringify([fault, String(fault)])).not.toContain('S3CRET');
  }
});

it('a file that is not there is refused', () => {
  expect(thrownBy(() => new BrowserReader({ storageState: '/nonexistent/state.json' }))).toMatchObject({
    code: 'INVALID_OPTION',
    message: expect.stringContaining('/nonexistent/state.json'),
  });
});

it('is no option of a reader without a browser, whose error does not quote it', () => {
  const fault = thrownBy(() => new HttpReader({ storageState: STATE } as never));
  expect(fault).toMatchObject({ code: 'INVALID_OPTION', message: expect.stringContaining('storageState') });
  expect(JSON.stringify([fault, String(fault)])).not.toContain('S3CRET');
});

function thrownBy(action: () => unknown): Error {
  try {
    action();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('nothing was thrown');
}
