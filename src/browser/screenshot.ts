import { LIMITS } from '../base/limits.js';
import type { PageScreenshot } from '../page/renditions.js';
import type { ScreenshotSettings } from './rendition-settings.js';
import { evaluateApart, type Tab } from './tab.js';

export interface TakenScreenshot {
  readonly screenshot?: PageScreenshot;
  readonly warnings: readonly string[];
}

/** In CSS pixels of the page, from its upper left corner. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Takes a picture of the page as it is now, no larger than `LIMITS.screenshotHeightPx` allows. Rejects when the page
 * does not let itself be drawn.
 */
export async function takeScreenshot(tab: Tab, settings: ScreenshotSettings): Promise<TakenScreenshot> {
  const { format = 'png', quality, scale = 1 } = settings;
  const whole = await boxOf(tab, settings);
  if (whole === undefined) {
    return { warnings: [`No screenshot: ${JSON.stringify(settings.selector)} matches nothing that can be seen.`] };
  }
  const width = Math.min(whole.width, LIMITS.screenshotWidthPx / scale);
  const height = Math.min(whole.height, LIMITS.screenshotHeightPx / scale);
  const { data } = await tab.cdp.send('Page.captureScreenshot', {
    format,
    ...(quality === undefined ? {} : { quality }),
    captureBeyondViewport: settings.fullPage === true || settings.selector !== undefined,
    clip: { ...whole, width, height, scale },
  });
  const isCut = width < whole.width || height < whole.height;
  const [shown, all] = [sizeOf({ width, height }), sizeOf(whole)];
  return {
    screenshot: { mediaType: `image/${format}`, base64: data },
    warnings: isCut ? [`The screenshot shows ${shown} pixels of the page's ${all}.`] : [],
  };
}

async function boxOf(tab: Tab, { fullPage, selector }: ScreenshotSettings): Promise<Box | undefined> {
  const { cssContentSize: content, cssLayoutViewport: shown } = await tab.cdp.send('Page.getLayoutMetrics');
  const window = { x: shown.pageX, y: shown.pageY, width: shown.clientWidth, height: shown.clientHeight };
  if (selector !== undefined) {
    // Our own script's answer, which no script of the page can reach.
    const box = (await evaluateApart(tab, `(${boxOfElement})(${JSON.stringify(selector)})`)) as Box | null;
    return box ?? undefined;
  }
  if (!fullPage) return window;
  return {
    x: 0,
    y: 0,
    width: Math.max(content.width, window.width),
    height: Math.max(content.height, window.height),
  };
}

/** Runs in the page. Null when there is no such element or it takes no room. */
const boxOfElement = `(selector) => {
  const element = document.querySelector(selector);
  if (element === null) return null;
  const { left, top, width, height } = element.getBoundingClientRect();
  return width < 1 || height < 1 ? null : { x: left + scrollX, y: top + scrollY, width, height };
}`;

function sizeOf({ width, height }: Pick<Box, 'width' | 'height'>): string {
  return `${Math.round(width)} × ${Math.round(height)}`;
}
