import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Machine, systemPlaces } from '#src/browser/browser-places.js';
import { locateBrowser, packagedExecutable } from '#src/browser/locate.js';

let home: string;
let machine: Machine;

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'pageward-test-'));
  machine = { platform: 'linux', env: { HOME: home, PATH: path.join(home, 'bin') } };
});
afterEach(() => rm(home, { recursive: true }));

async function program(...parts: string[]): Promise<string> {
  const file = path.join(home, ...parts);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, '#!/bin/sh\n', { mode: 0o755 });
  return file;
}

it('takes the named browser, the option before the environment', async () => {
  const [option, environment] = [await program('a'), await program('b')];
  const named = { ...machine, env: { ...machine.env, PAGEWARD_BROWSER_PATH: environment } };
  expect(await locateBrowser({ machine: named })).toMatchObject({ path: environment, source: 'environment' });
  expect(await locateBrowser({ machine: named, browserPath: option })).toMatchObject({
    path: option,
    source: 'option',
  });
});

it('takes no other browser when the named one is not there or not a program', async () => {
  await program('bin', 'chromium');
  const plain = await program('plain');
  await chmod(plain, 0o644);
  for (const browserPath of [path.join(home, 'nowhere'), home, plain]) {
    const located = locateBrowser({ machine, browserPath });
    await expect(located).rejects.toMatchObject({ code: 'BROWSER_MISSING', details: { tried: [browserPath] } });
  }
});

it('prefers Playwright’s headless shell of the newest complete download', async () => {
  const cache = ['.cache', 'ms-playwright'];
  const shell = ['chrome-headless-shell-linux64', 'chrome-headless-shell'];
  for (const name of ['chromium_headless_shell-999', 'chromium_headless_shell-1000', 'chromium_headless_shell-2000']) {
    await program(...cache, name, ...shell);
    if (!name.endsWith('2000')) await writeFile(path.join(home, ...cache, name, 'INSTALLATION_COMPLETE'), '');
  }
  await program('bin', 'chromium');
  expect(await locateBrowser({ machine })).toEqual({
    path: path.join(home, ...cache, 'chromium_headless_shell-1000', ...shell),
    kind: 'headless-shell',
    source: 'playwright',
  });
});

it('prefers an installed headless shell to a whole browser, whatever the order of the folders', async () => {
  machine = { ...machine, env: { ...machine.env, PATH: `${path.join(home, 'first')}:${path.join(home, 'bin')}` } };
  await program('first', 'chromium');
  const shell = await program('bin', 'chromium-headless-shell');
  expect(await locateBrowser({ machine })).toEqual({ path: shell, kind: 'headless-shell', source: 'system' });
});

it('looks into no relative folder of PATH', () => {
  const places = systemPlaces({ platform: 'linux', env: { PATH: 'node_modules/.bin:.::/opt/x' } });
  expect(places.every((place) => path.isAbsolute(place.path))).toBe(true);
  expect(places.map((place) => place.path)).toContain('/opt/x/chromium');
});

it('knows the usual places of macOS and Windows', () => {
  const mac = systemPlaces({ platform: 'darwin', env: {} }).map((place) => place.path);
  expect(mac).toContain('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome');
  const windows = systemPlaces({ platform: 'win32', env: { PROGRAMFILES: 'C:\\Program Files' } });
  expect(windows.map((place) => place.path)).toContain('C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe');
});

it('comes to the one from the package registry last', async () => {
  const packaged = packagedExecutable(machine);
  await program(path.relative(home, packaged));
  expect(await locateBrowser({ machine, systemPlaces: [] })).toMatchObject({ path: packaged, source: 'package' });
  const system = await program('other');
  expect(await locateBrowser({ machine, systemPlaces: [system] })).toMatchObject({ path: system, source: 'system' });
});

it('names what was tried and the command to run when there is none', async () => {
  const located = locateBrowser({ machine, systemPlaces: ['/nowhere/chromium'] });
  await expect(located).rejects.toMatchObject({
    code: 'BROWSER_MISSING',
    hint: expect.stringContaining('pageward setup'),
    details: { tried: ['/nowhere/chromium', packagedExecutable(machine)] },
  });
});
