import type { BrowserContext } from 'playwright';
import { UsageError } from '../base/errors.js';
import type { EgressListener } from '../guard/egress-proxy.js';
import { carryRequests } from './carried-requests.js';
import type { DevtoolsTarget } from './devtools.js';
import type { DevtoolsSession } from './devtools-session.js';
import { firstOf } from './first-of.js';
import { enterFrame, evaluateIn } from './frame-world.js';
import { HeldRequests } from './held-requests.js';
import { deviceNamed, type RunningBrowser } from './launch.js';
import { pageDied } from './page-died.js';
import { PROXY_BYPASS } from './switches.js';
import type { Emulation, TabOptions } from './tab-options.js';

/** One page in a context of its own, whose every byte goes through a listener of its own. */
export interface Tab {
  readonly cdp: DevtoolsSession;
  /** For the life of the page, whatever session reads it. */
  readonly requests: HeldRequests;
  readonly listener: EgressListener;
  /** The main frame, the same for the life of the page. */
  readonly frameId: string;
  /** The browser's name for its context. */
  readonly browserContextId: string | undefined;
  /** Rejects with BrowserError `BROWSER_CRASHED` when the page or the browser dies; never resolves. */
  readonly died: Promise<never>;
  /** As far as is known: whether it can still be read with. */
  isAlive(): boolean;
  /** The same, with a look at the process that its traffic goes through. */
  checkAlive(): Promise<boolean>;
  /** Makes {@link died} reject with `reason`. */
  abandon(reason: Error): void;
  /** From here on pictures, fonts and film too are loaded, whatever `resources` says, until {@link renew}. */
  loadEverything(): Promise<void>;
  /** The same page for another read, with a DevTools session of its own in the place of this one, which ends. */
  renew(): Promise<Tab>;
  /** Ends the page, its context and its listener. */
  close(): Promise<void>;
}

/** It takes some milliseconds; but what is still to be said of a page that has said a lot comes before. */
const CLOSE_TIMEOUT_MS = 10_000;

/** It takes a millisecond. */
const LOOK_TIMEOUT_MS = 500;

/** Opens a page that has not been anywhere. Takes the listener over: it is closed with the tab, or when opening fails. */
export async function openTab(running: RunningBrowser, listener: EgressListener, options: TabOptions): Promise<Tab> {
  let context: BrowserContext | undefined;
  try {
    const device = options.device === undefined ? {} : await deviceNamed(options.device);
    const { userAgent } = options;
    // Looked at before the context is there: one that dies in between must count as another.
    const network = running.processes.networkNow();
    context = await running.browser.newContext({
      userAgent: running.userAgent,
      ...device,
      ...options.emulation,
      ...(userAgent === undefined ? {} : { userAgent }),
      proxy: { server: `http://127.0.0.1:${listener.port}`, bypass: PROXY_BYPASS },
      serviceWorkers: options.serviceWorkers ?? 'block',
      acceptDownloads: false,
      ignoreHTTPSErrors: options.insecureTls ?? false,
      ...(options.storageState === undefined ? {} : { storageState: options.storageState }),
    });
    return await prepare(context, listener, running, { ...options, network: await network });
  } catch (error) {
    await Promise.all([context?.close().catch(() => undefined), listener.close()]);
    if (!running.browser.isConnected()) throw pageDied(error);
    const isRefused = context === undefined && options.storageState !== undefined && !(error instanceof UsageError);
    throw isRefused ? sessionRefused() : error;
  }
}

async function prepare(
  context: BrowserContext,
  listener: EgressListener,
  running: RunningBrowser,
  options: TabOptions & { readonly network: number | undefined },
): Promise<Tab> {
  const page = await unlessEnded(running, context.newPage());
  const target = await running.devtools.target(page);
  // It needs the requests to answer whoever asks for a password.
  target.silenceForPlaywright({ requestsToo: options.emulation?.httpCredentials === undefined });
  // Before the session that reads, so that it is nearer the network: what it answers is read like any answer.
  await carryRequests(target, listener);
  const requests = await HeldRequests.open(target, options.resources === 'text');
  // A window that a page opens is never read; it would only cost.
  context.on('page', (popup) => void popup.close().catch(() => undefined));
  let alive = true;
  let die: (reason: Error) => void = () => undefined;
  const died = new Promise<never>((_, reject) => {
    die = (reason) => {
      alive = false;
      reject(reason);
    };
    page.once('crash', () => die(pageDied()));
    page.once('close', () => die(pageDied()));
  });
  // It may die while nobody is looking.
  died.catch(() => undefined);
  const isAlive = (): boolean =>
    alive && running.browser.isConnected() && running.processes.network === options.network;
  const withSession = async (): Promise<Tab> => {
    const { cdp, frameId } = await openSession(target, running, options);
    return {
      cdp,
      requests,
      listener,
      frameId,
      browserContextId: target.browserContextId,
      died,
      abandon: die,
      loadEverything: () => requests.change({ unread: false }),
      isAlive,
      checkAlive: async () => {
        // Whoever hangs carries nothing either; but that shows elsewhere.
        await firstOf(running.processes.networkNow(), LOOK_TIMEOUT_MS);
        return isAlive();
      },
      renew: async () => {
        const renewed = await withSession();
        // Playwright keeps what a page has said for as long as the page is there: up to 100 MB.
        const forgotten = [page.clearConsoleMessages(), page.clearPageErrors()];
        await Promise.all([cdp.detach(), requests.reset(), ...forgotten]);
        await presentAsOnline(renewed.cdp);
        return renewed;
      },
      close: async () => {
        await Promise.all([closeContext(context, running), listener.close()]);
      },
    };
  };
  const tab = await withSession();
  await presentAsOnline(tab.cdp);
  return tab;
}

