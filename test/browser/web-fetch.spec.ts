import { expect } from '@playwright/test';
import { webFetch } from '#src/tools/web-fetch.js';
import { html, test, WORDS } from '../support/browser-rig.js';

const parts = Array.from({ length: 30 }, (_, index) => `<h2>Part ${index}</h2><p>${WORDS}</p>`).join('');
const SCRIPTED = html(
  `<main id="m"></main><script>document.querySelector('#m').innerHTML = ${JSON.stringify(`<h1>All</h1>${parts}`)}</script>`,
);

test('takes only success in a browser too', async ({ rig }) => {
  await rig.serve({
    '/page': html(`<main><h1>Here</h1>${WORDS}</main>`),
    '/gone': { ...html(`<h1>Not here</h1>${WORDS}`), status: 404 },
    '/moved': { status: 302, headers: { location: '/gone' } },
    '/picture': { headers: { 'content-type': 'image/png' }, body: '\u0089PNG' },
    '/blank': html('<main></main>'),
  });
  const tool = webFetch(rig.openReader(), { onlySuccess: true });
  const read = (path: string) => tool.run({ url: `http://site.test${path}` });

  await expect(read('/page')).resolves.toMatchObject({ isError: false, data: { rendered: true } });
  const status = { code: 'HTTP_STATUS', statusCode: 404, url: 'http://site.test/gone' };
  await expect(read('/gone')).resolves.toMatchObject({ isError: true, error: status });
  await expect(read('/moved')).resolves.toMatchObject({ isError: true, error: status });
  await expect(read('/picture')).resolves.toMatchObject({ isError: true, error: { code: 'UNSUPPORTED_TYPE' } });
  await expect(read('/blank')).resolves.toMatchObject({ isError: true, error: { code: 'NO_CONTENT' } });
});

test('cuts a document at the limit of one read, and says so', async ({ rig }) => {
  await rig.serve({ '/long': { headers: { 'content-type': 'text/plain' }, body: 'x'.repeat(5_000) } });
  const reader = rig.openReader();
  const { text } = await webFetch(reader, { onlySuccess: true, maxBytes: 700 }).run({ url: 'http://site.test/long' });
  expect(text).toMatch(/\nx{700}\n--- END .*\n\n\[webfetch: response truncated at 700 bytes\]$/);
  expect((await reader.read('http://site.test/long')).text).toHaveLength(5_000);
});

test('outlines what scripts have made', async ({ rig }) => {
  await rig.serve({ '/': SCRIPTED });
  const tool = webFetch(rig.openReader(), { outline: true, maxChars: 2_000 });
  const outline = await tool.run({ url: 'http://site.test/' });
  expect(outline.text).toMatch(/\n\[1\] All \(~\d+ tokens\)\n {2}\[2\] Part 0 \(~\d+ tokens\)\n/);
  const section = await tool.run({ url: 'http://site.test/', section: 7 });
  expect(section.text).toMatch(/\n## Part 5\n\n/);
  expect(section.text).not.toContain('Part 6');
});
