import { existsSync } from 'node:fs';
import path from 'node:path';
import { systemPlaces } from '#src/browser/browser-places.js';
import { thisMachine } from '#src/browser/locate.js';

export interface InstalledBrowser {
  readonly name: 'the headless shell' | 'full Chromium';
  readonly browserPath: string;
}

/** The first of each kind on this machine; `PAGEWARD_TEST_CHROMIUM` names a full Chromium that lies elsewhere. */
export function installedBrowsers(): InstalledBrowser[] {
  const named = process.env['PAGEWARD_TEST_CHROMIUM'];
  const found = [
    ...(named === undefined ? [] : [named]),
    ...systemPlaces(thisMachine()).map((place) => place.path),
  ].filter((file) => existsSync(file));
  const isShell = (file: string) => /headless[-_]shell/.test(path.basename(file));
  const shell = found.find(isShell);
  const full = found.find((file) => !isShell(file));
  return [
    ...(shell === undefined ? [] : [{ name: 'the headless shell', browserPath: shell } as const]),
    ...(full === undefined ? [] : [{ name: 'full Chromium', browserPath: full } as const]),
  ];
}
