/** How a picture of a page is to be. */
export interface ScreenshotSettings {
  /** The whole page, and not only what the window shows. */
  readonly fullPage?: boolean | undefined;
  /** Only the first element that this CSS selector matches. */
  readonly selector?: string | undefined;
  /** `png` (default), `jpeg` or `webp`. */
  readonly format?: 'png' | 'jpeg' | 'webp' | undefined;
  /** 1 to 100, of `jpeg` and `webp`. */
  readonly quality?: number | undefined;
  /** Pixels of the picture for one of the page, 0.1 to 3 (default 1). */
  readonly scale?: number | undefined;
}

/** How a page is to be printed. */
export interface PdfSettings {
  /** The paper (default `a4`). */
  readonly format?: 'a3' | 'a4' | 'a5' | 'letter' | 'legal' | 'tabloid' | undefined;
  readonly landscape?: boolean | undefined;
  /** With the page's background colours and images (default true: a page may be written in white). */
  readonly printBackground?: boolean | undefined;
  /** `1-3, 5`; default all. */
  readonly pageRanges?: string | undefined;
  /** 0.1 to 2 (default 1). */
  readonly scale?: number | undefined;
  /** On every side, in millimetres (default 10). */
  readonly marginMm?: number | undefined;
}
