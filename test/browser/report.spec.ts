import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, test as base, chromium, expect, type Page } from '@playwright/test';
import { locateBrowser } from '#src/browser/locate.js';
import { htmlReport } from '#src/report/html/html-report.js';
import type { Report } from '#src/report/report.js';
import { FINDING_KINDS } from '#src/report/severity.js';
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
      status: at === 9 ? 203 : 200,
      words: at,
      rendered: at % 2 === 0,
      elapsedMs: at * 10,
      linksIn: at === 7 ? 12 : 1,
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
  await page.getByRole('combobox', { name: 'Status' }).selectOption('203');
  await expect(rows).toHaveCount(1);
  await expect(rows.first().getByRole('link')).toHaveAttribute('href', `${SITE}/p9`);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('any');
  await page.getByRole('combobox', { name: 'Depth' }).selectOption('3');
  await expect(page.getByText('83 of 250 pages')).toBeVisible();
  await page.getByRole('combobox', { name: 'Depth' }).selectOption('any');
  await page.getByLabel('Show').selectOption('findings');
  await expect(rows).toHaveCount(1);
  await rows.first().getByRole('button').press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Title of /p7' });
  await expect(dialog).toContainText('broken-link (error): the server answered 404');
  await expect(dialog).toContainText('Linked from (12)');
  await expect(dialog).toContainText('and 10 more');
  await expect(dialog.getByRole('button', { name: `${SITE}/p0` })).toBeVisible();
  await dialog.getByRole('button', { name: `${SITE}/p9` }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Title of /p9' })).toContainText(`${SITE}/p7`);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(incidents).toEqual([]);
});

test('a page in the graph shows its links when it is pointed at', async ({ page, show }) => {
  await show(many);
  await page.locator('.graph [data-place="7"]').hover();
  await expect(page.locator('.graph line.on')).toHaveCount(3);
  await page.locator('.graph [data-place="7"]').click();
  await expect(page.getByRole('dialog')).toContainText('/p7');
});

test('the graph is walked by the keyboard, and is one stop of it', async ({ page, show }) => {
  await show(many);
  const graph = page.locator('.graph');
  expect(await graph.locator('[tabindex="0"]').count()).toBe(1);
  await page.locator('.graph [data-place="0"]').focus();
  await expect(page.locator('.graph line.on')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  const second = page.locator('.graph [data-row="1"]:focus');
  await expect(second).toHaveCount(1);
  const from = Number(await second.getAttribute('cx'));
  await page.keyboard.press('ArrowRight');
  expect(Number(await second.getAttribute('cx'))).toBeGreaterThan(from);
  await page.keyboard.press('ArrowLeft');
  expect(Number(await second.getAttribute('cx'))).toBe(from);
  expect(await graph.locator('[tabindex="0"]').count()).toBe(1);
  const title = (await second.textContent())?.split(' https')[0] ?? '';
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: title })).toBeVisible();
});

test('what was not read and is no finding is listed', async ({ page, show }) => {
  const forbidden = {
    url: `${SITE}/private`,
    depth: 1,
    from: `${SITE}/`,
    code: 'REFUSED_ROBOTS',
    message: 'robots.txt forbids it',
  };
  const broken = { url: `${SITE}/b`, depth: 1, code: 'HTTP_STATUS', message: 'the server answered 404', status: 404 };
  await show(reportOf({ failures: [forbidden, broken], findings: [finding('b', { code: 'HTTP_STATUS' })] }));
  await page.getByText('REFUSED_ROBOTS 1').click();
  await expect(page.getByText('robots.txt forbids it')).toBeVisible();
  expect(await page.getByText('the server answered 404').count()).toBe(1);
});

test('on paper nothing is folded away', async ({ page, show }) => {
  await show(hostile);
  const folded = page.locator('details:not([open])');
  const before = await folded.count();
  expect(before).toBeGreaterThan(0);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(folded).toHaveCount(0);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(folded).toHaveCount(before);
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
  expect(await still.locator('table button').count()).toBe(0);
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
    await page.locator('#page-rows button').first().click();
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
        if (!isText || element.closest('script, title') !== null) return [];
        const { color, fill } = getComputedStyle(element);
        const isDrawn = element instanceof SVGElement;
        const [text, ground] = [luminance(isDrawn ? fill : color), luminance(groundOf(element))];
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

test('a report of pages that say as much as they can is no larger than 20 MB, and says what it leaves out', async ({
  page,
  show,
}) => {
  const long = '<'.repeat(5_000);
  const images = Array.from({ length: 50 }, () => ({ url: `${SITE}/${long}`, alt: long }));
  const pages = Array.from({ length: 20_000 }, (_, at) => {
    return reportPage(`/p${at}`, {
      title: long,
      preview: long.slice(0, 600),
      images,
      findings: at === 19_000 ? ['x'] : [],
    });
  });
  const referrers = Array.from({ length: 20 }, () => ({ url: `${SITE}/${long}`, text: long }));
  const details = Array.from({ length: 20 }, () => long);
  const findings = FINDING_KINDS.flatMap((kind) => {
    return Array.from({ length: 300 }, (_, at) => finding(`${kind}${at}`, { kind, referrers, details, message: long }));
  });
  const report = reportOf({ pages, findings: [...findings, finding('x')] });
  expect(Buffer.byteLength(htmlReport(report))).toBeLessThan(20_000_000);
  await show(report);
  await expect(
    page.getByText(/^To keep this file small, \d+ pages and the details of \d+ pages are in report.json/),
  ).toBeVisible();
});

test('of a page whose details are left out the rest is shown', async ({ page, show }) => {
  const images = Array.from({ length: 50 }, () => ({ url: `${SITE}/${'long'.repeat(120)}`, alt: '' }));
  const pages = Array.from({ length: 1_000 }, (_, at) =>
    reportPage(`/p${at}`, { images, findings: at === 900 ? ['x'] : [] }),
  );
  await show(reportOf({ pages, findings: [finding('x')] }));
  await page.getByRole('searchbox').fill('/p999');
  await page.locator('#page-rows button').first().click();
  await expect(page.getByRole('dialog')).toContainText('are in report.json');
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox').fill('/p900');
  await page.locator('#page-rows button').first().click();
  await expect(page.getByRole('dialog')).toContainText('broken-link (error)');
});
