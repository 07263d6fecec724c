import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { crawledHtml, serveSite } from '../support/crawl-site.js';
import { routes, serve, type TestServer } from '../support/http-server.js';
import { hasRedis, TestRedis } from '../support/redis.js';
import { type CliOptions, runCli } from '../support/run-cli.js';

let out = '';
beforeEach(async () => {
  out = path.join(await mkdtemp(path.join(tmpdir(), 'pageward-cli-crawl-')), 'crawl');
});
afterEach(() => rm(path.dirname(out), { recursive: true }));

const crawlCli = (server: TestServer, args: readonly string[], options?: CliOptions) =>
  runCli(['crawl', `${server.origin}/`, '--allow-private', server.host, '--reader', 'http', ...args], options);
const linesOf = (text: string) => text.trimEnd().split('\n');

describe('pageward crawl', () => {
  it('writes each page as a line of JSON on stdout, and all else on stderr', async () => {
    await using server = await serveSite(6);
    const { code, stdout, stderr } = await crawlCli(server, []);
    expect(code).toBe(0);
    const pages = linesOf(stdout).map((line) => JSON.parse(line));
    expect(pages).toHaveLength(6);
    expect(pages[0]).toMatchObject({ seq: 1, url: `${server.origin}/`, depth: 0, statusCode: 200, title: 'Page 0' });
    expect(stderr).toMatch(/^pageward: 6 pages \(0 in a browser\), 0 failed, .*nothing is left to read\n$/);
  });

  it('says of a host that is left alone what it is, and not with each of its pages', async () => {
    const paths = Array.from({ length: 12 }, (_, index) => `/${index + 1}`);
    await using server = await serve((request, response) => {
      if (request.url === '/robots.txt') return void response.writeHead(404).end();
      if (request.url === '/') return void response.setHeader('content-type', 'text/html').end(crawledHtml(0, paths));
      response.writeHead(429, { 'retry-after': '99999' }).end();
    });
    const args = ['--sitemap', 'skip', '--concurrency', '1', '--retries', '0'];
    const told = (text: string) => linesOf(text).filter((line) => line.includes('RATE_LIMITED')).length;
    const few = await crawlCli(server, args);
    expect(few.code).toBe(1);
    expect(told(few.stderr)).toBe(3);
    expect(few.stderr).toMatch(/\d more failed for a host that was left alone; --verbose prints them\n.*12 failed/);
    expect(told((await crawlCli(server, [...args, '--verbose'])).stderr)).toBeGreaterThan(3);
    expect(told((await crawlCli(server, [...args, '--progress', 'json'])).stderr)).toBeGreaterThan(3);
  });

  it('says what to do about a site of one’s own that is not let through', async () => {
    await using server = await serveSite(1);
    const { code, stderr } = await runCli(['crawl', `${server.origin}/`, '--reader', 'http']);
    expect(code).toBe(1);
    expect(stderr).toContain('allowPrivate');
    expect(server.hits).toEqual([]);
  });

  it('says that the Redis of a crawl cannot be reached, without its password', async () => {
    await using server = await serveSite(1);
    const { code, stderr } = await crawlCli(server, ['--queue', 'redis://user:secret@127.0.0.1:1/']);
    expect(code).toBe(3);
    expect(stderr).toContain('QUEUE_UNREACHABLE');
    expect(stderr).not.toContain('secret');
    expect(await crawlCli(server, ['--queue', 'http://127.0.0.1:1/'])).toMatchObject({ code: 2 });
    expect(await crawlCli(server, ['--crawl-name', 'x'])).toMatchObject({ code: 2 });
    expect(server.hits).toEqual([]);
  });

  it.skipIf(!hasRedis())('shares a crawl by a Redis with whoever runs the same command', async () => {
    await using server = await serveSite(30);
    const redis = await TestRedis.start();
    try {
      const args = ['--queue', redis.url, '--crawl-name', 'both', '--out', out, '--concurrency', '2'];
      const both = await Promise.all([crawlCli(server, args), crawlCli(server, args)]);
      for (const { code, stderr } of both) {
        expect(code).toBe(0);
        expect(stderr).toContain('30 pages');
      }
      expect(await readdir(path.join(out, 'pages'))).toHaveLength(30);
    } finally {
      await redis.close();
    }
  });

  it('keeps a crawl in a folder, and goes on with it', async () => {
    await using server = await serveSite(30);
    const first = await crawlCli(server, ['--out', out, '--max-pages', '10']);
    expect(first).toMatchObject({ code: 4, stdout: '' });
    expect(await readdir(path.join(out, 'pages'))).toHaveLength(10);
    const again = await crawlCli(server, ['--out', out]);
    expect(again.code).toBe(2);
    expect(again.stderr).toMatch(/\[JOURNAL_EXISTS\]\n {2}hint: .*--resume/);
    const other = await crawlCli(server, ['--out', out, '--resume', '--scope', 'domain']);
    expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('[JOURNAL_DIFFERS]') });
    expect((await crawlCli(server, ['--out', out, '--resume'])).code).toBe(0);
    const rows = linesOf(await readFile(path.join(out, 'pages.jsonl'), 'utf8')).map((line) => JSON.parse(line).url);
    expect(new Set(rows).size).toBe(30);
    expect(rows).toHaveLength(30);
  });

  it('can be stopped, and gone on with', async () => {
    await using server = await serveSite(60);
    const stopped = await crawlCli(server, ['--out', out, '--delay', '30'], {
      onStart: (child) => {
        const timer = setInterval(() => {
          if (server.hits.length <= 12) return;
          clearInterval(timer);
          child.kill('SIGINT');
        }, 5);
      },
    });
    expect(stopped.code).toBe(130);
    expect(stopped.stderr).toContain('--resume goes on');
    expect(await readdir(out)).not.toContain('crawl.lock');
    const rest = await crawlCli(server, ['--out', out, '--resume']);
    expect(rest.code).toBe(0);
    expect(await readdir(path.join(out, 'pages'))).toHaveLength(60);
  });

  it('exits with 1 when pages failed, or none could be read', async () => {
    await using server = await serve(routes({ '/': crawledHtml(0, ['/gone']) }));
    const { code, stderr } = await crawlCli(server, []);
    expect(code).toBe(1);
    expect(stderr).toContain(`${server.origin}/gone: the server answered 404 [HTTP_STATUS] (on ${server.origin}/)`);
    await using closed = await serve(routes({ '/robots.txt': 'User-agent: *\nDisallow: /' }));
    expect((await crawlCli(closed, [])).code).toBe(1);
  });

  it('follows only what it is told to', async () => {
    await using server = await serve(
      routes({ '/': crawledHtml(0, ['/docs/a', '/docs/old/b', '/blog']), '/docs/a': crawledHtml(1, []) }),
    );
    const { code, stdout, stderr } = await crawlCli(server, ['--include', '/docs/**', '--exclude', '**/old/**', '-v']);
    expect(code).toBe(0);
    expect(linesOf(stdout).map((line) => JSON.parse(line).url)).toEqual([
      `${server.origin}/`,
      `${server.origin}/docs/a`,
    ]);
    expect(stderr).toContain(`left aside ${server.origin}/blog: not-included`);
    expect(stderr).toContain(`left aside ${server.origin}/docs/old/b: excluded`);
  });

  it('tells where it stands as JSON', async () => {
    await using server = await serveSite(4);
    const { stderr } = await crawlCli(server, ['--progress', 'json']);
    expect(JSON.parse(linesOf(stderr).at(-1) ?? '')).toMatchObject({
      type: 'done',
      reason: 'complete',
      totals: { pages: 4 },
    });
  });

  it('says which flag a reader without a browser cannot serve', async () => {
    await using server = await serveSite(1);
    const { code, stderr } = await crawlCli(server, ['--device', 'Pixel 5']);
    expect(code).toBe(2);
    expect(stderr).toContain('--device needs a browser');
  });

  it('refuses internal seeds, as every command does', async () => {
    await using server = await serveSite(1);
    const { code, stderr } = await runCli(['crawl', `${server.origin}/`, '--reader', 'http', '--robots', 'ignore']);
    expect(code).toBe(1);
    expect(stderr).toContain('[REFUSED_ADDRESS]');
    expect(server.hits).toEqual([]);
  });

  it('ends quietly when whoever reads has had enough', async () => {
    await using server = await serveSite(60);
    const { code } = await crawlCli(server, ['--delay', '5'], {
      onStart: (child) => child.stdout?.once('data', () => child.stdout?.destroy()),
    });
    expect(code).toBe(0);
  });
});