/** A session of our own beside Playwright's: what it listens to and switches on ends with it. */
async function openSession(
  target: DevtoolsTarget,
  running: RunningBrowser,
  options: TabOptions,
): Promise<Pick<Tab, 'cdp' | 'frameId'>> {
  const cdp = await target.attach();
  const [{ frameTree }] = await Promise.all([
    cdp.send('Page.getFrameTree'),
    cdp.send('Page.enable'),
    cdp.send('Network.enable'),
    // A device is presented by Playwright, client hints and all.
    ...(options.userAgent === undefined && options.device === undefined
      ? [presentAsOrdinary(cdp, running, options.emulation)]
      : []),
  ]);
  return { cdp, frameId: frameTree.frame.id };
}

/** Playwright waits for ever for the page of a browser that dies in the middle of opening it. */
async function unlessEnded<T>({ browser }: RunningBrowser, value: Promise<T>): Promise<T> {
  let onEnded: () => void = () => undefined;
  const ended = new Promise<never>((_, reject) => {
    onEnded = () => reject(pageDied());
    browser.once('disconnected', onEnded);
  });
  try {
    return await Promise.race([value, ended]);
  } finally {
    browser.off('disconnected', onEnded);
  }
}

/** A browser that does not even do that would keep every read to come waiting. */
async function closeContext(context: BrowserContext, running: RunningBrowser): Promise<void> {
  const closed = context.close().then(
    () => true,
    () => true,
  );
  if ((await firstOf(closed, CLOSE_TIMEOUT_MS)) === undefined) await running.close();
}

/**
 * In a jail there is only a loopback interface, so that the browser believes itself offline, and pages that ask say so
 * instead of loading. This changes what it says and nothing else; a latency of none would be no override.
 *
 * The end of any DevTools session with the page takes it back, so that no other may end after this.
 */
async function presentAsOnline(cdp: DevtoolsSession): Promise<void> {
  const state = { offline: false, latency: 1, downloadThroughput: -1, uploadThroughput: -1 };
  // Browsers before 2025 do not know the command.
  await cdp.send('Network.overrideNetworkState', state).catch(() => undefined);
}

/** The client hints say "HeadlessChrome" where the user agent no longer does; a browser that disagrees with itself is shut out. */
async function presentAsOrdinary(
  cdp: DevtoolsSession,
  running: RunningBrowser,
  { locale, isMobile = false }: Emulation = {},
): Promise<void> {
  const [, fullVersion = ''] = running.product.split('/');
  const [version = ''] = fullVersion.split('.');
  const brands = [
    { brand: 'Chromium', version },
    { brand: 'Not:A-Brand', version: '24' },
  ];
  await cdp.send('Emulation.setUserAgentOverride', {
    userAgent: running.userAgent,
    ...(locale === undefined ? {} : { acceptLanguage: locale }),
    userAgentMetadata: {
      brands,
      platform: platformName(),
      platformVersion: '',
      architecture: '',
      model: '',
      mobile: isMobile,
    },
  });
}

function platformName(): string {
  if (process.platform === 'darwin') return 'macOS';
  return process.platform === 'win32' ? 'Windows' : 'Linux';
}

/** Without its cause, which may quote the session. */
function sessionRefused(): UsageError {
  return new UsageError('storageState or cookies: the browser does not take this session', {
    code: 'INVALID_OPTION',
    hint: 'Look for a cookie that breaks the rules of its name, or save the session anew.',
    details: { option: 'storageState' },
  });
}

/**
 * Evaluates in our own world of the page's document, out of reach of the page's scripts.
 *
 * @throws when the expression does, or when the document goes away meanwhile.
 */
export async function evaluateApart({ cdp, frameId }: Tab, expression: string): Promise<unknown> {
  return (await enterFrame(cdp, frameId)).evaluate(expression);
}

/** Evaluates in the page's own world, or in that of `contextId`. Throws as {@link evaluateApart} does. */
export async function evaluate({ cdp }: Tab, expression: string, contextId?: number): Promise<unknown> {
  return (await evaluateIn(cdp, expression, { contextId })).value;
}
