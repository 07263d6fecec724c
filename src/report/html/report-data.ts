import { LIMITS } from '../../base/limits.js';
import type { Finding, Report, ReportPage } from '../report.js';
import type { PageData, PageDetail, ReportData } from './client/report-data.js';
import { cutText } from './markup.js';

/**
 * What the report's own program shows. Within `maxBytes` of it: a row for each page as far as they go, then the details of
 * pages with findings, then of the others, in the order in which they were read.
 */
export function reportData({ pages, edges, findings }: Report, maxBytes: number = LIMITS.reportHtmlBytes): ReportData {
  const rows: PageData[] = [];
  let room = maxBytes;
  /** Takes what a value costs off the room that is left, if it fits. */
  const fits = (value: object): boolean => {
    const bytes = Buffer.byteLength(jsonInHtml(value));
    if (bytes > room) return false;
    room -= bytes;
    return true;
  };
  for (const page of pages) {
    const row = rowOf(page);
    if (!fits(row)) break;
    rows.push(row);
  }
  const byId = new Map(findings.map((finding) => [finding.id, finding]));
  const places = [...rows.keys()];
  const isFaulty = (place: number) => (pages[place]?.findings.length ?? 0) > 0;
  for (const place of [...places.filter(isFaulty), ...places.filter((other) => !isFaulty(other))]) {
    const [page, row] = [pages[place], rows[place]];
    if (page === undefined || row === undefined) continue;
    const detail = detailOf(page, byId);
    if (!fits(detail)) break;
    rows[place] = { ...row, detail };
  }
  return {
    total: pages.length,
    pages: rows,
    edges: edges.filter((edge) => edge.every((place) => place < rows.length)),
  };
}

function rowOf(page: ReportPage): PageData {
  const { title = '', elapsedMs } = page;
  return {
    url: cutText(page.url),
    title: cutText(title),
    status: page.status,
    depth: page.depth,
    ...(elapsedMs === undefined ? {} : { ms: elapsedMs }),
    words: page.words,
    rendered: page.rendered,
    linksIn: page.linksIn,
    findings: page.findings.length,
  };
}

function detailOf(page: ReportPage, findings: ReadonlyMap<string, Finding>): PageDetail {
  const { serverWords, from, description, file, nearDuplicateOf, images = [], imageCount = images.length } = page;
  return {
    ...(serverWords === undefined ? {} : { serverWords }),
    ...(from === undefined ? {} : { from: cutText(from) }),
    ...(description === undefined ? {} : { description: cutText(description) }),
    ...(file === undefined ? {} : { file }),
    ...(nearDuplicateOf === undefined ? {} : { nearDuplicateOf: cutText(nearDuplicateOf) }),
    linksOut: page.linksOut,
    redirects: page.redirects.map(
      ({ statusCode, kind, location }) => `${kind === 'http' ? statusCode : kind} → ${cutText(location)}`,
    ),
    images: images.map(({ url, alt }) => ({ url: cutText(url), alt: cutText(alt) })),
    imageCount,
    preview: page.preview,
    findings: page.findings.flatMap((id) => {
      const { kind, severity, message } = findings.get(id) ?? {};
      if (kind === undefined || severity === undefined || message === undefined) return [];
      return { kind, severity, message: cutText(message) };
    }),
  };
}

/** JSON that ends no script element and begins no comment in one. */
export function jsonInHtml(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
