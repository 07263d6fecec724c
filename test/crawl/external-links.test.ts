import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildReport } from '#src/report/build-report.js';
import { crawled, crawledHtml, ofType } from '../support/crawl-site.js';
import { serve, type TestServer } from '../support/http-server.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pageward-external-'));
});
afterEach(() => rm(folder, { recursive: true }));

const serveLinks = (links: readonly string[]) =>
  serve((_request, response) => {
    response.setHeader('content-type', 'text/html').end(crawledHtml(0, links));
  });

/** Crawls one page, asks for what it links to elsewhere, and gives what was noted of it by path. */
async function checked(site: TestServer, elsewhere: TestServer, more: object = {}) {
  const events = await crawled(site, {
    ...{ robots: 'ignore', sitemap: 'skip', retries: 0, externalLinks: true, out: folder },
    readerOptions: { allowPrivate: [site.host, elsewhere.host] },
    ...more,
  });
  const lines = (await readFile(path.join(folder, 'external.jsonl'), 'utf8')).trimEnd().split('\n');
  const rows = lines.map((line) => JSON.parse(line)).map((row) => [new URL(row.url).pathname, row] as const);
  const notices = ofType(events, 'notice').map(({ message }) => message);
  return { rows: new Map(rows), notices };
}

describe('links to other sites', () => {
  it('are asked for once each, and what may pass once more', async () => {
    let isBusy = true;
    await using elsewhere = await serve(({ url }, response) => {
      if (url === '/moved') return void response.writeHead(302, { location: '/good' }).end();
      const status = url === '/gone' ? 404 : url === '/busy' && isBusy ? 503 : 200;
      if (url === '/busy') isBusy = false;
      response.writeHead(status).end('x'.repeat(100_000));
    });
    const paths = ['/good', '/good#part', '/gone', '/busy', '/moved'];
    await using site = await serveLinks([
      ...paths.map((at) => `${elsewhere.origin}${at}`),
      'mailto:x@site.example',
      '/',
    ]);
    const { rows } = await checked(site, elsewhere);
    expect([...rows.keys()]).toEqual(['/good', '/gone', '/busy', '/moved']);
    expect(rows.get('/good')).toMatchObject({ ok: true, status: 200 });
    expect(rows.get('/gone')).toMatchObject({ ok: false, status: 404 });
    expect(rows.get('/busy')).toMatchObject({ ok: true, status: 200 });
    expect(rows.get('/moved')).toMatchObject({ ok: true, finalUrl: `${elsewhere.origin}/good` });
    expect(elsewhere.hits.toSorted()).toEqual(
      ['/busy', '/busy', '/gone', '/good', '/good', '/moved'].map((at) => `GET ${at}`),
    );

    const asked = elsewhere.hits.length;
    await checked(site, elsewhere, { resume: true });
    expect(elsewhere.hits.slice(asked)).toEqual(['GET /gone']);
  });

  it('of a host that asks to be left alone keep the answer that they had, and say how many have none', async () => {
    await using elsewhere = await serve(({ url }, response) => {
      if (url === '/lost') return void response.destroy();
      if (url === '/last') return void response.writeHead(429, { 'retry-after': '99999' }).end();
      response.end('well');
    });
    const paths = ['/lost', '/well', '/last', ...Array.from({ length: 9 }, (_, at) => `/after${at}`)];
    await using site = await serveLinks(paths.map((at) => `${elsewhere.origin}${at}`));
    const { rows, notices } = await checked(site, elsewhere);
    expect(rows.get('/lost')).toMatchObject({ ok: false, code: 'CONNECTION_LOST' });
    expect(rows.get('/last')).toMatchObject({ ok: false, status: 429 });
    expect(rows.get('/after8')).toMatchObject({ ok: false, code: 'RATE_LIMITED' });
    const unasked = [...rows.values()].filter(({ code }) => code === 'RATE_LIMITED').length;
    expect(notices).toContain(`${unasked} could not be checked: their hosts ask to be left alone, or answer nothing`);
    const { findings } = await buildReport(folder);
    const broken = findings.filter(({ kind }) => kind === 'broken-external-link');
    expect(broken.map(({ url }) => new URL(url).pathname)).toEqual(['/last', '/lost']);
  });
});
