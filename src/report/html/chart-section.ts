import type { Report, ReportPage } from '../report.js';
import { type Bar, barChart, lineChart } from './charts.js';
import { html, type Markup } from './markup.js';

/** Upper ends of the steps in which times are counted, in milliseconds. */
const STEPS = [100, 250, 500, 1_000, 2_500, 5_000] as const;
/** Points of the line over time. */
const POINTS = 120;
const DEEPEST = 8;

/** How the crawl went, in pictures. */
export function chartSection(report: Report): Markup {
  const { pages } = report;
  if (pages.length === 0) return html``;
  return html`<section aria-labelledby="charts-title"><h2 id="charts-title">How it went</h2><div class="charts">${[
    statusChart(report),
    latencyChart(pages),
    depthChart(pages),
    timelineChart(pages),
    ...scriptChart(pages),
  ]}</div></section>`;
}

function statusChart({ pages, failures }: Report): Markup {
  const counts = new Map<string, number>();
  const count = (label: string): void => void counts.set(label, (counts.get(label) ?? 0) + 1);
  for (const { status } of pages) count(`${Math.floor(status / 100)}xx`);
  for (const { status } of failures) count(status === undefined ? 'no answer' : `${Math.floor(status / 100)}xx`);
  const bars = [...counts]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([label, value]): Bar => ({ label, value, tone: /^[23]/.test(label) ? 'good' : 'bad' }));
  return barChart('Answers', bars);
}

function latencyChart(pages: readonly ReportPage[]): Markup {
  const times = pages.flatMap(({ elapsedMs }) => (elapsedMs === undefined ? [] : [elapsedMs])).sort((a, b) => a - b);
  const bars = [...STEPS, Number.POSITIVE_INFINITY].map((end, at): Bar => {
    const start = at === 0 ? 0 : (STEPS[at - 1] ?? 0);
    const value = times.filter((time) => time >= start && time < end).length;
    const label = end === Number.POSITIVE_INFINITY ? `over ${seconds(start)}` : `to ${seconds(end)}`;
    return { label, value, tone: start >= 2_500 ? 'bad' : start >= 1_000 ? 'warn' : 'plain' };
  });
  const note =
    times.length === 0 ? '' : `median ${seconds(share(times, 0.5))}, 95 of 100 within ${seconds(share(times, 0.95))}`;
  return barChart('Time to read a page', bars, note);
}

function depthChart(pages: readonly ReportPage[]): Markup {
  const deepest = Math.min(
    DEEPEST,
    pages.reduce((most, { depth }) => Math.max(most, depth), 0),
  );
  const bars = Array.from({ length: deepest + 1 }, (_, depth): Bar => {
    const isLast = depth === DEEPEST;
    const value = pages.filter((page) => (isLast ? page.depth >= depth : page.depth === depth)).length;
    return { label: isLast ? `${depth} or more` : String(depth), value };
  });
  return barChart('Depth (clicks from the start)', bars);
}

function timelineChart(pages: readonly ReportPage[]): Markup {
  const times = pages.map(({ fetchedAt }) => Date.parse(fetchedAt)).sort((a, b) => a - b);
  const step = Math.max(1, Math.ceil(times.length / POINTS));
  const points = times.flatMap((time, at) => {
    return at % step === 0 || at === times.length - 1 ? [[time, at + 1] as const] : [];
  });
  const tookMs = (times.at(-1) ?? 0) - (times[0] ?? 0);
  const pace = tookMs < 1_000 ? '' : `, ${(times.length / (tookMs / 1_000)).toFixed(1)} a second`;
  return lineChart('Pages over time', points, `${times.length} pages in ${seconds(tookMs)}${pace}`);
}

/** What JavaScript adds, where the crawl has looked. */
function scriptChart(pages: readonly ReportPage[]): Markup[] {
  const looked = pages.filter(({ serverWords, rendered }) => rendered && serverWords !== undefined);
  if (looked.length === 0) return [];
  const sum = (of: (page: ReportPage) => number) => looked.reduce((all, page) => all + of(page), 0);
  const bars: Bar[] = [
    { label: 'without', value: sum(({ serverWords = 0 }) => serverWords) },
    { label: 'with', value: sum(({ words }) => words) },
  ];
  return [barChart('Words, without and with JavaScript', bars, `of ${looked.length} pages read in a browser`)];
}

function share(sorted: readonly number[], part: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0;
}

function seconds(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
