import type { Draft, DraftWish } from '../page/look-script.js';
import type { Readiness } from '../page/page.js';
import type { PageWatcher } from './page-watcher.js';
import { takesRealTime } from './settle-observation.js';
import type { SettleSettings } from './settle-patience.js';
import { judgeSettle, SECOND_RUN_MS } from './settle-verdict.js';

/** For whom a page is written down by the looks at it. */
export interface DraftReader {
  readonly maxChars: number;
  /**
   * What may turn out to be the page as it is taken, while it is still being made sure that it is done. Absent where nobody
   * begins with it: then only a look that is likely to be the last writes.
   */
  readonly onDraft?: ((draft: Draft) => void) | undefined;
}

export interface Settled {
  readonly readiness: Readiness;
  /** The page as it was written down by the very look that the verdict rests on; absent where that look wrote nothing. */
  readonly draft?: Draft;
}

/**
 * Waits until the page is done, and no longer. Leaves the page's clock going at true speed. Rejects only with
 * `over.reason`.
 */
export async function settlePage(
  watcher: PageWatcher,
  settings: SettleSettings,
  over: AbortSignal,
  drafts?: DraftReader,
): Promise<Settled> {
  watcher.startOver();
  // Nothing came while it was waited for: the next look is likely to be the last.
  let nothingCame = false;
  const look = async (wish: DraftWish | undefined) => {
    const leftMs = Math.max(1, settings.deadlineMs - watcher.elapsedMs);
    const looked = watcher.domReady ? await watcher.look(leftMs, wish) : undefined;
    // What is begun after the end would be ended by nobody.
    over.throwIfAborted();
    return looked;
  };
  for (;;) {
    over.throwIfAborted();
    const { probe, draft } = (await look(wishOf(drafts, nothingCame))) ?? {};
    const seen = watcher.observation(probe);
    const verdict = judgeSettle(seen, settings);
    const pass = (read: Draft | undefined): void => {
      if (read !== undefined) drafts?.onDraft?.(read);
    };
    if (verdict.step === 'run ahead') {
      pass(draft);
      nothingCame = await watcher.runAhead(verdict.pageMs, settings.deadlineMs - watcher.elapsedMs);
      // A judgement less for the many that are done now.
      if (nothingCame && verdict.isFirst) {
        const early = drafts?.onDraft === undefined ? undefined : wishOf(drafts, true);
        await watcher.runAgainWhenQuiet(settings.quietMs, SECOND_RUN_MS, async () => pass((await look(early))?.draft));
      }
      continue;
    }
    watcher.clock.pace({ soon: verdict.step === 'take', fine: verdict.step === 'wait' && takesRealTime(seen) });
    if (verdict.step === 'take') {
      const readiness = watcher.readiness(verdict.reason, verdict.pending);
      return { readiness, ...(draft === undefined ? {} : { draft }) };
    }
    pass(draft);
    nothingCame = await watcher.news(verdict.forMs, (probe?.loadingSigns.length ?? 0) > 0);
  }
}

function wishOf(drafts: DraftReader | undefined, nothingCame: boolean): DraftWish | undefined {
  if (drafts === undefined) return undefined;
  return { maxChars: drafts.maxChars, of: nothingCame ? 'all pages' : 'static pages' };
}
