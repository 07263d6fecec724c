import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { type Answer, routes, serve, type TestServer } from '../support/http-server.js';
import { type CliResult, runCli } from '../support/run-cli.js';

const links = (...targets: string[]): string => targets.map((target) => `<a href="${target}">x</a>`).join('\n');
const urlset = (...urls: string[]): string =>
  `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;

/** `pageward map` of a server's start page, and the paths that it prints. */
async function map(server: TestServer, ...flags: string[]): Promise<CliResult & { readonly paths: string[] }> {
  const result = await runCli(['map', `${server.origin}/`, '--allow-private', server.host, ...flags]);
  const lines = result.stdout.split('\n').filter((line) => line !== '');
  return { ...result, paths: lines.map((line) => line.replace(server.origin, '')) };
}

const site = (answers: Readonly<Record<string, Answer | string>>) => serve(routes(answers));

describe('pageward map', () => {
  it('prints the URLs of sitemaps and links, each once, one a line, and reads no page that a sitemap names', async () => {
    await using server = await serve((request, response) =>
      routes({
        '/robots.txt': {
          headers: { 'content-type': 'text/plain' },
          body: `Sitemap: http://${request.headers.host}/s.xml`,
        },
        '/s.xml': urlset('/a', '/b?utm_source=x', '/c'),
        '/': `<base href="/x/">${links('/a', '../d?b=2&amp;a=1', '/d?a=1&b=2', 'https://elsewhere.example/', 'mailto:x@y.example', '#top')}`,
        '/d?b=2&a=1': links('/e', '/file.pdf', '/'),
        '/e': links('/f'),
        '/f': '<p>The end',
      })(request, response),
    );
    const { paths, code, stderr } = await map(server);
    expect(paths).toEqual(['/', '/a', '/b', '/c', '/d?b=2&a=1', '/e', '/file.pdf', '/f']);
    expect([code, stderr]).toEqual([0, '']);
    const asked = server.hits.map((hit) => hit.replace('GET ', '')).sort();
    expect(asked).toEqual(['/', '/d?b=2&a=1', '/e', '/f', '/robots.txt', '/s.xml']);
  });

  it('prints where each was found with --json', async () => {
    await using server = await site({
      '/sitemap.xml': '<urlset><url><loc>/a</loc><lastmod>2026-11-30</lastmod></url></urlset>',
      '/': links('/b'),
      '/b': '',
    });
    const { stdout } = await map(server, '--json');
    const found: unknown[] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(found).toEqual([
      { url: `${server.origin}/`, source: 'start' },
      {
        url: `${server.origin}/a`,
        source: 'sitemap',
        from: `${server.origin}/sitemap.xml`,
        lastModified: '2026-11-30',
      },
      { url: `${server.origin}/b`, source: 'link', from: `${server.origin}/` },
    ]);
  });

  it('keeps to the scope and the patterns that it is given', async () => {
    await using server = await site({
      '/sitemap.xml': urlset('/docs/a', '/blog/b', '/docs/private/c'),
      '/': links('/docs/d', '/blog/e'),
      '/docs/d': links('/docs/f', '/about'),
    });
    const { paths } = await map(server, '--include', '/docs/**', '--exclude', '/docs/private/**');
    expect(paths).toEqual(['/', '/docs/a', '/docs/d', '/docs/f']);
    const below = await runCli([
      'map',
      `${server.origin}/docs/d`,
      '--allow-private',
      server.host,
      '--scope',
      'prefix',
      '--sitemap',
      'skip',
    ]);
    expect(below.stdout).toBe(`${server.origin}/docs/d\n`);
  });

  it('takes sitemaps alone, or links alone', async () => {
    const answers = { '/sitemap.xml': urlset('/a'), '/': links('/b'), '/a': links('/c') };
    await using server = await site(answers);
    expect((await map(server, '--sitemap', 'only')).paths).toEqual(['/', '/a']);
    expect(server.hits).not.toContain('GET /');
    await using other = await site({ ...answers, '/b': links('/a') });
    expect((await map(other, '--sitemap', 'skip')).paths).toEqual(['/', '/b', '/a', '/c']);
    expect(other.hits).not.toContain('GET /sitemap.xml');
  });

  it('does as robots.txt and robots tags ask, unless it is told to ignore them', async () => {
    const answers = {
      '/robots.txt': 'User-agent: pageward\nDisallow: /closed',
      '/': links('/closed', '/tagged', '/open'),
      '/closed': links('/behind-closed'),
      '/tagged': `<meta name="robots" content="nofollow">${links('/behind-tagged')}`,
      '/open': { headers: { 'x-robots-tag': 'nofollow' }, body: links('/behind-header') },
    };
    await using server = await site(answers);
    const { paths, code, stderr } = await map(server);
    expect(paths).toEqual(['/', '/closed', '/tagged', '/open']);
    expect(server.hits).not.toContain('GET /closed');
    expect([code, stderr]).toEqual([0, expect.stringContaining('REFUSED_ROBOTS')]);
    expect((await map(server, '--robots', 'ignore')).paths.sort()).toEqual(
      ['/', '/closed', '/tagged', '/open', '/behind-closed', '/behind-tagged', '/behind-header'].sort(),
    );
  });

  it('follows no nofollow link with --skip-nofollow', async () => {
    await using server = await site({ '/': `${links('/a')}<a rel="ugc NoFollow" href="/b">b</a>` });
    expect((await map(server)).paths).toEqual(['/', '/a', '/b']);
    expect((await map(server, '--skip-nofollow')).paths).toEqual(['/', '/a']);
  });

  it('ends at its limits, and says so by 4; exactly so many URLs are none too many', async () => {
    await using server = await site({ '/': links('/1', '/2', '/3'), '/1': '', '/2': '', '/3': '' });
    const cut = await map(server, '--max-urls', '3');
    expect([cut.paths, cut.code]).toEqual([['/', '/1', '/2'], 4]);
    expect((await map(server, '--max-urls', '4')).code).toBe(0);
    expect((await map(server, '--max-urls', '3', '--quiet')).stderr).toBe('');
    expect(cut.stderr).toContain('--max-urls');
    const few = await map(server, '--max-pages', '1');
    expect([few.paths.length, few.code]).toEqual([4, 4]);
    expect((await map(server, '--max-pages', '4')).code).toBe(0);
  });

  it.each([
    ['robots.txt is silent', '/robots.txt', [], 'REFUSED_ROBOTS'],
    ['the sitemap is silent', '/sitemap.xml', ['/b', '/c'], 'TIMEOUT'],
    ['a page is silent', '/b', ['/a', '/b', '/c'], 'TIMEOUT'],
  ])('ends in time where %s', async (_name, silent, found, code) => {
    const answers = routes({ '/sitemap.xml': urlset('/a'), '/': links('/b', '/c'), '/a': '', '/b': '', '/c': '' });
    await using server = await serve((request, response) =>
      request.url === silent ? undefined : answers(request, response),
    );
    const { paths, stderr } = await map(server, '--timeout', '500');
    expect(paths).toEqual(['/', ...found]);
    expect(stderr).toContain(code);
  });

  it('ends at its limits where a site has no end', async () => {
    const endless: RequestListener = (request, response) => {
      const at = Number(request.url?.slice(1).replace('sitemap.xml', '0').replace('robots.txt', '0') || 0);
      response.end(links(`/${at * 2 + 1}`, `/${at * 2 + 2}`));
    };
    await using server = await serve(endless);
    const { paths, code } = await map(server, '--max-urls', '200');
    expect([paths.length, new Set(paths).size, code]).toEqual([200, 200, 4]);
  });

  it('prints each URL as it is found', async () => {
    let isHeld = true;
    let release: () => void = () => undefined;
    await using server = await serve((request, response) => {
      const body = request.url === '/' ? links('/a') : '';
      if (request.url === '/a' && isHeld) release = () => response.end(body);
      else response.end(body);
    });
    const seen = await runCli(['map', `${server.origin}/`, '--allow-private', server.host], {
      onStart(child) {
        child.stdout?.on('data', (chunk: Buffer) => {
          if (!chunk.includes('/a\n')) return;
          // The page that it leads to has not been answered yet.
          isHeld = false;
          release();
        });
      },
    });
    expect(seen.stdout).toBe(`${server.origin}/\n${server.origin}/a\n`);
  });

  it('ends at once when it is interrupted', async () => {
    let asked: () => void = () => undefined;
    await using server = await serve(() => asked());
    const { code } = await runCli(['map', `${server.origin}/`, '--allow-private', server.host], {
      onStart(child) {
        asked = () => child.kill('SIGINT');
      },
    });
    expect(code).toBe(130);
  });

  it('says who it is, and whom to turn to with --contact', async () => {
    const agents = new Set<string | undefined>();
    await using server = await serve((request, response) => {
      agents.add(request.headers['user-agent']);
      response.end();
    });
    await map(server, '--contact', 'crawl@example.com');
    expect([...agents]).toEqual([
      expect.stringMatching(/^Mozilla\/5\.0 \(compatible; pageward\/\S+; \+https:\S+; crawl@example\.com\)$/),
    ]);
    const both = await map(server, '--contact', 'crawl@example.com', '--user-agent', 'x');
    expect(both.code).toBe(2);
    expect((await map(server, '--contact', 'two words')).code).toBe(2);
  });

  it('is a failed read where nothing can be had, and wrong use without a URL', async () => {
    await using server = await site({});
    const { code, stderr } = await map(server);
    expect([code, stderr]).toEqual([1, expect.stringContaining('HTTP_STATUS')]);
    expect(await map(server, '--sitemap', 'only')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no sitemap names more'),
    });
    expect((await runCli(['map', `${server.origin}/`])).code).toBe(1);
    expect(server.hits.length).toBeGreaterThan(0);
    expect((await runCli(['map', 'not a url'])).code).toBe(2);
    expect((await runCli(['map'])).code).toBe(2);
    expect((await runCli(['map', 'https://a.example/', '--include', 're:('])).code).toBe(2);
  });
});
