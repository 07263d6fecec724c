import { homedir } from 'node:os';
import path from 'node:path';

/** Where a browser was found, in the order of looking. */
export type BrowserSource = 'option' | 'environment' | 'playwright' | 'system' | 'package';

/** A path at which a browser may lie. */
export interface BrowserPlace {
  readonly path: string;
  readonly source: BrowserSource;
}

/** The machine as the look-up sees it; a test describes another one. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

// Headless shells first: about a third of full Chromium's cost per page, and they ignore managed policies, of which one
// (ProxySettings) silently overrides the proxy the browser is locked into.
const SYSTEM_NAMES = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
];
const LINUX_FOLDERS = ['/usr/local/bin', '/usr/bin', '/bin'];
const LINUX_FILES = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/headless-shell/headless-shell',
  '/usr/lib/chromium/chromium',
  '/usr/lib/chromium-browser/chromium-browser',
  '/opt/google/chrome/chrome',
  '/opt/microsoft/msedge/msedge',
  '/snap/bin/chromium',
];
const MAC_FILES = [
  'Chromium.app/Contents/MacOS/Chromium',
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];
const WINDOWS_FILES = [
  ['Chromium', 'Application', 'chrome.exe'],
  ['Google', 'Chrome', 'Application', 'chrome.exe'],
  ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
];

/** Every place where an installed browser usually lies, best first. */
export function systemPlaces(machine: Machine): BrowserPlace[] {
  return systemPaths(machine).map((found) => ({ path: found, source: 'system' }));
}

function systemPaths({ platform, env }: Machine): string[] {
  if (platform === 'win32') {
    const roots = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']].filter(isAbsolute);
    return WINDOWS_FILES.flatMap((file) => roots.map((root) => path.win32.join(root, ...file)));
  }
  // A relative entry of PATH would run whatever lies in the current folder.
  const searched = (env['PATH'] ?? '').split(':').filter(isAbsolute);
  const folders = [...new Set(platform === 'linux' ? [...searched, ...LINUX_FOLDERS] : searched)];
  const named = SYSTEM_NAMES.flatMap((name) => folders.map((folder) => path.posix.join(folder, name)));
  if (platform === 'linux') return [...named, ...LINUX_FILES];
  const applications = ['/Applications', path.posix.join(homedir(), 'Applications')];
  return [...named, ...MAC_FILES.flatMap((file) => applications.map((folder) => path.posix.join(folder, file)))];
}

function isAbsolute(folder: string | undefined): folder is string {
  return folder !== undefined && (path.posix.isAbsolute(folder) || path.win32.isAbsolute(folder));
}

/** The folder in which `playwright install` keeps its browsers. */
export function playwrightFolder({ platform, env }: Machine): string {
  const own = env['PLAYWRIGHT_BROWSERS_PATH'];
  return own !== undefined && own !== '' && own !== '0'
    ? own
    : path.join(userCacheFolder({ platform, env }), 'ms-playwright');
}

/** Executables inside one of Playwright's browser folders, present and past layouts. */
export function playwrightExecutables(browserFolder: string): string[] {
  const shells = ['linux64', 'linux-arm64', 'mac-x64', 'mac-arm64', 'win64'].flatMap((build) => [
    [`chrome-headless-shell-${build}`, build === 'win64' ? 'chrome-headless-shell.exe' : 'chrome-headless-shell'],
  ]);
  const mac = ['Google Chrome for Testing.app', 'Contents', 'MacOS', 'Google Chrome for Testing'];
  return [
    ...shells,
    ['chrome-linux', 'headless_shell'],
    ['chrome-linux64', 'chrome'],
    ['chrome-linux-arm64', 'chrome'],
    ['chrome-linux', 'chrome'],
    ['chrome-mac-x64', ...mac],
    ['chrome-mac-arm64', ...mac],
    ['chrome-win64', 'chrome.exe'],
  ].map((parts) => path.join(browserFolder, ...parts));
}

/** Pageward's private folder for a browser from the package registry. Never the shared temporary folder: others write there. */
export function privateBrowserFolder(machine: Machine): string {
  return path.join(userCacheFolder(machine), 'pageward', 'browser');
}

/** Where it is noted which browsers have passed the self-test. */
export function selfTestFolder(machine: Machine): string {
  return path.join(userCacheFolder(machine), 'pageward', 'self-test');
}

function userCacheFolder({ platform, env }: Machine): string {
  if (platform === 'win32') return env['LOCALAPPDATA'] ?? path.join(homedir(), 'AppData', 'Local');
  if (platform === 'darwin') return path.join(env['HOME'] ?? homedir(), 'Library', 'Caches');
  const xdg = env['XDG_CACHE_HOME'];
  return xdg !== undefined && path.isAbsolute(xdg) ? xdg : path.join(env['HOME'] ?? homedir(), '.cache');
}
