import { createRequire } from 'node:module';
import path from 'node:path';
import { BrowserError } from '../base/errors.js';
import type { Machine } from './browser-places.js';
import { type BrowserDiagnosis, diagnoseBrowser } from './diagnose.js';
import { type LocateOptions, thisMachine } from './locate.js';
import { installPackagedBrowser, isPackageAvailable } from './packaged-browser.js';
import { type CommandResult, runCommand } from './run-command.js';

export interface InstallOptions {
  /** Called with a line for every step of ours, for the person who waits. */
  readonly onProgress?: (line: string) => void;
  /** Called with every line that an installer says. */
  readonly onOutput?: (line: string) => void;
  readonly locate?: LocateOptions;
  readonly signal?: AbortSignal;
}

export interface InstalledBrowser extends BrowserDiagnosis {
  /** How it came here; `present` when there was nothing to do. */
  readonly route: 'present' | RouteName;
}

type RouteName = 'playwright' | 'system' | 'package';

interface Setting {
  readonly machine: Machine;
  readonly onProgress: (line: string) => void;
  readonly onOutput: (line: string) => void;
  readonly signal?: AbortSignal;
}

/** One way to a browser. `run` gives the reason when it leads nowhere. */
interface Route {
  readonly name: RouteName;
  readonly title: string;
  readonly isOpen: (setting: Setting) => boolean;
  readonly run: (setting: Setting) => Promise<string | undefined>;
}

const ROUTES: readonly Route[] = [
  { name: 'playwright', title: "Playwright's own build", isOpen: () => true, run: fromPlaywright },
  { name: 'system', title: "the system's package", isOpen: isLinuxRoot, run: fromSystem },
  {
    name: 'package',
    title: 'one from the package registry',
    isOpen: ({ machine }) => isPackageAvailable(machine),
    run: installPackagedBrowser,
  },
];

/** A download that brings nothing for so long is not coming: many networks let only package registries through. */
const SILENCE_MS = 20_000;
const DOWNLOAD_TIMEOUT_MS = 300_000;
/** Lines kept of what installers say, the latest. */
const OUTPUT_LINES = 200;

/** The cheaper browser first. */
const PACKAGE_MANAGERS = [
  {
    program: 'apt-get',
    prepare: ['update'],
    install: ['install', '-y', '--no-install-recommends'],
    names: ['chromium-headless-shell', 'chromium'],
  },
  { program: 'dnf', prepare: [], install: ['install', '-y'], names: ['chromium-headless', 'chromium'] },
  { program: 'apk', prepare: [], install: ['add', '--no-cache'], names: ['chromium'] },
] as const;

/**
 * Gets a browser unless there is one that starts: Playwright's own build, else the system's package when root, else one
 * from the package registry into the user's cache.
 *
 * @throws BrowserError `BROWSER_MISSING` with why each way failed in `details.attempts`, and what the installers said in
 * `details.output`; `signal.reason`.
 */
export async function installBrowser(options: InstallOptions = {}): Promise<InstalledBrowser> {
  const machine = options.locate?.machine ?? thisMachine();
  const onProgress = options.onProgress ?? (() => undefined);
  const output: string[] = [];
  const onOutput = (line: string): void => {
    output.push(line);
    if (output.length > OUTPUT_LINES) output.shift();
    options.onOutput?.(line);
  };
  const { signal } = options;
  const setting = { machine, onProgress, onOutput, ...(signal === undefined ? {} : { signal }) };
  const attempts: string[] = [];
  const present = await startable(options, attempts);
  if (present !== undefined) return { ...present, route: 'present' };
  for (const route of ROUTES) {
    if (!route.isOpen(setting)) continue;
    onProgress(`trying ${route.title} …`);
    const fault = await route.run(setting);
    const found = fault === undefined ? await startable(options, attempts) : undefined;
    if (found !== undefined) return { ...found, route: route.name };
    const reason = fault ?? 'what it brought does not start';
    attempts.push(`${route.title}: ${reason}`);
    onProgress(`not available here: ${reason}`);
  }
  throw new BrowserError('No way led to a browser that starts', {
    code: 'BROWSER_MISSING',
    hint: 'Install Chromium or Chrome by hand and name it in PAGEWARD_BROWSER_PATH.',
    details: { attempts, output },
  });
}

async function startable(options: InstallOptions, attempts: string[]): Promise<BrowserDiagnosis | undefined> {
  options.signal?.throwIfAborted();
  try {
    return await diagnoseBrowser(options.locate === undefined ? {} : { locate: options.locate });
  } catch (error) {
    if (!(error instanceof BrowserError)) throw error;
    if (error.code !== 'BROWSER_MISSING') attempts.push(error.message);
    return undefined;
  }
}

async function fromPlaywright({ machine, onOutput, signal }: Setting): Promise<string | undefined> {
  const folder = path.dirname(createRequire(import.meta.url).resolve('playwright/package.json'));
  const args = [path.join(folder, 'cli.js'), 'install', '--only-shell', 'chromium'];
  const result = await runCommand(process.execPath, args, {
    env: { ...machine.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' },
    timeoutMs: DOWNLOAD_TIMEOUT_MS,
    silenceMs: SILENCE_MS,
    onLine: onOutput,
    ...(signal === undefined ? {} : { signal }),
  });
  return result.ok ? undefined : result.reason;
}

function isLinuxRoot({ machine }: Setting): boolean {
  return machine.platform === 'linux' && process.getuid?.() === 0;
}

async function fromSystem(setting: Setting): Promise<string | undefined> {
  let reason = 'none that we know is here';
  for (const { program, prepare, install, names } of PACKAGE_MANAGERS) {
    if (!(await run(setting, program, ['--version'])).ok) continue;
    if (prepare.length > 0) await run(setting, program, prepare);
    for (const name of names) {
      setting.onProgress(`installing ${name} with ${program}`);
      const installed = await run(setting, program, [...install, name]);
      if (installed.ok) return undefined;
      reason = installed.reason;
    }
  }
  return reason;
}

function run(setting: Setting, program: string, args: readonly string[]): Promise<CommandResult> {
  const { machine, onOutput, signal } = setting;
  return runCommand(program, args, {
    env: { ...machine.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeoutMs: DOWNLOAD_TIMEOUT_MS,
    onLine: onOutput,
    ...(signal === undefined ? {} : { signal }),
  });
}
