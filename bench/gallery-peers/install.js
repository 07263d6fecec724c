import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { installPackages } from '../install-packages.js';

const NPM = ['crawlee@3.18.1', 'playwright@1.65.1', 'fetcher-mcp@0.3.9'];
const PYPI = ['crawl4ai==0.9.5'];

/**
 * Installs the peers once, into a folder of their own, and shows every Playwright among them the one browser binary.
 *
 * @param {string} browserPath
 * @returns {{ folder: string, browserPath: string, python?: string, env: Record<string, string> }}
 */
export function installPeers(browserPath) {
  const folder =
    process.env.GALLERY_PEERS_FOLDER ?? path.join(os.tmpdir(), `pageward-peers-${process.getuid?.() ?? ''}`);
  const browsers = path.join(folder, 'browsers');
  const env = {
    PLAYWRIGHT_BROWSERS_PATH: browsers,
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
    CRAWLEE_STORAGE_DIR: path.join(folder, 'storage'),
    CRAWL4_AI_BASE_DIRECTORY: folder,
    CRAWL4AI_NO_CLOUD_NOTICE: '1',
  };
  // An install script of theirs downloads a browser, whatever the variable above says.
  const quiet = { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...env } };
  installPackages(folder, NPM, quiet.env);
  const manifests = [path.join(folder, 'node_modules/playwright-core/browsers.json')];
  const python = installPython(folder, quiet);
  if (python !== undefined) {
    const find = 'import playwright, patchright; print(playwright.__path__[0]); print(patchright.__path__[0])';
    const places = execFileSync(python, ['-c', find], { encoding: 'utf8' }).trim().split('\n');
    manifests.push(...places.map((place) => path.join(place, 'driver/package/browsers.json')));
  }
  for (const manifest of manifests) offerBrowser(browsers, { manifest, browserPath });
  return { folder, browserPath, env, ...(python === undefined ? {} : { python }) };
}

function installPython(folder, quiet) {
  const python = path.join(folder, 'venv/bin/python');
  if (existsSync(python)) return python;
  if (spawnSync('python3', ['-c', 'import venv, ensurepip']).status !== 0) return undefined;
  execFileSync('python3', ['-m', 'venv', path.join(folder, 'venv')], quiet);
  execFileSync(python, ['-m', 'pip', 'install', '--quiet', ...PYPI], quiet);
  return python;
}

/** Puts a program that starts `browserPath` where a Playwright with this manifest looks for its own builds. */
function offerBrowser(browsers, { manifest, browserPath }) {
  const { browsers: builds } = JSON.parse(readFileSync(manifest, 'utf8'));
  const arch = process.arch === 'arm64' ? 'linux-arm64' : 'linux64';
  const places = {
    chromium: [`chrome-${arch}`, 'chrome'],
    'chromium-headless-shell': [`chrome-headless-shell-${arch}`, 'chrome-headless-shell'],
  };
  for (const { name, revision } of builds) {
    if (places[name] === undefined) continue;
    const file = path.join(browsers, `${name.replaceAll('-', '_')}-${revision}`, ...places[name]);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `#!/bin/sh\nexec '${browserPath}' "$@"\n`);
    chmodSync(file, 0o755);
  }
}
