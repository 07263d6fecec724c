import { constants } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { BrowserError } from '../base/errors.js';
import {
  type BrowserPlace,
  type BrowserSource,
  type Machine,
  playwrightExecutables,
  playwrightFolder,
  privateBrowserFolder,
  systemPlaces,
} from './browser-places.js';

/** A browser that can be launched. */
export interface LocatedBrowser {
  readonly path: string;
  /** A headless shell is only the content layer: cheaper, no managed policies, no start-up traffic. */
  readonly kind: 'headless-shell' | 'chromium';
  readonly source: BrowserSource;
}

export interface LocateOptions {
  /** An executable to use whatever else is there. */
  readonly browserPath?: string;
  /** Default: this machine. */
  readonly machine?: Machine;
  /** Stands in for the usual places of installed browsers. */
  readonly systemPlaces?: readonly string[];
}

/**
 * Finds a Chromium-family browser: the option, `PAGEWARD_BROWSER_PATH`, Playwright's own build, the usual names and
 * places of installed ones, then what `pageward setup` took from the package registry. Only looks at files: cheap, and
 * nothing is started.
 *
 * @throws BrowserError `BROWSER_MISSING` with the places tried in `details.tried`; also when a browser was named and is
 * not there (another one than the operator chose would be a surprise).
 */
export async function locateBrowser(options: LocateOptions = {}): Promise<LocatedBrowser> {
  const machine = options.machine ?? thisMachine();
  const named = namedPlace(options, machine);
  if (named !== undefined) {
    if (await isExecutable(named.path)) return located(named);
    const origin = named.source === 'option' ? 'the browser path option' : 'PAGEWARD_BROWSER_PATH';
    throw missing(`No executable browser at ${named.path}, which ${origin} names`, [named.path]);
  }
  const places = await usualPlaces(options, machine);
  for (const place of places) {
    if (await isExecutable(place.path)) return located(place);
  }
  throw missing(
    'No browser was found on this machine',
    places.map((place) => place.path),
  );
}

/** This machine, for the look-up. */
export function thisMachine(): Machine {
  return { platform: process.platform, env: process.env };
}

/** Where `pageward setup` puts the executable that it takes from the package registry. */
export function packagedExecutable(machine: Machine): string {
  return path.join(privateBrowserFolder(machine), 'headless_shell');
}

function namedPlace(options: LocateOptions, machine: Machine): BrowserPlace | undefined {
  if (options.browserPath !== undefined) return { path: options.browserPath, source: 'option' };
  const fromEnvironment = machine.env['PAGEWARD_BROWSER_PATH'];
  return fromEnvironment ? { path: fromEnvironment, source: 'environment' } : undefined;
}

async function usualPlaces(options: LocateOptions, machine: Machine): Promise<BrowserPlace[]> {
  const system = options.systemPlaces?.map((file): BrowserPlace => ({ path: file, source: 'system' }));
  return [
    ...(await playwrightPlaces(machine)),
    ...(system ?? systemPlaces(machine)),
    { path: packagedExecutable(machine), source: 'package' },
  ];
}

async function playwrightPlaces(machine: Machine): Promise<BrowserPlace[]> {
  const root = playwrightFolder(machine);
  const names = await readdir(root).catch(() => []);
  const revision = (name: string) => Number(name.slice(name.lastIndexOf('-') + 1));
  const newestFirst = (prefix: string) =>
    names.filter((name) => new RegExp(`^${prefix}-\\d+$`).test(name)).sort((a, b) => revision(b) - revision(a));
  const places: BrowserPlace[] = [];
  for (const name of [...newestFirst('chromium_headless_shell'), ...newestFirst('chromium')]) {
    const folder = path.join(root, name);
    // Without this marker the download broke off.
    if (!(await exists(path.join(folder, 'INSTALLATION_COMPLETE')))) continue;
    places.push(...playwrightExecutables(folder).map((file): BrowserPlace => ({ path: file, source: 'playwright' })));
  }
  return places;
}

function located({ path: file, source }: BrowserPlace): LocatedBrowser {
  return { path: file, kind: /headless[-_]shell/i.test(path.basename(file)) ? 'headless-shell' : 'chromium', source };
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

function missing(message: string, tried: readonly string[]): BrowserError {
  return new BrowserError(message, {
    code: 'BROWSER_MISSING',
    hint: 'Run `npx pageward setup` to get one, or name one in PAGEWARD_BROWSER_PATH.',
    details: { tried },
  });
}
