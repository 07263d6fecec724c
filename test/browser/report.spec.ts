import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, test as base, chromium, expect, type Page } from '@playwright/test';
import { locateBrowser } from '#src/browser/locate.js';
import { htmlReport } from '#src/report/html/html-report.js';
import type { Report } from '#src/report/report.js';
import { finding, reportOf, reportPage, SITE } from '../support/reports.js';

/** Everything by which a page's words could do more than be read. */
const HOSTILE = `</script></title></style><script>document.title='owned'</script><img src=x onerror=alert(1)><svg onload=alert(2)>"'&lt; <!-- \u202Egnp.exe\u0000\uD800 ${'long'.repeat(300)}`;
const ADDRESS = `javascript:alert('${'x'.repeat(40)}')`;

interface Rig {
  readonly viewer: Browser;
  readonly page: Page;
  /** Addresses asked for beside the report, dialogs, errors, breaches of the policy. */
  readonly incidents: string[];
  /** Shows a report. */
  readonly show: (report: Report) => Promise<void>;
}

const test = base.extend<Omit<Rig, 'viewer'>, Pick<Rig, 'viewer'>>({
  viewer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted off the pattern.
    async ({}, use) => {
      const { path: executablePath } = await locateBrowser();
      const viewer = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
      await use(viewer);
      await viewer.close();
    },
    { scope: 'worker' },
  ],
  page: async ({ viewer }, use) => {
    const context = await viewer.newContext({ viewport: { width: 1_100, height: 900 } });
    await use(await context.newPage());
    await context.close();
  },
  incidents: async ({ page }, use) => {
    const incidents: string[] = [];
    page.on('dialog', (dialog) => {
      incidents.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('pageerror', (error) => incidents.push(`error ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') incidents.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().endsWith('/report.html')) incidents.push(request.url());
    });
    await use(incidents);
  },
  show: async ({ page, incidents }, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'pageward-html-report-'));
    await use(async (report) => {
      const file = path.join(folder, 'report.html');
      await writeFile(file, htmlReport(report));
      await page.goto(pathToFileURL(file).href);
      expect(incidents).toEqual([]);
    });
    await rm(folder, { recursive: true });
  },
});

const hostilePage = {
  ...{ title: HOSTILE, description: HOSTILE, from: ADDRESS, preview: HOSTILE, file: HOSTILE },
  images: [{ url: 'http://127.0.0.1:9/tracker.png', alt: HOSTILE }],
  redirects: [{ url: ADDRESS, statusCode: 302, location: ADDRESS, kind: 'http' as const }],
};
const hostile = reportOf({
  seeds: [ADDRESS, HOSTILE],
  pages: [reportPage('/', { ...hostilePage, findings: ['x'] }), reportPage('/b', { url: ADDRESS, depth: 2 })],
  edges: [[0, 1]],
  findings: [
    finding('x', { url: ADDRESS, message: HOSTILE, subject: HOSTILE, details: [HOSTILE, `- ${HOSTILE}`] }),
    finding('y', { url: HOSTILE, referrers: [{ url: ADDRESS, text: HOSTILE }], referrerCount: 3, baseline: 'new' }),
  ],
  baseline: {
    ...{ newFindings: 1, fixed: [{ id: 'z', kind: 'broken-link', url: ADDRESS, message: HOSTILE }] },
    ...{ newPages: [ADDRESS], vanishedPages: [HOSTILE], changedWords: [] },
    changedTitles: [{ url: ADDRESS, before: HOSTILE, after: HOSTILE }],
  },
});

const many = reportOf({
  pages: Array.from({ length: 250 }, (_, at) =>
    reportPage(`/p${at}`, {
      depth: at === 0 ? 0 : 1 + (at % 3),
      words: at,
      rendered: at % 2 === 0,
      elapsedMs: at * 10,
      findings: at === 7 ? ['f'] : [],
    }),
  ),
  edges: [
    [0, 7],
    [3, 7],
    [7, 9],
  ],
  findings: [finding('f', { url: `${SITE}/p7` })],
});

test('what pages say is shown as text and does nothing', async ({ page, incidents, show }) => {
  await show(hostile);
  await page.getByRole('searchbox').fill('</script>');
  await page.locator('#page-rows button').first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText("<script>document.title='owned'</script>");
  await expect(dialog).toContainText('tracker.png');
  await expect(page).toHaveTitle(/^Crawl report: javascript:/);
  expect(await page.locator('img, iframe, svg[onload], a[href^="javascript"]').count()).toBe(0);
  expect(await page.locator('script').count()).toBe(2);
  expect(incidents).toEqual([]);
});

test('a script that gets into the report all the same is not run', async ({ page, incidents, show }) => {
  await show(reportOf());
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "owned"';
    document.body.append(script);
    const style = document.createElement('img');
    style.src = 'http://127.0.0.1:9/x.png';
    document.body.append(style);
  });
  await expect(page).not.toHaveTitle('owned');
  await expect.poll(() => incidents.filter((text) => /Content Security Policy/.test(text)).length).toBe(2);
});

test('pages are filtered, sorted, shown by and by, and opened', async ({ page, incidents, show }) => {
  await show(many);
  const rows = page.locator('#page-rows tr');
  await expect(rows).toHaveCount(100);
  await page.getByRole('button', { name: 'Show 100 more of 150' }).click();
  await expect(rows).toHaveCount(200);
  await page.getByRole('button', { name: 'Words' }).click();
  await expect(page.getByRole('columnheader', { name: 'Words' })).toHaveAttribute('aria-sort', 'descending');
  await expect(rows.first()).toContainText('/p249');
  await page.getByRole('searchbox').fill('/p24');
  await expect(rows).toHaveCount(11);
  await expect(page.getByText('11 of 250 pages')).toBeVisible();
  await page.getByRole('searchbox').fill('');
  await page.getByLabel('Show').selectOption('findings');
  await expect(rows).toHaveCount(1);
  await rows.first().getByRole('button').press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('broken-link (error): the server answered 404');
  await expect(dialog).toContainText(`${SITE}/p0`);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(incidents).toEqual([]);
});

test('a page in the graph shows its links when it is pointed at', async ({ page, show }) => {
  await show(many);
  await page.locator('.graph [data-place="7"]').hover();
  await expect(page.locator('.graph line.on')).toHaveCount(3);
  await page.locator('.graph [data-place="7"]').click();
  await expect(page.getByRole('dialog')).toContainText('/p7');
});

test('without scripts there are totals, findings, charts and the first pages', async ({ viewer, show, page }) => {
  await show(many);
  const context = await viewer.newContext({ javaScriptEnabled: false });
  const still = await context.newPage();
  await still.goto(page.url());
  await expect(still.locator('#page-rows tr')).toHaveCount(100);
  await expect(still.getByText('1 fails this run')).toBeVisible();
  await expect(still.getByText('the server answered 404')).toBeVisible();
  expect(await still.locator('.chart svg').count()).toBe(4);
  await expect(still.getByRole('searchbox')).toBeHidden();
  await context.close();
});

for (const width of [400, 1_100]) {
  test(`nothing is wider than a window of ${width} pixels`, async ({ page, show }) => {
    await page.setViewportSize({ width, height: 800 });
    await show(hostile);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every text can be read in ${colorScheme} (WCAG AA, 4.5 to 1)`, async ({ page, show }) => {
    await page.emulateMedia({ colorScheme });
    await show(hostile);
    const faint = await page.evaluate(() => {
      const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
      const luminance = (color: string) => {
        const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
          const part = value / 255;
          return part <= 0.039_28 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const groundOf = (element: Element | null): string => {
        for (let at = element; at !== null; at = at.parentElement) {
          const color = getComputedStyle(at).backgroundColor;
          if ((channels(color)[3] ?? 1) > 0) return color;
        }
        return 'rgb(255, 255, 255)';
      };
      return [...document.querySelectorAll('body *')].flatMap((element) => {
        const isText = [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
        );
        if (!isText || element.closest('script, svg, title') !== null) return [];
        const [text, ground] = [luminance(getComputedStyle(element).color), luminance(groundOf(element))];
        const ratio = (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
        return ratio < 4.5 ? [`${element.tagName}.${element.className} ${ratio.toFixed(2)}`] : [];
      });
    });
    expect(faint).toEqual([]);
  });
}

test('a report of twenty thousand pages opens, and shows a hundred', async ({ page, show }) => {
  const pages = Array.from({ length: 20_000 }, (_, at) => reportPage(`/p${at}`, { depth: at % 9 }));
  const edges = Array.from({ length: 20_000 }, (_, at) => [at, (at * 7) % 20_000] as const);
  await show(reportOf({ pages, edges }));
  await expect(page.locator('#page-rows tr')).toHaveCount(100);
  await expect(page.getByText('20000 of 20000 pages')).toBeVisible();
  expect(await page.locator('.graph circle').count()).toBe(300);
});
