/** A rendered document as text. */
export interface DocumentSnapshot {
  readonly url: string;
  readonly html: string;
  readonly capped: boolean;
  /** Frames that may be content, and that could not be looked into. */
  readonly unseenFrames?: number;
}

/** What one pass over a page gives. */
export interface SnapshotResult extends DocumentSnapshot {
  /** Characters of the text that a person sees. */
  readonly textChars: number;
  /** How many of them are in links. */
  readonly linkChars: number;
  /** Frames that may be content, and that scripts of this document cannot look into. */
  readonly unseenFrames: number;
  /** Elements that may hide a closed shadow root. */
  readonly unseenRoots: number;
  /** Parts that are shown only once they come into sight. */
  readonly unrevealed: number;
}

/** What is to be written down. */
export interface SnapshotOptions {
  readonly maxChars: number;
  /** What is written is to stand in another document: the body's content alone, with absolute addresses. */
  readonly asFrame: boolean;
  /** Only these elements, with `<!--part-->` after each. */
  readonly parts?: readonly Element[];
}
