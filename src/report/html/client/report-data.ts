/** What the program of a report is given: as little as its table and details show. All of it is hostile text. */
export interface ReportData {
  readonly pages: readonly PageData[];
  /** Links between pages, by their places in `pages`. */
  readonly edges: readonly (readonly [number, number])[];
  /** Kinds and messages of findings, by their places in `PageData.findings`. */
  readonly findings: readonly FindingData[];
}

export interface PageData {
  readonly url: string;
  readonly title: string;
  readonly status: number;
  readonly depth: number;
  readonly ms?: number;
  readonly words: number;
  readonly serverWords?: number;
  readonly rendered: boolean;
  readonly linksIn: number;
  readonly linksOut: number;
  readonly from?: string;
  readonly redirects: readonly string[];
  readonly images: readonly { readonly url: string; readonly alt: string }[];
  readonly description?: string;
  readonly preview: string;
  readonly file?: string;
  readonly findings: readonly number[];
}

export interface FindingData {
  readonly kind: string;
  readonly severity: string;
  readonly message: string;
}
