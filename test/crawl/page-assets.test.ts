import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { crawled, crawledHtml, endOf } from '../support/crawl-site.js';
import { serve } from '../support/http-server.js';

it('a crawl fetches the images of its pages once each, through the guard, and says which it has', async () => {
  const out = await mkdtemp(path.join(tmpdir(), 'pageward-assets-'));
  const picture = (source: string) => `<img src="${source}" alt="A picture">`;
  await using server = await serve(({ url = '' }, response) => {
    if (url === '/one.png') return void response.writeHead(200, { 'content-type': 'image/png' }).end('png');
    if (url === '/drawn.svg') return void response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg/>');
    if (url !== '/' && url !== '/1') return void response.writeHead(404).end();
    const images = ['/one.png', '/drawn.svg', '/gone.jpg', 'http://127.0.0.1:1/inside.png'].map(picture).join('');
    const html = crawledHtml(url === '/' ? 0 : 1, ['/1']).replace('<ul>', `<p>${images} words beside them</p><ul>`);
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  try {
    const options = { out, assets: true, sitemap: 'skip' } as const;
    expect(endOf(await crawled(server, options)).totals.pages).toBe(2);
    const lines = (await readFile(path.join(out, 'assets.jsonl'), 'utf8')).trimEnd().split('\n');
    const assets = new Map(lines.map((line) => JSON.parse(line)).map(({ url, ...rest }) => [url, rest]));
    const { file } = assets.get(`${server.origin}/one.png`);
    expect(await readFile(path.join(out, 'assets', file), 'utf8')).toBe('png');
    expect(await readdir(path.join(out, 'assets'))).toEqual([file]);
    expect(assets.get(`${server.origin}/drawn.svg`)).toEqual({ code: 'UNSUPPORTED_TYPE' });
    expect(assets.get(`${server.origin}/gone.jpg`)).toEqual({ code: 'HTTP_STATUS', status: 404 });
    expect(assets.get('http://127.0.0.1:1/inside.png')?.code).toMatch(/^REFUSED_/);
    // Gone on with, what is there is not fetched again.
    await crawled(server, { ...options, resume: true });
    expect(server.hits.filter((hit) => hit === 'GET /one.png')).toHaveLength(1);
  } finally {
    await rm(out, { recursive: true });
  }
});
