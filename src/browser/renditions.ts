import { LIMITS } from '../base/limits.js';
import { type Renditions, renditionsOf } from '../page/renditions.js';
import { firstOf } from './first-of.js';
import { takePdf } from './pdf.js';
import type { PdfSettings, ScreenshotSettings } from './rendition-settings.js';
import { takeScreenshot } from './screenshot.js';
import type { Tab } from './tab.js';

/** What is to be made of a page beside its text. */
export interface RenditionOrders {
  readonly screenshot?: ScreenshotSettings;
  readonly pdf?: PdfSettings;
  readonly mhtml?: true;
}

/** What was made, and what is to be said about it. */
export interface TakenRenditions {
  readonly renditions: Renditions;
  readonly warnings: readonly string[];
}

type Taken = Renditions & { readonly warnings: readonly string[] };

const LIMIT_MS = 10_000;
const NAMES = { screenshot: 'screenshot', pdf: 'PDF', mhtml: 'MHTML file' } as const;

/**
 * Makes what was ordered of the page as it is now. What cannot be had is a warning.
 *
 * @param share milliseconds that the next one may take, at most so many
 */
export async function takeRenditions(
  tab: Tab,
  orders: RenditionOrders,
  share: (limitMs: number) => number,
): Promise<TakenRenditions> {
  const { screenshot, pdf, mhtml } = orders;
  const none: Taken = { warnings: [] };
  const take = async (kind: keyof typeof NAMES, work: (signal: AbortSignal) => Promise<Taken>): Promise<Taken> => {
    const over = new AbortController();
    const failed = { warnings: [`No ${NAMES[kind]}: the page did not let itself be drawn in time.`] };
    const taken = firstOf(
      work(over.signal).catch(() => failed),
      share(LIMIT_MS),
    );
    try {
      return (await taken) ?? failed;
    } finally {
      over.abort();
    }
  };
  // One after the other: each draws the whole page.
  const taken = [
    screenshot === undefined ? none : await take('screenshot', () => takeScreenshot(tab, screenshot)),
    pdf === undefined ? none : await take('pdf', (signal) => takePdf(tab, pdf, signal)),
    mhtml === undefined ? none : await take('mhtml', () => takeMhtml(tab)),
  ];
  return {
    renditions: renditionsOf(Object.assign({}, ...taken)),
    warnings: taken.flatMap(({ warnings }) => warnings),
  };
}

/** What to say of a document that no browser shows. */
export function notDrawn(orders: RenditionOrders): string[] {
  const wanted = (['screenshot', 'pdf', 'mhtml'] as const).filter((kind) => orders[kind] !== undefined);
  return wanted.map((kind) => `No ${NAMES[kind]}: the answer is not a page that a browser shows.`);
}

async function takeMhtml({ cdp }: Tab): Promise<Taken> {
  const { data } = await cdp.send('Page.captureSnapshot', { format: 'mhtml' });
  if (data.length <= LIMITS.mhtmlBytes) return { mhtml: data, warnings: [] };
  return { warnings: [`No MHTML file: it is larger than ${LIMITS.mhtmlBytes} bytes.`] };
}
