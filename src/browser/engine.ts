import { BrowserError } from '../base/errors.js';
import { LIMITS } from '../base/limits.js';
import { createEgressProxy, type EgressProxy } from '../guard/egress-proxy.js';
import type { Guard } from '../guard/guard.js';
import { packageBundled } from '../guard/own-file.js';
import type { TlsTrust } from '../guard/tls-client.js';
import { isRewritten } from '../page/page-script.js';
import { snapshotDocument } from '../page/snapshot-script.js';
import { type Jail, type JailMode, openJail } from './jail.js';
import { launchBrowser, type RunningBrowser } from './launch.js';
import type { LocatedBrowser } from './locate.js';
import { watchRendererMemory } from './renderer-memory.js';
import type { SandboxMode } from './sandbox-mode.js';
import { assureGuarded } from './self-test.js';
import { openTrustStore, type TrustStore } from './trust-store.js';

export interface EngineOptions {
  readonly guard: Guard;
  readonly located: LocatedBrowser;
  readonly jail: JailMode;
  readonly sandbox: SandboxMode;
  /** `caBundle` is PEM text here. */
  readonly tls?: TlsTrust;
}

/** A browser, the proxy that it is locked into, and the jail around it where there is one. */
export interface Engine {
  readonly proxy: EgressProxy;
  readonly running: RunningBrowser;
  readonly jailed: boolean;
  /** Why it is not in a jail although it should be, with the cure as the hint. */
  readonly jailFault: BrowserError | undefined;
  readonly warnings: readonly string[];
  isAlive(): boolean;
  /** Resolves when it can open no more pages, asked or not; the rest of it then ends by itself. */
  readonly ended: Promise<void>;
  /** Ends all of it. May be called again. */
  close(): Promise<void>;
}

const LAUNCH_TIMEOUT_MS = 20_000;

/**
 * Starts a browser that can reach nothing but the guard.
 *
 * @throws BrowserError `BROWSER_LAUNCH` or `GUARD_SELFTEST`; UsageError `PACKAGE_BUNDLED`
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  // A page would know nothing of what the code was made to call, and come back as one that cannot be read.
  if (isRewritten(snapshotDocument)) throw packageBundled('what it sends to pages does not run there');
  const trust = await openTrustStore(options.tls?.caBundle, process.env);
  try {
    return await startJailedOrNot({ ...options, trust });
  } catch (error) {
    await trust.close();
    throw error;
  }
}

type TrustingOptions = EngineOptions & { readonly trust: TrustStore };

async function startJailedOrNot(options: TrustingOptions): Promise<Engine> {
  if (options.jail === 'off' || (options.jail === 'auto' && process.platform !== 'linux')) return startIn(options);
  try {
    return await startJailed(options);
  } catch (fault) {
    if (options.jail === 'required' || !(fault instanceof BrowserError) || fault.code === 'GUARD_SELFTEST') throw fault;
    return await startIn(options, undefined, fault);
  }
}

async function startJailed(options: TrustingOptions): Promise<Engine> {
  const jail = await openJail();
  try {
    return await startIn(options, jail);
  } catch (error) {
    await jail.bridge.close();
    throw error;
  }
}

async function startIn(
  { guard, located, sandbox, tls = {}, trust }: TrustingOptions,
  jail?: Jail,
  jailFault?: BrowserError,
): Promise<Engine> {
  const proxy = await createEgressProxy({ guard, bridge: jail?.bridge, tls });
  const launch = {
    located,
    proxyPort: proxy.refuseAllPort,
    sandbox,
    jail,
    env: trust.env,
    timeoutMs: LAUNCH_TIMEOUT_MS,
  };
  const running = await launchBrowser(launch).catch(async (error: unknown) => {
    await proxy.close();
    throw error;
  });
  try {
    await assureGuarded(running, { located, proxy, jailed: jail !== undefined });
    await watchRendererMemory(running, LIMITS.rendererBytes);
  } catch (error) {
    await closeInTurn([running, proxy]);
    throw error;
  }
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= closeInTurn([running, proxy, ...(jail ? [jail.bridge] : []), trust]);
    return closing;
  };
  const ended = Promise.race([running.ended, ...(jail ? [jail.bridge.ended] : [])]);
  // Whoever closes it by hand hears when that fails; nobody can do anything about it here.
  void ended.then(close).catch(() => undefined);
  const isAlive = (): boolean => running.browser.isConnected() && (jail?.bridge.isAlive() ?? true);
  const warnings = [...running.warnings, ...trust.warnings, ...(jailFault ? [warningOf(jailFault)] : [])];
  return { proxy, running, jailed: jail !== undefined, jailFault, warnings, isAlive, ended, close };
}

/** The browser first: a port given back while it lives could be taken by another process. */
async function closeInTurn([first, ...rest]: readonly { close(): Promise<void> }[]): Promise<void> {
  try {
    await first?.close();
  } finally {
    if (rest.length > 0) await closeInTurn(rest);
  }
}

function warningOf({ message, hint = '' }: BrowserError): string {
  return `The browser runs without its jail. ${message}. ${hint}`.trim();
}
