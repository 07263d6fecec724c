import { expect } from '@playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import type { PdfSettings } from '#src/browser/rendition-settings.js';
import { html, pageWarnings, test, WORDS } from '../support/browser-rig.js';

const URL_READ = 'http://site.test/';

async function pdfOf(base64 = '') {
  const bytes = Buffer.from(base64, 'base64');
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { text, totalPages } = await extractText(pdf, { mergePages: true });
  const [, , width = 0, height = 0] = (await pdf.getPage(1)).view;
  return { text, pages: totalPages, paper: [width, height].map((points) => 10 * Math.round(points / 10)) };
}

test('prints the settled page, without header and footer, on the paper that is asked for', async ({ rig }) => {
  await rig.serve({
    '/': html(`<h1>Printed</h1>${WORDS}<p id="late"></p><p style="break-before: page">on the second page
      <script>fetch('/late').then((answer) => answer.text()).then((text) => { late.textContent = text })</script>`),
    '/late': 'what scripts brought',
  });
  const reader = rig.openReader();
  const print = async (pdf: true | PdfSettings) => {
    const page = await reader.read(URL_READ, { pdf });
    expect(pageWarnings(page.warnings)).toEqual([]);
    expect(page.pdf?.mediaType).toBe('application/pdf');
    return pdfOf(page.pdf?.base64);
  };
  const plain = await print(true);
  expect(plain).toMatchObject({ pages: 2, paper: [600, 840] });
  expect(plain.text).toContain('what scripts brought');
  expect(plain.text).not.toContain('site.test');
  const wide = await print({ format: 'letter', landscape: true, pageRanges: '2', marginMm: 0, scale: 0.5 });
  expect(wide).toMatchObject({ pages: 1, paper: [790, 610] });
  expect(wide.text).toContain('on the second page');
  expect(wide.text).not.toContain('Printed');
});

test('says when there are no such pages, and when the answer is no page', async ({ rig }) => {
  await rig.serve({ '/': html(WORDS), '/text': { headers: { 'content-type': 'text/plain' }, body: 'text' } });
  const reader = rig.openReader();
  const beyond = await reader.read(URL_READ, { pdf: { pageRanges: '7-9' } });
  expect(beyond).not.toHaveProperty('pdf');
  expect(pageWarnings(beyond.warnings)).toEqual([expect.stringContaining('no pages 7-9')]);
  const text = await reader.read(`${URL_READ}text`, { pdf: true, mhtml: true, screenshot: true });
  expect(text).toMatchObject({ text: 'text' });
  expect(pageWarnings(text.warnings)).toEqual(
    ['screenshot', 'PDF', 'MHTML file'].map((what) => expect.stringContaining(`No ${what}`)),
  );
});

test('saves the page with what it shows as one file', async ({ rig }) => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="4"/></svg>';
  await rig.serve({
    '/': html(`${WORDS}<img src="/dot.svg"><p id="late"></p><script>late.textContent = 'made by a script'</script>`),
    '/dot.svg': { headers: { 'content-type': 'image/svg+xml' }, body: svg },
  });
  const page = await rig.openReader().read(URL_READ, { mhtml: true });
  expect(page.mhtml).toMatch(/^From: /);
  expect(page.mhtml).toContain('Snapshot-Content-Location: http://site.test/');
  expect(page.mhtml).toContain('made by a script');
  expect(page.mhtml).toContain('Content-Location: http://site.test/dot.svg');
});

test('makes all of them in one read, which is not cached', async ({ rig }) => {
  const site = await rig.serve({ '/': html(WORDS) });
  const reader = rig.openReader({ cacheTtlMs: 60_000 });
  const page = await reader.read(URL_READ, { pdf: true, mhtml: true, screenshot: true, html: true });
  expect(page).toMatchObject({ pdf: {}, mhtml: expect.any(String), screenshot: {}, html: expect.any(String) });
  const plain = await reader.read(URL_READ);
  for (const rendition of ['pdf', 'mhtml', 'screenshot', 'captured']) expect(plain).not.toHaveProperty(rendition);
  expect(site.requests).toHaveLength(2);
});

test('never holds up a read beyond its deadline', async ({ rig }) => {
  await rig.serve({ '/': html(`${WORDS}<script>setTimeout(() => { for (;;); }, 0)</script>`) });
  const reader = await rig.warmReader();
  const started = performance.now();
  const page = await reader.read(URL_READ, { pdf: true, mhtml: true, timeoutMs: 4_000 });
  expect(performance.now() - started).toBeLessThan(5_000);
  expect(page.text).toContain('plenty of words');
});

for (const [pdf, option] of [
  [{ format: 'a9' }, 'pdf.format'],
  [{ pageRanges: '1-' }, 'pdf.pageRanges'],
  [{ landscpe: true }, 'pdf.landscpe'],
] as const) {
  test(`refuses a wrong ${option}`, async ({ rig }) => {
    const reading = rig.openReader().read(URL_READ, { pdf: pdf as never });
    await expect(reading).rejects.toMatchObject({ code: 'INVALID_OPTION', details: { option } });
  });
}
