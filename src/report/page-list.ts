import { LIMITS } from '../base/limits.js';
import type { Redirect } from '../base/redirect.js';
import type { CrawlRow } from './crawl-rows.js';
import { linkKey } from './link-targets.js';
import type { ReportEdge, ReportPage } from './report.js';

/** The pages of a report while it is made: where each is, and who links to it. */
export class PageList {
  readonly #pages: ReportPage[] = [];
  readonly #places = new Map<string, number>();
  readonly #linksIn: number[] = [];
  readonly #edges: ReportEdge[] = [];
  readonly #edgesSeen = new Set<number>();

  get size(): number {
    return this.#pages.length;
  }

  add(row: CrawlRow<'pages'>, findings: readonly string[]): void {
    const place = this.#pages.length;
    for (const url of [row.url, row.finalUrl]) {
      const key = linkKey(url);
      if (!this.#places.has(key)) this.#places.set(key, place);
    }
    this.#pages.push(pageOf(row, findings));
    this.#linksIn.push(0);
  }

  /** Where the page is that a URL leads to. */
  placeOf(url: string): number | undefined {
    return this.#places.get(linkKey(url));
  }

  /** Another address of a page: it was redirected there. */
  alias(url: string, leadsTo: string): void {
    const place = this.placeOf(leadsTo);
    if (place !== undefined && this.placeOf(url) === undefined) this.#places.set(linkKey(url), place);
  }

  /** Counts a link between two pages once, however often it stands there. */
  link(from: string, to: string): void {
    const [start, end] = [this.placeOf(from), this.placeOf(to)];
    if (start === undefined || end === undefined || start === end) return;
    const edge = start * this.#pages.length + end;
    if (this.#edgesSeen.has(edge)) return;
    this.#edgesSeen.add(edge);
    this.#linksIn[end] = (this.#linksIn[end] ?? 0) + 1;
    if (this.#edges.length < LIMITS.reportEdges) this.#edges.push([start, end]);
  }

  linksInOf(place: number): number {
    return this.#linksIn[place] ?? 0;
  }

  /** With what is known once all links have been seen; `findings` are added to what a page has. */
  pages(findings: ReadonlyMap<number, readonly string[]>): ReportPage[] {
    return this.#pages.map((page, place) => {
      const more = findings.get(place) ?? [];
      return { ...page, linksIn: this.linksInOf(place), findings: [...page.findings, ...more] };
    });
  }

  edges(): readonly ReportEdge[] {
    return this.#edges;
  }
}

function pageOf(row: CrawlRow<'pages'>, findings: readonly string[]): ReportPage {
  const { title, metadata, from, timing, audit, images, file, nearDuplicateOf } = row;
  const elapsedMs = timing?.loadMs ?? timing?.totalMs;
  return {
    url: row.finalUrl,
    ...(title === undefined ? {} : { title }),
    ...(metadata?.description === undefined ? {} : { description: metadata.description }),
    status: row.statusCode,
    depth: row.depth,
    mediaType: row.mediaType,
    ...(from === undefined ? {} : { from }),
    // As the crawl wrote them.
    redirects: (row.redirects ?? []) as readonly Redirect[],
    fetchedAt: row.fetchedAt,
    ...(elapsedMs === undefined ? {} : { elapsedMs: Math.round(elapsedMs) }),
    rendered: row.rendered ?? false,
    words: wordsIn(row.text),
    ...(audit?.serverWords === undefined ? {} : { serverWords: audit.serverWords }),
    linksOut: row.links,
    linksIn: 0,
    ...(images === undefined ? {} : { images: images.map(({ url, alt }) => ({ url, alt })) }),
    preview: row.text.slice(0, LIMITS.reportPreviewChars),
    ...(file === undefined ? {} : { file }),
    ...(nearDuplicateOf === undefined ? {} : { nearDuplicateOf }),
    findings,
  };
}

function wordsIn(text: string): number {
  return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}
