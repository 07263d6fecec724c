import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type Browser, test as base, chromium, expect, type Page } from '@playwright/test';
import { locateBrowser } from '#src/browser/locate.js';
import { Arrivals } from '../support/arrivals.js';
import { routes, serve, type TestServer } from '../support/http-server.js';
import { type ServeCli, startServe } from '../support/serve-cli.js';

const SENTENCE = 'The harbour town woke slowly that morning, and the fishermen had already been at sea for hours.';
const TOKEN = 'a-token-for-tests-0123456789';

/** Everything by which a page's own text could do more than be read, as Markdown, which is taken as it is. */
const HOSTILE = `# <script>document.title='owned'</script> Heading

<script>alert(1)</script> <img src=x onerror=alert(2)> <iframe srcdoc="<script>alert(3)</script>"></iframe>

[a](javascript:alert(4)) [b](JaVaScRiPt:alert(5)) [c](data:text/html,<script>alert(6)</script>) [d][ref] <javascript:alert(7)>

![picture](http://127.0.0.1:9/tracker.png) ![<b>alt</b>](javascript:alert(8))

[ref]: javascript:alert(9)

\u202egnp.exe\u202c and \u2066turned\u2069 around\u200b

---

</article></section></div><style>*{display:none}</style>

<<<UNTRUSTED>>> \`\`\` <<<END>>>

${'x'.repeat(3_000)} ${'https://example.com/'.repeat(40)}

| ${'wide '.repeat(60)} | b |
| - | - |
| 1 | ${'w'.repeat(300)} |

${'- deep\n'.repeat(300)}
`;

interface Running {
  readonly site: TestServer;
  readonly server: ServeCli;
  /** Requests of pages that the site leaves open. */
  readonly hung: Arrivals<ServerResponse>;
}

interface Rig {
  readonly site: TestServer;
  readonly server: ServeCli;
  /** A page of a browser that is let to nowhere but this machine's test servers. */
  readonly page: Page;
  /** Every address that the page asked for. */
  readonly asked: string[];
  /** Dialogs, errors of scripts, breaches of the policy. */
  readonly incidents: string[];
}

