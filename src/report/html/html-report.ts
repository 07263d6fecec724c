import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ownFile } from '../../guard/own-file.js';
import type { Report, ReportPage } from '../report.js';
import { baselineSection } from './baseline-section.js';
import { chartSection } from './chart-section.js';
import type { PageData, ReportData } from './client/report-data.js';
import { findingSection } from './finding-section.js';
import { linkGraph } from './link-graph.js';
import { html, Markup } from './markup.js';
import { pageSection } from './page-section.js';
import { REPORT_STYLE } from './style.js';
import { summarySection } from './summary-section.js';

/** Of a page's title, description and addresses, which a page makes as long as it likes. */
const MAX_CHARS = 500;
const IMAGES = 50;

/**
 * The report as one HTML file that asks nobody for anything: totals, charts, findings, pages, links. It shows hostile
 * text, so a policy lets nothing run but its own program, which puts all of it into text nodes; no picture is loaded.
 * Without scripts all but filter, sorting and details is there.
 *
 * @throws UsageError `PACKAGE_BUNDLED`
 */
export function htmlReport(report: Report): string {
  const style = REPORT_STYLE;
  const program = clientProgram();
  const policy = [
    "default-src 'none'",
    `style-src '${sourceHash(style)}'`,
    `script-src '${sourceHash(program)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const title = `Crawl report: ${report.seeds[0] ?? ''}`.slice(0, MAX_CHARS);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<a class="skip" href="#findings-title">Skip to the findings</a>
${summarySection(report)}
<main>
${findingSection(report.findings)}
${baselineSection(report.baseline)}
${chartSection(report)}
${pageSection(report)}
${linkGraph(report)}
</main>
<footer><p class="note">Made by ${report.generator}. What pages say is shown as text; nothing is loaded from anywhere.${report.isAudited ? '' : ' The crawl was without --audit: mixed content, images without a text, errors of programs and the need for JavaScript were not looked for.'}</p></footer>
<script type="application/json" id="data">${new Markup(jsonInHtml(dataOf(report)))}</script>
<script type="module">${new Markup(program)}</script>
</body>
</html>
`.html;
}

/** The program of the report, as it was compiled. */
function clientProgram(): string {
  const file = ownFile('./client/main.js', import.meta.url);
  return readFileSync(file, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, '');
}

function sourceHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** JSON that ends no script element and begins no comment in one. */
function jsonInHtml(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function dataOf({ pages, edges, findings }: Report): ReportData {
  const places = new Map(findings.map(({ id }, at) => [id, at]));
  return {
    pages: pages.map((page) => pageData(page, places)),
    edges,
    findings: findings.map(({ kind, severity, message }) => ({ kind, severity, message: cut(message) })),
  };
}

function pageData(page: ReportPage, places: ReadonlyMap<string, number>): PageData {
  const { title = '', elapsedMs, serverWords, from, description, file, images = [] } = page;
  return {
    url: cut(page.url),
    title: cut(title),
    status: page.status,
    depth: page.depth,
    ...(elapsedMs === undefined ? {} : { ms: elapsedMs }),
    words: page.words,
    ...(serverWords === undefined ? {} : { serverWords }),
    rendered: page.rendered,
    linksIn: page.linksIn,
    linksOut: page.linksOut,
    ...(from === undefined ? {} : { from: cut(from) }),
    redirects: page.redirects.map(
      ({ statusCode, kind, location }) => `${kind === 'http' ? statusCode : kind} → ${cut(location)}`,
    ),
    images: images.slice(0, IMAGES).map(({ url, alt }) => ({ url: cut(url), alt: cut(alt) })),
    ...(description === undefined ? {} : { description: cut(description) }),
    preview: page.preview,
    ...(file === undefined ? {} : { file }),
    findings: page.findings.flatMap((id) => places.get(id) ?? []),
  };
}

function cut(text: string): string {
  return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text;
}
