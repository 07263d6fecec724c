import { HttpReader, webFetch } from 'pageward';
import { expect, it } from 'vitest';
import { routes, serve } from '../support/http-server.js';
import { pngOf } from '../support/image-files.js';
import { httpClient, textOf } from '../support/mcp-client.js';

const PNG = pngOf(100, 100);
const INTERNAL = 'http://169.254.169.254/logo.png';

async function pictures() {
  const image = (path: string) => `<img src="${path}" alt="${path}">`;
  return await serve(
    routes({
      '/': `<main><h1>Pictures</h1><p>Look at these.</p>${['/a.png', '/fake.png', '/huge.png', INTERNAL].map(image).join('')}</main>`,
      '/a.png': { headers: { 'content-type': 'image/png' }, body: PNG },
      '/fake.png': { headers: { 'content-type': 'image/png' }, body: '<script>alert(1)</script>' },
      '/huge.png': { headers: { 'content-type': 'image/png' }, body: Buffer.concat([PNG, Buffer.alloc(2_000_000)]) },
    }),
  );
}

it('shows the images that a model asks for, got through the guard, where the operator allows it', async () => {
  await using site = await pictures();
  await using reader = new HttpReader({ allowPrivate: [site.host] });
  await using connected = await httpClient('2026-07-28', { tools: [webFetch(reader)], images: reader });
  const call = (images: boolean) =>
    connected.client.callTool({ name: 'web_fetch', arguments: { url: `${site.origin}/`, images } });

  const shown = await call(true);
  expect(shown.content.filter(({ type }) => type === 'image')).toEqual([
    { type: 'image', mimeType: 'image/png', data: Buffer.from(PNG).toString('base64') },
  ]);
  expect(shown.content.map(({ type }) => type)).toEqual(['text', 'text', 'image']);
  expect(textOf(shown)).toMatch(/Images \(4\):/);
  expect(site.hits).toContain('GET /huge.png');

  expect((await call(false)).content.map(({ type }) => type)).toEqual(['text']);
});

it('lists images only, unless the operator allows more', async () => {
  await using site = await pictures();
  await using reader = new HttpReader({ allowPrivate: [site.host] });
  await using connected = await httpClient('2026-07-28', { tools: [webFetch(reader)] });
  const listed = await connected.client.callTool({
    name: 'web_fetch',
    arguments: { url: `${site.origin}/`, images: true },
  });
  expect(listed.content.map(({ type }) => type)).toEqual(['text']);
  expect(site.hits).toEqual(['GET /']);
});
