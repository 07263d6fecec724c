import { LIMITS } from '../base/limits.js';
import type { PageScreenshot } from '../page/page.js';
import { firstOf } from './first-of.js';
import type { Tab } from './tab.js';

export interface ScreenshotSettings {
  /** The whole page, and not only what the window shows. */
  readonly fullPage: boolean;
}

/** The picture, unless there was none to be had, and what is to be said about it. */
export interface TakenScreenshot {
  readonly screenshot?: PageScreenshot;
  readonly warnings: readonly string[];
}

/** Takes a picture of the page as it is now, no larger than {@link LIMITS.screenshotHeightPx} allows. Never rejects. */
export async function takeScreenshot(
  tab: Tab,
  { fullPage }: ScreenshotSettings,
  withinMs: number,
): Promise<TakenScreenshot> {
  const taken = await firstOf(
    capture(tab, fullPage).catch(() => undefined),
    withinMs,
  );
  return taken ?? { warnings: ['No screenshot: the page did not let itself be drawn in time.'] };
}

async function capture({ cdp }: Tab, fullPage: boolean): Promise<TakenScreenshot> {
  if (!fullPage) return { screenshot: png(await cdp.send('Page.captureScreenshot', { format: 'png' })), warnings: [] };
  const { cssContentSize: content, cssLayoutViewport: shown } = await cdp.send('Page.getLayoutMetrics');
  const whole = {
    width: Math.max(content.width, shown.clientWidth),
    height: Math.max(content.height, shown.clientHeight),
  };
  const width = Math.min(whole.width, LIMITS.screenshotWidthPx);
  const height = Math.min(whole.height, LIMITS.screenshotHeightPx);
  const picture = await cdp.send('Page.captureScreenshot', {
    format: 'png',
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width, height, scale: 1 },
  });
  const isCut = width < whole.width || height < whole.height;
  const warning = `The screenshot shows ${width} × ${height} pixels of the page's ${whole.width} × ${whole.height}.`;
  return { screenshot: png(picture), warnings: isCut ? [warning] : [] };
}

function png({ data }: { readonly data: string }): PageScreenshot {
  return { mediaType: 'image/png', base64: data };
}
