import { attributeWriter } from './attribute-writer.js';
import { concealmentJudge } from './concealment.js';
import { copyDocument } from './copy-document.js';
import type { DocumentSnapshot, SnapshotOptions, SnapshotResult } from './document-snapshot.js';
import { elementTraits } from './element-traits.js';
import { foldedParts, isFoldedUp } from './folded-parts.js';
import { foreignFrames } from './foreign-frames.js';
import { generatedTexts } from './generated-text.js';
import { groundJudge } from './ground.js';
import { overlayKind } from './overlay.js';
import { overlayFinder } from './overlay-finder.js';
import { pageFunction, pageScript } from './page-script.js';
import { pictureBehind, pictureWithoutScripts } from './picture-behind.js';
import { shadowRoots } from './shadow-roots.js';
import { snapshotDocument } from './snapshot-script.js';
import { streamedMoves } from './streamed-moves.js';
import { streamedParts } from './streamed-parts.js';
import { styledElements } from './style-rules.js';
import { holdBack, type InParts } from './text-parts.js';
import { trueProperty } from './true-property.js';
import { unrevealedParts } from './unrevealed.js';

/** What {@link snapshotDocument} uses, for scripts that use it themselves. */
export const SNAPSHOT_USES = [
  attributeWriter,
  concealmentJudge,
  elementTraits,
  foldedParts,
  foreignFrames,
  generatedTexts,
  groundJudge,
  isFoldedUp,
  overlayFinder,
  overlayKind,
  pictureBehind,
  pictureWithoutScripts,
  shadowRoots,
  streamedMoves,
  streamedParts,
  styledElements,
  trueProperty,
  unrevealedParts,
];

/** {@link snapshotDocument} as a function for a browser page; a long text stays there, for {@link nextPart}. */
export const snapshotFunction = pageFunction(takeSnapshot, [snapshotDocument, holdBack, ...SNAPSHOT_USES]);

/** A call of the {@link snapshotFunction} as an expression. */
export function snapshotScript(options: SnapshotOptions): string {
  return `${snapshotFunction}(${JSON.stringify(options)})`;
}

/** {@link copyDocument} as an expression, in the same way. */
export function copyScript(maxChars: number): string {
  return pageScript(takeCopy, [copyDocument, holdBack], maxChars);
}

function takeSnapshot(options: SnapshotOptions): InParts<SnapshotResult> {
  return holdBack(snapshotDocument(options));
}

function takeCopy(maxChars: number): InParts<DocumentSnapshot> {
  return holdBack(copyDocument(maxChars));
}
