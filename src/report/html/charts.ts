import { html, type Markup } from './markup.js';

/** One bar, or one step of a histogram. */
export interface Bar {
  readonly label: string;
  readonly value: number;
  /** Which colour of the style it has. */
  readonly tone?: 'good' | 'warn' | 'bad' | 'plain';
}

const WIDTH = 360;
const ROW = 24;
const LABEL = 96;
const FIGURE = 52;

/** Horizontal bars, each with its figure. The text says the same to whoever does not see it. */
export function barChart(title: string, bars: readonly Bar[], note = ''): Markup {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const room = WIDTH - LABEL - FIGURE;
  const rows = bars.map(({ label, value, tone = 'plain' }, at) => {
    const length = value === 0 ? 0 : Math.max(2, (value / most) * room);
    const y = at * ROW;
    return html`<text x="${LABEL - 8}" y="${y + 16}" class="label">${label}</text><rect x="${LABEL}" y="${y + 4}" width="${length.toFixed(1)}" height="16" rx="2" class="${tone}"/><text x="${(LABEL + length + 6).toFixed(1)}" y="${y + 16}">${value.toLocaleString('en')}</text>`;
  });
  const spoken = `${title}: ${bars.map(({ label, value }) => `${label} ${value}`).join(', ')}`;
  return chart(title, { spoken, height: bars.length * ROW, content: rows, note });
}

/** A count that grows over time, from the first point to the last. */
export function lineChart(title: string, points: readonly (readonly [at: number, count: number])[], note = ''): Markup {
  const height = 120;
  const [start = 0, end = 1] = [points[0]?.[0], points.at(-1)?.[0]];
  const most = Math.max(1, points.at(-1)?.[1] ?? 1);
  const place = ([at, count]: readonly [number, number]) =>
    `${(((at - start) / Math.max(1, end - start)) * (WIDTH - 2) + 1).toFixed(1)},${(height - 4 - (count / most) * (height - 12)).toFixed(1)}`;
  const content = [
    html`<line x1="0" y1="${height - 3}" x2="${WIDTH}" y2="${height - 3}" class="axis"/>`,
    html`<polyline points="${points.map(place).join(' ')}" class="line"/>`,
  ];
  return chart(title, { spoken: `${title}: ${note}`, height, content, note });
}

function chart(
  title: string,
  { spoken, height, content, note }: { spoken: string; height: number; content: readonly Markup[]; note: string },
): Markup {
  return html`<figure class="chart"><figcaption>${title}</figcaption><svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${spoken}">${content}</svg>${note === '' ? undefined : html`<p class="note">${note}</p>`}</figure>`;
}
