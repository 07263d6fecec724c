import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { type Machine, privateBrowserFolder } from './browser-places.js';
import { shellQuote } from './launch-wrapper.js';
import { packagedExecutable } from './locate.js';
import { runCommand } from './run-command.js';
import { tarFiles } from './tar.js';

/** The newest of its kind for Node 20. Only the program is taken: its own launch switches turn the browser's walls off. */
const PACKAGE = '@sparticuz/chromium@147.0.0';
const INTEGRITY = '4ZKeAQQa8up2mt675qSitztLdbQrlf8BKdC5naeap+5Mv1OV1OlJdPoU+EJC/p5sQUJUQmN4r+q5+EhaaOUHpQ==';
const TIMEOUT_MS = 300_000;
const VERSION_TIMEOUT_MS = 15_000;

export interface PackageInstallOptions {
  readonly machine: Machine;
  /** Hears of every step of ours. */
  readonly onProgress: (line: string) => void;
  /** Hears every line that npm says. */
  readonly onOutput: (line: string) => void;
  readonly signal?: AbortSignal;
}

/** Whether there is a browser for this machine in the package registry. */
export function isPackageAvailable({ platform }: Machine): boolean {
  return platform === 'linux' && process.arch === 'x64';
}

/**
 * Takes a headless shell from the package registry into a private folder, where the look-up finds it. Needs no root.
 * Gives the reason when it cannot; rejects only with `signal.reason`.
 */
export async function installPackagedBrowser(options: PackageInstallOptions): Promise<string | undefined> {
  let working: string | undefined;
  try {
    const folder = privateBrowserFolder(options.machine);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // It may have been there, with wider rights.
    await chmod(folder, 0o700);
    working = await mkdtemp(path.join(folder, 'new-'));
    return await fetchAndUnpack(working, options);
  } catch (error) {
    options.signal?.throwIfAborted();
    return String(error);
  } finally {
    if (working !== undefined) await rm(working, { recursive: true, force: true });
  }
}

async function fetchAndUnpack(working: string, options: PackageInstallOptions): Promise<string | undefined> {
  options.onProgress(`fetching ${PACKAGE} from the package registry`);
  const { env } = options.machine;
  const packed = await runCommand(...npm(env, ['pack', PACKAGE, '--ignore-scripts', '--pack-destination', working]), {
    env,
    cwd: working,
    timeoutMs: TIMEOUT_MS,
    onLine: options.onOutput,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  if (!packed.ok) return packed.reason;
  const archive = await readFile(path.join(working, 'sparticuz-chromium-147.0.0.tgz'));
  if (createHash('sha512').update(archive).digest('base64') !== INTEGRITY) return 'the package is not the one we know';
  options.onProgress('unpacking it');
  const release = path.join(working, 'release');
  await unpack(await promisify(gunzip)(archive), release);
  return publish(release, options);
}

/** The command that is npm: the one that started us, when one did. */
function npm(env: Machine['env'], args: string[]): [command: string, args: string[]] {
  const script = env['npm_execpath'];
  return script?.endsWith('npm-cli.js') ? [process.execPath, [script, ...args]] : ['npm', args];
}

async function unpack(archive: Uint8Array, release: string): Promise<void> {
  await mkdir(release, { mode: 0o700 });
  const inflate = promisify(brotliDecompress);
  for (const { name, content } of tarFiles(archive)) {
    if (name === 'package/bin/chromium.br') await save(release, 'chromium', await inflate(content), 0o700);
    if (name === 'package/bin/al2023.tar.br') await unpackInto(path.join(release, 'lib'), await inflate(content));
    if (name === 'package/bin/fonts.tar.br') await unpackInto(path.join(release, 'fonts'), await inflate(content));
    if (name === 'package/bin/swiftshader.tar.br') await unpackInto(release, await inflate(content));
  }
}

/** Flat: only the last part of a name counts, so that no name can lead out of the folder. */
async function unpackInto(folder: string, archive: Uint8Array): Promise<void> {
  for (const { name, content } of tarFiles(archive)) await save(folder, path.posix.basename(name), content, 0o600);
}

async function save(folder: string, name: string, content: Uint8Array, mode: number): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(path.join(folder, name), content, { mode });
}

/** Puts the release in its place, with a script that starts it as this system needs it. */
async function publish(
  release: string,
  { machine, onProgress, signal }: PackageInstallOptions,
): Promise<string | undefined> {
  const home = path.join(privateBrowserFolder(machine), 'chromium-147');
  await rm(home, { recursive: true, force: true });
  await rename(release, home);
  const program = path.join(home, 'chromium');
  const limits = { timeoutMs: VERSION_TIMEOUT_MS, ...(signal === undefined ? {} : { signal }) };
  const settings: string[] = [];
  if (!(await runCommand(program, ['--version'], { ...limits, env: machine.env })).ok) {
    onProgress('this system lacks libraries that it needs: using those of the package');
    settings.push(`LD_LIBRARY_PATH=${shellQuote(path.join(home, 'lib'))}`, 'export LD_LIBRARY_PATH');
  }
  if (!(await hasFonts())) {
    await writeFile(path.join(home, 'fonts.conf'), fontsConfiguration(path.join(home, 'fonts')));
    settings.push(`FONTCONFIG_FILE=${shellQuote(path.join(home, 'fonts.conf'))}`, 'export FONTCONFIG_FILE');
  }
  const executable = packagedExecutable(machine);
  const script = ['#!/bin/sh', ...settings, `exec ${shellQuote(program)} "$@"`, ''].join('\n');
  await writeFile(executable, script, { mode: 0o700 });
  const tried = await runCommand(executable, ['--version'], { ...limits, env: machine.env });
  if (tried.ok) return undefined;
  await rm(executable, { force: true });
  return tried.reason;
}

async function hasFonts(): Promise<boolean> {
  return readFile('/etc/fonts/fonts.conf').then(
    () => true,
    () => false,
  );
}

function fontsConfiguration(folder: string): string {
  return `<?xml version="1.0"?><fontconfig><dir>${folder}</dir><cachedir>${folder}/cache</cachedir></fontconfig>\n`;
}
