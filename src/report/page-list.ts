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
  readonly #edges = new NearestEdges();
  /** Ids of findings that are no part of a page's own row, by the page's place. */
  readonly #noted = new Map<number, string[]>();
  #linking: number | undefined;
  readonly #linked = new Set<number>();

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

  /** Counts a link between two pages once, however often it stands there: a page's links come one after the other. */
  link(from: string, to: string): void {
    const [start, end] = [this.placeOf(from), this.placeOf(to)];
    if (start === undefined || end === undefined || start === end) return;
    if (this.#linking !== start) this.#linked.clear();
    this.#linking = start;
    if (this.#linked.has(end)) return;
    this.#linked.add(end);
    this.#linksIn[end] = (this.#linksIn[end] ?? 0) + 1;
    const [one, other] = [this.#pages[start], this.#pages[end]];
    this.#edges.add([start, end], Math.max(one?.depth ?? 0, other?.depth ?? 0));
  }

  linksInOf(place: number): number {
    return this.#linksIn[place] ?? 0;
  }

  /** A finding that another file tells of is about a page; nothing happens where it is of no kind that is looked for. */
  note(place: number | undefined, finding: string | undefined): void {
    if (place === undefined || finding === undefined) return;
    this.#noted.set(place, [...(this.#noted.get(place) ?? []), finding]);
  }

  /** With what is known once all links have been seen. */
  pages(): ReportPage[] {
    return this.#pages.map((page, place) => {
      const noted = this.#noted.get(place) ?? [];
      return { ...page, linksIn: this.linksInOf(place), findings: [...page.findings, ...noted] };
    });
  }

  edges(): readonly ReportEdge[] {
    return this.#edges.edges();
  }
}

/** Links of the pages nearest to the seeds, `LIMITS.reportEdges` at most. */
class NearestEdges {
  readonly #byDepth: ReportEdge[][] = [];
  #size = 0;

  add(edge: ReportEdge, depth: number): void {
    while (this.#byDepth.length <= depth) this.#byDepth.push([]);
    this.#byDepth[depth]?.push(edge);
    this.#size += 1;
    if (this.#size > LIMITS.reportEdges) this.#dropFurthest();
  }

  edges(): ReportEdge[] {
    return this.#byDepth.flat();
  }

  #dropFurthest(): void {
    while (this.#byDepth.at(-1)?.length === 0) this.#byDepth.pop();
    this.#byDepth.at(-1)?.pop();
    this.#size -= 1;
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
    ...(images === undefined ? {} : { images: imagesOf(images), imageCount: images.length }),
    preview: beginningOf(row.text),
    ...(file === undefined ? {} : { file }),
    ...(nearDuplicateOf === undefined ? {} : { nearDuplicateOf }),
    findings,
  };
}

function imagesOf(images: NonNullable<CrawlRow<'pages'>['images']>): NonNullable<ReportPage['images']> {
  return images.slice(0, LIMITS.reportImages).map(({ url, alt }) => ({ url, alt }));
}

/** In memory of its own: what `slice` gives keeps the whole text there for as long as it lives itself. */
function beginningOf(text: string): string {
  return Buffer.from(text.slice(0, LIMITS.reportPreviewChars), 'utf16le').toString('utf16le');
}

function wordsIn(text: string): number {
  return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}
