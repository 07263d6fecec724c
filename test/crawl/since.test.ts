import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CrawlOptions } from '#src/crawl/crawl-options.js';
import { crawled, crawledHtml, endOf, ofType } from '../support/crawl-site.js';
import { serve } from '../support/http-server.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pageward-since-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A site whose pages may change, each with an ETag; asked with the right one it answers 304. */
async function serveChanging(first: Record<string, string>) {
  const pages = new Map(Object.entries(first));
  const answers: string[] = [];
  const server = await serve(({ url = '', headers }, response) => {
    const html = pages.get(url);
    if (html === undefined) return void response.writeHead(404).end();
    const etag = `"${html.length}-${html.charCodeAt(html.indexOf('<p>') + 4)}"`;
    const status = headers['if-none-match'] === etag ? 304 : 200;
    answers.push(`${url} ${status}`);
    response.writeHead(status, { 'content-type': 'text/html', etag }).end(status === 304 ? undefined : html);
  });
  return { server, pages, answers };
}

/** A site of a page that links to two. */
const twoLinked = { '/': crawledHtml(0, ['/a', '/b']), '/a': crawledHtml(1, []), '/b': crawledHtml(2, []) };

const quiet: CrawlOptions = { robots: 'ignore', sitemap: 'skip' };
const earlier = () => path.join(folder, 'before');
const later = () => path.join(folder, 'after');

describe('a crawl since another', () => {
  it('tells what is new, changed, the same and gone, and fetches only what has changed', async () => {
    const site = await serveChanging({
      '/': crawledHtml(0, ['/same', '/changed', '/gone']),
      '/same': crawledHtml(1, ['/below']),
      '/below': crawledHtml(5, []),
      '/changed': crawledHtml(2, []),
      '/gone': crawledHtml(3, []),
    });
    await using server = site.server;
    await crawled(server, { ...quiet, out: earlier() });
    site.pages.set('/', crawledHtml(9, ['/same', '/changed', '/new']));
    site.pages.set('/changed', crawledHtml(77, []));
    site.pages.set('/new', crawledHtml(4, []));
    site.pages.delete('/gone');
    site.answers.length = 0;

    const events = await crawled(server, { ...quiet, out: later(), since: earlier() });
    const changes = Object.fromEntries(
      ofType(events, 'change').map(({ url, change }) => [new URL(url).pathname, change]),
    );
    expect(changes).toEqual({
      '/': 'changed',
      '/same': 'same',
      '/below': 'same',
      '/changed': 'changed',
      '/new': 'new',
      '/gone': 'gone',
    });
    expect(endOf(events).totals.changes).toEqual({ new: 1, changed: 2, same: 2, gone: 1 });
    expect(site.answers).toContain('/same 304');
    expect(site.answers).toContain('/below 304');
    expect(site.answers.filter((answer) => answer.startsWith('/same'))).toHaveLength(1);

    const lines = (await readFile(path.join(later(), 'changes.jsonl'), 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toHaveLength(6);
    // What was not fetched is there all the same.
    const [file = ''] = (await readdir(path.join(later(), 'pages'))).filter((name) => name.includes('__same'));
    const textOf = async (of: string) => (await readFile(path.join(of, 'pages', file), 'utf8')).split('\n---\n')[1];
    expect(await textOf(later())).toBe(await textOf(earlier()));
    // And can be compared with in turn.
    const third = await crawled(server, { ...quiet, since: later() });
    expect(endOf(third).totals.changes).toEqual({ new: 0, changed: 0, same: 5, gone: 0 });
  });

  it('does not take for gone what it did not come to', async () => {
    const site = await serveChanging(twoLinked);
    await using server = site.server;
    await crawled(server, { ...quiet, out: earlier() });
    expect(endOf(await crawled(server, { ...quiet, since: earlier(), maxPages: 1 })).totals.changes?.gone).toBe(0);
  });

  it('tells of one that is resumed once what is gone', async () => {
    const site = await serveChanging(twoLinked);
    await using server = site.server;
    await crawled(server, { ...quiet, out: earlier() });
    site.pages.set('/', crawledHtml(9, ['/a']));
    const options = { ...quiet, out: later(), since: earlier() };
    await crawled(server, { ...options, maxPages: 1 });
    await crawled(server, { ...options, resume: true });
    await crawled(server, { ...options, resume: true });
    const lines = (await readFile(path.join(later(), 'changes.jsonl'), 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).change).sort()).toEqual(['changed', 'gone', 'same']);
  });

  it('needs a crawl to compare with', async () => {
    await using server = await serve((_, response) => void response.end());
    await expect(crawled(server, { since: folder })).rejects.toMatchObject({ code: 'JOURNAL_MISSING' });
  });
});
