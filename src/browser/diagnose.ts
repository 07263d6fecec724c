import type { BrowserError } from '../base/errors.js';
import { createGuard } from '../guard/guard.js';
import { startEngine } from './engine.js';
import type { JailMode } from './jail.js';
import { type LocatedBrowser, type LocateOptions, locateBrowser } from './locate.js';
import type { SandboxMode } from './sandbox-mode.js';
import { selfTest } from './self-test.js';

/** A browser that was found, and seen to start as the guard needs it. */
export interface BrowserDiagnosis {
  readonly located: LocatedBrowser;
  /** `Chrome/156.0.1.2` */
  readonly product: string;
  readonly sandboxed: boolean;
  readonly jailed: boolean;
  /** Why it is not in a jail although it should be, with the cure as the hint. */
  readonly jailFault: BrowserError | undefined;
  readonly startMs: number;
  /** How long our own page took to try, and fail, to get past the guard. */
  readonly selfTestMs: number;
  readonly warnings: readonly string[];
}

export interface DiagnoseOptions {
  readonly locate?: LocateOptions;
  readonly sandbox?: SandboxMode;
  readonly jail?: JailMode;
}

/**
 * Finds the browser and starts it once, as a reader would; it loads nothing but the self-test's page.
 *
 * @throws BrowserError `BROWSER_MISSING`, `BROWSER_LAUNCH` or `GUARD_SELFTEST`.
 */
export async function diagnoseBrowser(options: DiagnoseOptions = {}): Promise<BrowserDiagnosis> {
  const located = await locateBrowser(options.locate);
  const started = performance.now();
  const { jail = 'auto', sandbox = 'auto' } = options;
  const engine = await startEngine({ guard: createGuard(), located, jail, sandbox });
  const { proxy, running, jailed, jailFault, warnings } = engine;
  const { product, sandboxed } = running;
  const startMs = Math.round(performance.now() - started);
  try {
    // Passed before, most likely; here it is to be seen.
    await selfTest(running, { proxy, jailed });
  } finally {
    await engine.close();
  }
  const selfTestMs = Math.round(performance.now() - started) - startMs;
  return { located, product, sandboxed, jailed, jailFault, startMs, selfTestMs, warnings };
}
