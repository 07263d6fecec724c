/** What the program of a report is given: as little as its table and details show. All of it is hostile text. */
export interface ReportData {
  /** Pages of the crawl; those beyond the file's size are not in `pages`. */
  readonly total: number;
  readonly pages: readonly PageData[];
  /** Links between pages, by their places in `pages`. */
  readonly edges: readonly (readonly [number, number])[];
}

/** A page in the table. */
export interface PageData {
  readonly url: string;
  readonly title: string;
  readonly status: number;
  readonly depth: number;
  readonly ms?: number;
  readonly words: number;
  readonly rendered: boolean;
  readonly linksIn: number;
  /** How many. */
  readonly findings: number;
  /** Absent where the file would have become too large. */
  readonly detail?: PageDetail;
}

/** What is shown of a page that is opened. */
export interface PageDetail {
  readonly serverWords?: number;
  readonly linksOut: number;
  readonly from?: string;
  readonly redirects: readonly string[];
  /** The first of `imageCount`. */
  readonly images: readonly { readonly url: string; readonly alt: string }[];
  readonly imageCount: number;
  readonly description?: string;
  readonly preview: string;
  readonly file?: string;
  readonly nearDuplicateOf?: string;
  readonly findings: readonly FindingData[];
}

export interface FindingData {
  readonly kind: string;
  readonly severity: string;
  readonly message: string;
}
