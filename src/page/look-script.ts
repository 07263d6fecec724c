import type { SnapshotOptions, SnapshotResult } from './document-snapshot.js';
import { loadingSigns } from './loading-signs.js';
import { type PageProbe, type PageWatch, watchPage } from './probe-script.js';
import { type RenderSigns, readRenderSigns } from './render-signs.js';
import { snapshotFunction } from './snapshot-program.js';
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

/** The watch of the document it runs in, as an expression for a browser page. */
export const WATCH = `(${watchPage})(${loadingSigns})`;

/**
 * Has looks ready in our world of a document, so that each needs a few words only: to be evaluated there once. Starts
 * nothing by itself.
 */
export const LOOK_PROGRAM = `void (globalThis.pagewardLook = ((look, ...tools) => (wish) => look(tools, wish))(
  ${lookAtPage}, () => ${WATCH}, ${snapshotFunction}, ${readRenderSigns}))`;

/** A look, as an expression for a world that has the {@link LOOK_PROGRAM}. */
export function lookScript(wish: DraftWish | undefined): string {
  return `pagewardLook(${JSON.stringify(wish) ?? ''})`;
}

type LookTools = [
  watch: () => PageWatch,
  writeDown: (options: SnapshotOptions) => InParts<SnapshotResult>,
  readSigns: () => RenderSigns,
];

function lookAtPage([watch, writeDown, readSigns]: LookTools, wish?: DraftWish): PageLook {
  /** More would keep a page from what it is at. */
  const MAX_ELEMENTS = 5_000;
  const probe = watch().probe();
  if (wish === undefined || probe.loadingSigns.length > 0) return { probe };
  if (probe.scripted && wish.of === 'static pages') return { probe };
  if (Document.prototype.getElementsByTagName.call(document, '*').length > MAX_ELEMENTS) return { probe };
  try {
    return { probe, draft: { snapshot: writeDown({ maxChars: wish.maxChars, asFrame: false }), signs: readSigns() } };
  } catch {
    return { probe };
  }
}
