import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Installs packages of npm into a folder of their own, once, without running what they want to run.
 *
 * @param {string} folder
 * @param {readonly string[]} packages each with its version
 * @param {NodeJS.ProcessEnv} env
 */
export function installPackages(folder, packages, env = process.env) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (existsSync(path.join(folder, 'node_modules'))) return;
  writeFileSync(path.join(folder, 'package.json'), '{"private":true}');
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  });
}
