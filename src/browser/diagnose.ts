import { createEgressProxy } from '../guard/egress-proxy.js';
import { createGuard } from '../guard/guard.js';
import { launchBrowser, type SandboxMode } from './launch.js';
import { type LocatedBrowser, type LocateOptions, locateBrowser } from './locate.js';
import { selfTest } from './self-test.js';

/** A browser that was found, and seen to start as the guard needs it. */
export interface BrowserDiagnosis {
  readonly located: LocatedBrowser;
  /** `Chrome/156.0.1.2` */
  readonly product: string;
  readonly sandboxed: boolean;
  readonly startMs: number;
  /** How long our own page took to try, and fail, to get past the guard. */
  readonly selfTestMs: number;
  readonly warnings: readonly string[];
}

export interface DiagnoseOptions {
  readonly locate?: LocateOptions;
  readonly sandbox?: SandboxMode;
}

const TIMEOUT_MS = 20_000;

/**
 * Finds the browser and starts it once, as a reader would; it loads nothing but the self-test's page.
 *
 * @throws BrowserError `BROWSER_MISSING`, `BROWSER_LAUNCH` or `GUARD_SELFTEST`.
 */
export async function diagnoseBrowser(options: DiagnoseOptions = {}): Promise<BrowserDiagnosis> {
  const located = await locateBrowser(options.locate);
  const started = performance.now();
  const proxy = await createEgressProxy({ guard: createGuard() });
  try {
    const running = await launchBrowser({
      located,
      proxyPort: proxy.refuseAllPort,
      sandbox: options.sandbox ?? 'auto',
      timeoutMs: TIMEOUT_MS,
    });
    const { product, sandboxed, warnings } = running;
    const startMs = Math.round(performance.now() - started);
    try {
      await selfTest(running, proxy);
    } finally {
      await running.close();
    }
    const selfTestMs = Math.round(performance.now() - started) - startMs;
    return { located, product, sandboxed, startMs, selfTestMs, warnings };
  } finally {
    await proxy.close();
  }
}
