import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ownFile } from '../../guard/own-file.js';
import type { Report } from '../report.js';
import { baselineSection } from './baseline-section.js';
import { chartSection } from './chart-section.js';
import { findingSection } from './finding-section.js';
import { linkGraph } from './link-graph.js';
import { cutText, html, Markup } from './markup.js';
import { pageSection } from './page-section.js';
import { jsonInHtml, reportData } from './report-data.js';
import { REPORT_STYLE } from './style.js';
import { summarySection } from './summary-section.js';

/**
 * The report as one HTML file that asks nobody for anything: totals, charts, findings, pages, links. It shows hostile
 * text, so a policy lets nothing run but its own program, which puts all of it into text nodes; no picture is loaded.
 * Without scripts all but filter, sorting and details is there. It is 20 MB at most: of a large crawl the details of pages
 * without findings are left out first, and it says so.
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
  const title = cutText(`Crawl report: ${report.seeds[0] ?? ''}`);
  const data = reportData(report);
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
${findingSection(report)}
${baselineSection(report.baseline)}
${chartSection(report)}
${pageSection(report, data)}
${linkGraph(report)}
</main>
<footer><p class="note">Made by ${report.generator}. What pages say is shown as text; nothing is loaded from anywhere.${report.isAudited ? '' : ' The crawl was without --audit: mixed content, images without alternative text, console errors and the need for JavaScript were not looked for.'}</p></footer>
<script type="application/json" id="data">${new Markup(jsonInHtml(data))}</script>
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
