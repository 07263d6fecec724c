import type { Readiness } from '../page/page.js';
import type { PageWatcher } from './page-watcher.js';
import { takesRealTime } from './settle-observation.js';
import type { SettleSettings } from './settle-patience.js';
import { judgeSettle, SECOND_RUN_MS } from './settle-verdict.js';

/**
 * Waits until the page is done, and no longer. Leaves the page's clock going at true speed. Rejects only with
 * `over.reason`.
 */
export async function settlePage(
  watcher: PageWatcher,
  settings: SettleSettings,
  over: AbortSignal,
): Promise<Readiness> {
  watcher.startOver();
  for (;;) {
    over.throwIfAborted();
    const leftMs = Math.max(1, settings.deadlineMs - watcher.elapsedMs);
    const probe = watcher.domReady ? await watcher.probe(leftMs) : undefined;
    // What is begun after the end would be ended by nobody.
    over.throwIfAborted();
    const seen = watcher.observation(probe);
    const verdict = judgeSettle(seen, settings);
    if (verdict.step === 'run ahead') {
      const hasPassed = await watcher.runAhead(verdict.pageMs, settings.deadlineMs - watcher.elapsedMs);
      // A look less for the many that are done now.
      if (hasPassed && verdict.isFirst) await watcher.runAgainWhenQuiet(settings.quietMs, SECOND_RUN_MS);
      continue;
    }
    watcher.clock.pace({ soon: verdict.step === 'take', fine: verdict.step === 'wait' && takesRealTime(seen) });
    if (verdict.step === 'take') return watcher.readiness(verdict.reason, verdict.pending);
    await watcher.news(verdict.forMs, (probe?.loadingSigns.length ?? 0) > 0);
  }
}