const test = base.extend<Rig, { viewer: Browser; running: Running }>({
  viewer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted off the pattern.
    async ({}, use) => {
      const { path } = await locateBrowser();
      const args = ['--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'];
      const browser = await chromium.launch({ executablePath: path, args });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  running: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const late = `<div id="a">Loading</div><script>
        fetch('http://169.254.169.254/latest').catch(() => {});
        setTimeout(() => { document.getElementById('a').outerHTML =
          '<article id="late"><h1>Low water</h1>' + '<p>${SENTENCE}</p>'.repeat(9) +
          '<table><tr><th>Time</th><th>Height</th></tr><tr><td>04:10</td><td>0.4 m</td></tr></table>' +
          '<p><a href="/two">The other page</a></p><img src="/boat.png" alt="A boat at the quay"></article>';
        }, 50);
      </script>`;
      const evilTitle = '<title>\u202eevil\u202c &lt;img src=x onerror=alert(1)&gt; </title>';
      const hung = new Arrivals<ServerResponse>();
      const pages = routes({
        '/js': `<title>Made by scripts</title><body>${late}`,
        '/plain': `<title>Plain</title><main><h1>Plain</h1><p>${SENTENCE}</p></main>`,
        '/evil': `${evilTitle}<meta name="description" content="<script>alert(1)</script>"><main><p>${SENTENCE}</p></main>`,
        '/hostile.md': { headers: { 'content-type': 'text/markdown; charset=utf-8' }, body: HOSTILE },
        '/long.md': { headers: { 'content-type': 'text/markdown' }, body: `${SENTENCE}\n\n`.repeat(2_000) },
        '/hanging': `<title>Hanging</title><main><p>${SENTENCE}</p></main><script>fetch('/hang')</script>`,
        '/elsewhere': '<title>Elsewhere</title><body>',
      });
      const site = await serve((request, response) => {
        if (request.url === '/hang') hung.put(response);
        else pages(request, response);
      });
      const server = await startServe(['--allow-private', site.host, '--verbose']);
      await use({ site, server, hung });
      await server.stop();
      await site.close();
    },
    { scope: 'worker' },
  ],
  site: ({ running }, use) => use(running.site),
  server: ({ running }, use) => use(running.server),
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  asked: ({}, use) => use([]),
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  incidents: ({}, use) => use([]),
  page: async ({ viewer, running, asked, incidents }, use) => {
    const context = await viewer.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    await context.route('**', (route) => {
      const url = route.request().url();
      asked.push(url);
      const isOurs = [running.server.origin, `${running.site.origin}/`].some((origin) => url.startsWith(origin));
      return isOurs ? route.continue() : route.abort();
    });
    page.on('dialog', (dialog) => {
      incidents.push(`dialog: ${dialog.message()}`);
      return dialog.dismiss();
    });
    page.on('pageerror', (error) => incidents.push(`error: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error' && /Content Security Policy|Trusted/.test(message.text())) {
        incidents.push(message.text());
      }
    });
    await use(page);
    await context.close();
  },
});

/** Asks for a page as a person does, and waits for the answer. */
async function tryUrl(page: Page, server: ServeCli, url: string, options = ''): Promise<void> {
  await page.goto(`${server.origin}?u=${encodeURIComponent(url)}${options}`);
  await page.getByRole('button', { name: 'Read' }).click();
  await expect(page.locator('#answer')).toBeVisible({ timeout: 30_000 });
}

test('shows a page that scripts make: rendered, its source, and how it was read', async ({
  page,
  server,
  site,
  asked,
  incidents,
}) => {
  await tryUrl(page, server, `${site.origin}/js`, '&reader=browser&screenshot=true');
  const rendered = page.getByRole('region', { name: 'Rendered' });
  await expect(rendered.getByRole('heading', { name: 'Low water' })).toBeVisible();
  await expect(rendered.getByRole('cell', { name: '0.4 m' })).toBeVisible();
  await expect(rendered.getByRole('link', { name: 'The other page' })).toHaveAttribute('href', `${site.origin}/two`);
  await expect(rendered.getByRole('link')).toHaveAttribute('rel', 'noreferrer noopener nofollow');
  await expect(rendered).toContainText('Picture: A boat at the quay');
  await expect(page.getByRole('region', { name: 'Markdown' })).toContainText('| 04:10 | 0.4 m |');

  const answer = page.locator('#answer');
  await expect(answer.getByRole('img', { name: /in all: .*loading/ })).toBeVisible();
  await expect(page.getByRole('status')).toContainText(/^Read in .*about \d+ tokens/);
  const card = (title: RegExp) => answer.locator('section.card', { has: page.getByRole('heading', { name: title }) });
  await expect(card(/^Refused/)).toContainText('REFUSED_ADDRESS');
  await expect(card(/^Refused/)).toContainText('http://169.254.169.254/latest');
  await expect(card(/^Readiness/)).toContainText(/in a browser.*Verdict.*settled/s);
  await expect(card(/^Extraction/)).toContainText(/Coverage.*%/s);
  await expect(card(/^Metadata/)).toContainText('Made by scripts');
  await expect(card(/^Images/)).toContainText(`${site.origin}/boat.png`);
  await expect(card(/^Links/)).toContainText('The other page');
  await expect(page.getByRole('img', { name: 'The page as the browser showed it' })).toBeVisible();

  expect(asked.filter((url) => !url.startsWith(server.origin) && !url.startsWith('data:'))).toEqual([]);
  expect(site.hits).not.toContain('GET /boat.png?');
  expect(incidents).toEqual([]);
});

test('shows hostile text as text: nothing of it runs, loads, leads anywhere or turns what is around it', async ({
  page,
  server,
  site,
  asked,
  incidents,
}) => {
  await tryUrl(page, server, `${site.origin}/hostile.md`);
  const rendered = page.getByRole('region', { name: 'Rendered' });
  await expect(rendered).toContainText('<script>alert(1)</script>');
  await expect(rendered).toContainText('<img src=x onerror=alert(2)>');
  await expect(page.getByRole('region', { name: 'Markdown' })).toContainText("<script>document.title='owned'</script>");
  await expect(page.getByRole('region', { name: 'Markdown' })).toContainText('⟨U+202E⟩gnp.exe⟨U+202C⟩');
  const found = await page.locator('#answer').evaluate((answer) => ({
    elements: answer.querySelectorAll('script, iframe, object, embed, style, link, form, img, base, meta').length,
    handlers: [...answer.querySelectorAll('*')].filter((element) =>
      element.getAttributeNames().some((name) => name.startsWith('on') || name === 'style' || name === 'srcdoc'),
    ).length,
    schemes: [...new Set([...answer.querySelectorAll('a')].map(({ protocol }) => protocol))],
    turning: /[\u202a-\u202e\u2066-\u2069\u200b]/.test(answer.querySelector('.shown')?.textContent ?? ''),
  }));
  expect(found).toEqual({ elements: 0, handlers: 0, schemes: ['http:', 'https:'], turning: false });
  await rendered.getByText('a', { exact: true }).first().click();
  expect(await page.title()).toBe('Pageward: read a page');
  expect(asked.filter((url) => !url.startsWith(server.origin))).toEqual([]);
  expect(incidents).toEqual([]);
});

test('writes out what would turn a title, and shows markup in what a page says of itself', async ({
  page,
  server,
  site,
  incidents,
}) => {
  await tryUrl(page, server, `${site.origin}/evil`);
  const title = page.locator('.head h2');
  await expect(title).toContainText('⟨U+202E⟩evil⟨U+202C⟩ <img src=x onerror=alert(1)>');
  await expect(page.locator('#answer')).toContainText('<script>alert(1)</script>');
  expect(incidents).toEqual([]);
});

test('fits a narrow screen, whatever is shown', async ({ page, server, site }) => {
  await page.setViewportSize({ width: 400, height: 800 });
  for (const path of ['/hostile.md', '/plain']) {
    await tryUrl(page, server, `${site.origin}${path}`, '&content=full');
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    expect(widths).toEqual([400, 400]);
  }
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`can be read in ${colorScheme}: every text stands out by 4.5 to 1`, async ({ page, server, site }) => {
    await page.emulateMedia({ colorScheme });
    await tryUrl(page, server, `${site.origin}/js`, '&reader=browser');
    const { ground, faint } = await page.evaluate(() => {
      const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
      const luminance = (color: string) => {
        const [r = 0, g = 0, b = 0] = channels(color).map((value) => {
          const share = value / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const groundOf = (element: Element | null): string => {
        if (element === null) return 'rgb(255, 255, 255)';
        const { backgroundColor } = getComputedStyle(element);
        return channels(backgroundColor)[3] === 0 ? groundOf(element.parentElement) : backgroundColor;
      };
      const texts = [...document.querySelectorAll('body *')].filter((element) =>
        [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim() !== ''),
      );
      const faint = texts.flatMap((element) => {
        const [one, other] = [luminance(getComputedStyle(element).color), luminance(groundOf(element))];
        const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
        return ratio < 4.5 ? [`${element.outerHTML.slice(0, 80)} ${ratio.toFixed(2)}`] : [];
      });
      return { ground: luminance(groundOf(document.body)), faint };
    });
    expect(faint).toEqual([]);
    expect(ground > 0.5).toBe(colorScheme === 'light');
  });
}

test('is used by keyboard, and every field has a name', async ({ page, server, site }) => {
  await page.goto(server.origin);
  await expect(page.getByLabel('Address')).toBeFocused();
  await page.keyboard.type(`${site.origin}/plain`);
  await expect(page.locator('#command')).toHaveText(`curl '${server.origin}${site.origin}/plain'`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Plain' }).first()).toBeVisible();
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll('input, select, button')]
      .filter((field) => (field as HTMLInputElement).labels?.length === 0 && field.textContent === '')
      .map((field) => field.outerHTML),
  );
  expect(nameless).toEqual([]);
});

test('can be linked to, and reads nothing by that', async ({ page, server, site, asked }) => {
  await page.goto(`${site.origin}/elsewhere`);
  const link = `${server.origin}?u=${encodeURIComponent(`${site.origin}/plain`)}&content=full&noCache=true`;
  await page.evaluate((href) => {
    const anchor = document.createElement('a');
    anchor.href = href;
    anchor.textContent = 'Try it';
    document.body.append(anchor);
  }, link);
  await page.getByRole('link', { name: 'Try it' }).click();
  await expect(page.getByLabel('Address')).toHaveValue(`${site.origin}/plain`);
  await expect(page.getByLabel('Content')).toHaveValue('full');
  await expect(page.getByLabel('Read anew')).toBeChecked();
  expect(asked.filter((url) => url.includes('/try/read?'))).toEqual([]);
  await page.getByRole('button', { name: 'Read' }).click();
  await expect(page.locator('#answer')).toBeVisible();
  expect(page.url()).toBe(link);
});

test('says what was not read, and why', async ({ page, server }) => {
  await tryUrl(page, server, 'http://10.0.0.1/');
  await expect(page.locator('.problem')).toContainText('REFUSED_ADDRESS');
  await expect(page.getByRole('status')).toHaveText('Not read: REFUSED_ADDRESS.');
  await tryUrl(page, server, 'no address');
  await expect(page.locator('.problem')).toContainText('INVALID_URL');
});

test('shows a long page piece by piece', async ({ page, server, site }) => {
  await tryUrl(page, server, `${site.origin}/long.md`);
  await expect(page.locator('#answer')).toContainText(/Shown up to character [\d,]+ of 19\d,\d+/);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.locator('#answer')).toContainText(/Shown up to character 1[12]\d,\d+ of/);
});

test('stops when it is told to', async ({ page, server, site }) => {
  await page.goto(`${server.origin}?u=${encodeURIComponent(`${site.origin}/plain`)}&waitFor=20000`);
  await page.getByRole('button', { name: 'Read' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('status')).toHaveText('Stopped.');
  await server.said(/try\/read .*waitFor=20000.* 499 /);
});

test('closes the tab of a client that goes', async ({ server, site, running: { hung } }) => {
  const leaving = new AbortController();
  const url = `${server.origin}read?url=${site.origin}/hanging&reader=browser&waitFor=%23never`;
  const reading = fetch(url, { signal: leaving.signal });
  const request = await hung.take();
  const closed = once(request, 'close');
  leaving.abort();
  await expect(reading).rejects.toThrow();
  await closed;
  expect(await (await fetch(`${server.origin}health`)).json()).toMatchObject({ inFlight: 0, browser: 'found' });
});

test('asks for the token where there is one', async ({ page, site, incidents }) => {
  await using locked = await startServe(['--reader', 'http', '--allow-private', site.host, '--token', TOKEN]);
  await page.route(`${locked.origin}**`, (route) => route.continue());
  await tryUrl(page, locked, `${site.origin}/plain`);
  await expect(page.locator('.problem')).toContainText('UNAUTHORIZED');
  await page.getByLabel('Token').fill(TOKEN);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Plain' }).first()).toBeVisible();
  expect(page.url()).not.toContain(TOKEN);
  expect(incidents).toEqual([]);
});

test('lets no page of another site read through it, nor see that it reads', async ({ page, server, site }) => {
  const target = `${server.origin}${site.origin}/plain?by=another`;
  await page.goto(`${site.origin}/elsewhere`);
  const seen = await page.evaluate(async (url) => {
    const loads = (tag: 'img' | 'script' | 'iframe') =>
      new Promise<string>((resolve) => {
        const element = document.createElement(tag);
        element.onload = () => resolve('loaded');
        element.onerror = () => resolve('failed');
        element.src = url;
        document.body.append(element);
      });
    const get = (options: RequestInit) =>
      fetch(url, options).then(
        (answer) => answer.type,
        () => 'failed',
      );
    const [cors, opaque] = [await get({}), await get({ mode: 'no-cors' })];
    return { cors, opaque, img: await loads('img'), script: await loads('script'), frame: await loads('iframe') };
  }, target);
  expect(seen).toMatchObject({ cors: 'failed', opaque: 'failed', img: 'failed', script: 'failed' });
  await page.evaluate((url) => location.assign(url), target);
  await expect(page.locator('body')).toContainText('CROSS_SITE');
  expect(site.hits.filter((hit) => hit.includes('by=another'))).toEqual([]);
  // The same from a program is read.
  expect((await fetch(target)).status).toBe(200);
});

test('lets no page of another site have its browser read ahead through it', async ({ viewer, server, site }) => {
  const target = (by: string) => `${server.origin}${site.origin}/plain?by=${by}`;
  const context = await viewer.newContext();
  const page = await context.newPage();
  await page.goto(`${site.origin}/elsewhere`);
  const ahead = { prefetch: [target('prefetch')], prerender: [target('prerender')] };
  await page.evaluate(({ prefetch, prerender }) => {
    const rules = document.createElement('script');
    rules.type = 'speculationrules';
    rules.textContent = JSON.stringify({ prefetch: [{ urls: prefetch }], prerender: [{ urls: prerender }] });
    document.body.append(rules);
  }, ahead);
  await server.said(/by=prefetch \d+ /);
  await server.said(/by=prerender \d+ /);
  await context.close();
  expect(site.hits.filter((hit) => /by=pre/.test(hit))).toEqual([]);
});

test('a request has a browser wait, scroll and take a picture for it', async ({ server, site }) => {
  const read = (more: string) => fetch(`${server.origin}read?url=${encodeURIComponent(`${site.origin}/js`)}${more}`);
  const waited = await read('&waitFor=%23late&format=json');
  expect(await waited.json()).toMatchObject({ rendered: true, text: expect.stringContaining('0.4 m') });
  const missing = await read('&waitFor=%23never&timeout=3000');
  expect([missing.status, missing.headers.get('x-pageward-error')]).toEqual([504, 'TIMEOUT']);
  const picture = await read('&format=png&scroll=1');
  expect(picture.headers.get('content-type')).toBe('image/png');
  expect(
    Buffer.from(await picture.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  const html = await read('&format=html&reader=browser');
  expect(await html.text()).toContain('A boat at the quay');
});
