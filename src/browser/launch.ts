import type { Browser, BrowserContextOptions } from 'playwright';
import { BrowserError, messageOf, UsageError } from '../base/errors.js';
import { browserEnvironment } from './browser-environment.js';
import { BrowserProcesses } from './browser-processes.js';
import { Devtools } from './devtools.js';
import { type Launched, launchOnPipe } from './devtools-pipe.js';
import { firstOf } from './first-of.js';
import { AS_ORDINARY_USER, type Jail } from './jail.js';
import { launchWrapper } from './launch-wrapper.js';
import type { LocatedBrowser } from './locate.js';
import type { SandboxMode } from './sandbox-mode.js';
import {
  commandLineFaults,
  disableFeatures,
  foreignDisabledFeatures,
  GUARD_SWITCHES,
  PLAYWRIGHT_DISABLED_FEATURES,
  PROXY_BYPASS,
  READING_SWITCHES,
  UNWANTED_SWITCHES,
} from './switches.js';

const CLOSE_TIMEOUT_MS = 5_000;

export interface LaunchOptions {
  readonly located: LocatedBrowser;
  /** The guard's listener that refuses everything: the proxy of all traffic that belongs to no context. */
  readonly proxyPort: number;
  readonly sandbox: SandboxMode;
  /** Where to start it. The proxy's listeners are in there too. */
  readonly jail?: Jail | undefined;
  /** Laid over what of our own environment may pass. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly timeoutMs: number;
}

/** A browser that was seen to run as it was asked to. */
export interface RunningBrowser {
  readonly browser: Browser;
  readonly devtools: Devtools;
  /** `Chrome/156.0.1.2`, without "Headless". */
  readonly product: string;
  /** The browser's own, without "Headless". */
  readonly userAgent: string;
  readonly sandboxed: boolean;
  readonly pid: number | undefined;
  readonly processes: BrowserProcesses;
  readonly warnings: readonly string[];
  /** Resolves when it has ended, asked or not. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a browser locked into the guard, its sandbox on, and looks at its live command line before anyone may use it.
 * It is driven through a pipe: it ends when this process does, however that ends.
 *
 * @throws BrowserError `BROWSER_LAUNCH` when it does not start, or not as asked.
 */
export async function launchBrowser(options: LaunchOptions): Promise<RunningBrowser> {
  if (options.sandbox === 'off') return launchAs(options, false);
  try {
    return await launchAs(options, true);
  } catch (error) {
    if (options.sandbox === 'required' || sandboxFault(error) === undefined) throw error;
    const running = await launchAs(options, false);
    const warning = `The browser runs without its own sandbox, which did not start here (${sandboxFault(error)}).`;
    return { ...running, warnings: [warning] };
  }
}

async function launchAs(options: LaunchOptions, sandboxed: boolean): Promise<RunningBrowser> {
  const first = await start(options, sandboxed, PLAYWRIGHT_DISABLED_FEATURES);
  try {
    return await verify(first, options, sandboxed);
  } catch (error) {
    await first.launched.close();
    if (!(error instanceof OtherFeatures)) throw error;
    const second = await start(options, sandboxed, error.features);
    return await verify(second, options, sandboxed).catch(async (fault) => {
      await second.launched.close();
      throw fault instanceof OtherFeatures
        ? launchFailure(options, 'its disabled features could not be merged')
        : fault;
    });
  }
}

/** Playwright's own `--disable-features` is not the one we know. */
class OtherFeatures extends Error {
  readonly features: readonly string[];
  constructor(features: readonly string[]) {
    super('another --disable-features');
    this.features = features;
  }
}

async function start(
  options: LaunchOptions,
  sandboxed: boolean,
  features: readonly string[],
): Promise<Launched<Browser>> {
  const { chromium } = await import('playwright');
  const words = wordsBefore(sandboxed, options.jail);
  const wrapper = words.length > 0 ? await launchWrapper(words, options.located.path) : undefined;
  const server = `http://127.0.0.1:${options.proxyPort}`;
  const launch = (): Promise<Browser> =>
    chromium.launch({
      executablePath: wrapper?.path ?? options.located.path,
      chromiumSandbox: sandboxed,
      proxy: { server, bypass: PROXY_BYPASS },
      ignoreDefaultArgs: [`--disable-features=${features.join(',')}`, ...UNWANTED_SWITCHES.map(({ text }) => text)],
      args: [...[...GUARD_SWITCHES, ...READING_SWITCHES].map((entry) => entry.text), disableFeatures(features)],
      env: { ...browserEnvironment(process.env), ...options.env },
      timeout: options.timeoutMs,
      // The program that uses us owns its signals. The browser ends with the pipe.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
  try {
    return await launchOnPipe(`--proxy-server=${server}`, launch);
  } catch (error) {
    throw launchFailure(options, firstLine(error), error);
  } finally {
    await wrapper?.remove();
  }
}

/** What the browser's command line is to be preceded by. */
function wordsBefore(sandboxed: boolean, jail: Jail | undefined): readonly string[] {
  // Chromium refuses its sandbox to root, whose namespaces it cannot build; and in the jail everybody is root.
  const isRoot = jail !== undefined || (process.platform === 'linux' && process.getuid?.() === 0);
  return [...(jail?.enter ?? []), ...(sandboxed && isRoot ? AS_ORDINARY_USER : [])];
}

async function verify(
  { launched: browser, router }: Launched<Browser>,
  options: LaunchOptions,
  sandboxed: boolean,
): Promise<RunningBrowser> {
  const session = await browser.newBrowserCDPSession();
  const processes = new BrowserProcesses(session);
  const [{ commandLine }, running, version] = await Promise.all([
    session.send('SystemInfo.getInfo'),
    processes.look(),
    session.send('Browser.getVersion'),
  ]);
  const others = foreignDisabledFeatures(commandLine);
  if (others !== undefined) throw new OtherFeatures(others);
  const faults = commandLineFaults(commandLine, { proxyPort: options.proxyPort, sandboxed });
  const pid = running.find(({ type }) => type === 'browser')?.id;
  if (options.jail && !(pid !== undefined && (await options.jail.holds(pid)))) faults.push('it is not in its jail');
  if (faults.length > 0) throw launchFailure(options, `it did not start as asked: ${faults.join('; ')}`);
  return {
    browser,
    devtools: new Devtools(session, router),
    product: version.product.replace('Headless', ''),
    userAgent: version.userAgent.replace('Headless', ''),
    sandboxed,
    pid,
    processes,
    warnings: [],
    ended: endOf(browser),
    close: () => closeBrowser(browser, pid),
  };
}

/**
 * What Playwright knows of a device.
 *
 * @throws UsageError `INVALID_OPTION` when it does not know it.
 */
export async function deviceNamed(name: string): Promise<BrowserContextOptions> {
  const { devices } = await import('playwright');
  const found = Object.hasOwn(devices, name) ? devices[name] : undefined;
  if (found !== undefined) {
    const { defaultBrowserType: _, ...device } = found;
    return device;
  }
  throw new UsageError(`device: ${JSON.stringify(name)} is not one that Playwright knows`, {
    code: 'INVALID_OPTION',
    hint: 'Give a name from its list of devices, such as "Pixel 5" or "Desktop Chrome".',
    details: { option: 'device' },
  });
}

function endOf(browser: Browser): Promise<void> {
  return new Promise((resolve) => {
    if (!browser.isConnected()) resolve();
    browser.once('disconnected', () => resolve());
  });
}

/** Asks it to end, and ends it when it does not. */
async function closeBrowser(browser: Browser, pid: number | undefined): Promise<void> {
  const closed = browser.close().then(() => true);
  if ((await firstOf(closed, CLOSE_TIMEOUT_MS)) || pid === undefined) return;
  process.kill(pid, 'SIGKILL');
  await closed;
}

function launchFailure(options: LaunchOptions, reason: string, cause?: unknown): BrowserError {
  return new BrowserError(`The browser ${options.located.path} did not start: ${reason}`, {
    code: 'BROWSER_LAUNCH',
    hint: 'Run `npx pageward doctor` to see what is wrong with it.',
    details: { path: options.located.path, source: options.located.source },
    cause,
  });
}

/** What the browser or the wrapper said about the sandbox, if that was the reason. */
function sandboxFault(error: unknown): string | undefined {
  const cause = error instanceof BrowserError ? error.cause : undefined;
  if (!(cause instanceof Error)) return undefined;
  const said = cause.message.split('\n').filter((line) => !line.includes(' --'));
  return said
    .find((line) => /unshare|namespace|sandbox/i.test(line))
    ?.replace(/^.*\[err\] /, '')
    .trim();
}

function firstLine(error: unknown): string {
  return messageOf(error).split('\n', 1)[0] ?? '';
}
