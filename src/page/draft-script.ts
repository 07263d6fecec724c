import type { SnapshotResult } from './document-snapshot.js';
import type { PageProbe } from './probe-script.js';
import { type RenderSigns, readRenderSigns } from './render-signs.js';
import { snapshotScript } from './snapshot-program.js';
import type { InParts } from './text-parts.js';

/** A page as it was written down by a look at it, before anyone knew whether it was done. */
export interface Draft {
  readonly snapshot: InParts<SnapshotResult>;
  readonly signs: RenderSigns;
}

/** When a look is to write the page down, too. */
export interface DraftWish {
  readonly maxChars: number;
  /** Of a page without programs, which is done as it is, or of any. */
  readonly of: 'static pages' | 'all pages';
}

/** What one look at a page gives. */
export interface PageLook {
  readonly probe: PageProbe;
  /** Absent where it was not wished for, and of a page that says it is loading, is large, or fails to be written. */
  readonly draft?: Draft;
}

/** More would keep a page from what it is at. */
const MAX_ELEMENTS = 5_000;

/** A look as an expression for a browser page. `probe` is the expression that looks. */
export function lookScript(probe: string, wish: DraftWish | undefined): string {
  if (wish === undefined) return `({ probe: ${probe} })`;
  const { maxChars, of } = wish;
  const snapshot = snapshotScript({ maxChars, asFrame: false });
  return `(() => {
    const probe = ${probe};
    if (probe.loadingSigns.length > 0 || (probe.scripted && ${of === 'static pages'})) return { probe };
    if (Document.prototype.getElementsByTagName.call(document, '*').length > ${MAX_ELEMENTS}) return { probe };
    try { return { probe, draft: { snapshot: ${snapshot}, signs: (${readRenderSigns})() } } } catch { return { probe } }
  })()`;
}
