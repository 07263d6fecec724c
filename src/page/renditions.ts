/** A picture of the page as a person would see it. */
export interface PageScreenshot {
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly base64: string;
}

/** The page as it would be printed. */
export interface PagePdf {
  readonly mediaType: 'application/pdf';
  readonly base64: string;
}

/** A JSON answer that the page's scripts asked for. */
export interface CapturedAnswer {
  /** Where the answer came from, after redirects, whole: it may hold what the page keeps secret. */
  readonly url: string;
  readonly method: string;
  readonly statusCode: number;
  readonly json: unknown;
}

/** What a browser makes of a page beside its text, on request. */
export interface Renditions {
  readonly screenshot?: PageScreenshot;
  readonly pdf?: PagePdf;
  /** The page with all that it shows, as one MHTML file. */
  readonly mhtml?: string;
  /** In order of arrival. Present, and possibly empty, whenever answers were asked for. */
  readonly captured?: readonly CapturedAnswer[];
}

/** The renditions of whatever has some, and nothing else of it. */
export function renditionsOf({ screenshot, pdf, mhtml, captured }: Renditions): Renditions {
  return {
    ...(screenshot === undefined ? {} : { screenshot }),
    ...(pdf === undefined ? {} : { pdf }),
    ...(mhtml === undefined ? {} : { mhtml }),
    ...(captured === undefined ? {} : { captured }),
  };
}
