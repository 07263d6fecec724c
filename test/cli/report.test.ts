import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { crawledHtml } from '../support/crawl-site.js';
import { serve, type TestServer } from '../support/http-server.js';
import { type CliOptions, runCli } from '../support/run-cli.js';

let home = '';
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'pageward-cli-report-'));
});
afterEach(() => rm(home, { recursive: true }));

/** A site with a broken link, a chain of redirects, an orphan, and links to another site, of which one is broken. */
async function serveFaulty(far: TestServer, gone = new Set(['/gone'])) {
  const description = '<meta name="description" content="What it is about.">';
  const page = (number: number, paths: string[]) => crawledHtml(number, paths, description);
  return serve((request, response) => {
    const { url = '', headers } = request;
    const pages: Record<string, string> = {
      '/': page(0, ['/a', '/gone', '/moved', `${far.origin}/there`, `${far.origin}/not-there`]),
      '/a': page(1, ['/', '/gone', `${far.origin}/there#part`]),
      '/end': page(2, ['/']),
      '/orphan': page(3, ['/']),
      ...(gone.has('/gone') ? {} : { '/gone': page(4, ['/']) }),
    };
    if (url === '/moved') return void response.writeHead(302, { location: '/on' }).end();
    if (url === '/on') return void response.writeHead(301, { location: '/end' }).end();
    if (url === '/sitemap.xml') {
      const entries = ['/a', '/orphan'].map((at) => `<url><loc>http://${headers.host}${at}</loc></url>`);
      return void response.setHeader('content-type', 'application/xml').end(`<urlset>${entries.join('')}</urlset>`);
    }
    const html = pages[url];
    if (html === undefined) return void response.writeHead(404).end();
    response.setHeader('content-type', 'text/html').end(html);
  });
}

const serveFar = () =>
  serve(({ url }, response) => void response.writeHead(url === '/there' ? 200 : 404).end('<p>x</p>'));

function crawlCli(server: TestServer, args: readonly string[], options?: CliOptions) {
  return runCli(
    ['crawl', `${server.origin}/`, '--allow-private', '127.0.0.1/32', '--reader', 'http', ...args],
    options,
  );
}

const json = async (file: string) => JSON.parse(await readFile(path.join(home, file), 'utf8'));

describe('pageward crawl --report', () => {
  it('finds what is amiss, writes each format, and fails for errors', async () => {
    await using far = await serveFar();
    await using server = await serveFaulty(far);
    const summary = path.join(home, 'summary.md');
    const out = path.join(home, 'out');
    const { code, stdout, stderr } = await crawlCli(
      server,
      ['--out', out, '--report', 'html,json,junit,github,markdown'],
      { env: { GITHUB_STEP_SUMMARY: summary } },
    );
    expect(stderr).toContain('checking 2 addresses of other sites');
    expect(stderr).toContain('1 error, 3 warnings, 0 notes; 1 fails');
    expect(code).toBe(1);
    const report = await json('out/report.json');
    const found = report.findings.map(
      ({ kind, url }: { kind: string; url: string }) => `${kind} ${new URL(url).pathname}`,
    );
    expect(found).toEqual([
      'broken-link /gone',
      'broken-external-link /not-there',
      'orphan-page /orphan',
      'redirect-chain /moved',
    ]);
    expect(report.findings[0]).toMatchObject({ referrerCount: 2, status: 404 });
    expect(report).toMatchObject({ schemaVersion: 1, reason: 'complete', seeds: [`${server.origin}/`] });
    expect(await readdir(out)).toEqual(expect.arrayContaining(['report.html', 'junit.xml', 'report.md']));
    expect(stdout).toMatch(/^::error title=pageward%3A broken-link::/);
    expect(await readFile(summary, 'utf8')).toBe(await readFile(path.join(out, 'report.md'), 'utf8'));
    // Each of the other site's addresses was asked for once.
    expect(far.hits.filter((hit) => hit.includes('/there'))).toHaveLength(1);
  });

  it('fails only for what is not in the baseline', async () => {
    await using far = await serveFar();
    const gone = new Set(['/gone']);
    await using server = await serveFaulty(far, gone);
    const file = path.join(home, 'baseline.json');
    const flags = ['--external', 'off', '--baseline', file];
    const missing = await crawlCli(server, ['--out', path.join(home, '0'), ...flags]);
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('--update-baseline') });
    expect(server.hits).toEqual([]);

    const accepted = await crawlCli(server, ['--out', path.join(home, '1'), ...flags, '--update-baseline']);
    expect(accepted).toMatchObject({ code: 0, stderr: expect.stringContaining('nothing fails') });
    expect(far.hits).toEqual([]);
    expect(await crawlCli(server, ['--out', path.join(home, '2'), ...flags])).toMatchObject({ code: 0 });

    gone.delete('/gone');
    const mended = await crawlCli(server, ['--out', path.join(home, '3'), ...flags]);
    expect(mended).toMatchObject({ code: 0, stderr: expect.stringContaining('1 fixed') });

    await writeFile(file, JSON.stringify({ schemaVersion: 1, findings: {}, pages: {} }));
    gone.add('/gone');
    expect(await crawlCli(server, ['--out', path.join(home, '4'), ...flags])).toMatchObject({ code: 1 });
  });

  it('fails for an error only when so many runs in a row had it', async () => {
    await using far = await serveFar();
    await using server = await serveFaulty(far);
    const flags = ['--external', 'off', '--baseline', path.join(home, 'baseline.json'), '--fail-after', '2'];
    expect((await crawlCli(server, ['--out', path.join(home, '1'), ...flags])).code).toBe(0);
    expect((await crawlCli(server, ['--out', path.join(home, '2'), ...flags])).code).toBe(1);
  });

  it('takes the severities that it is given', async () => {
    await using far = await serveFar();
    await using server = await serveFaulty(far);
    const out = ['--out', path.join(home, 'out'), '--report', 'json'];
    const lenient = await crawlCli(server, [...out, '--status-code', '404:warn', '--severity', 'redirect-chain:off']);
    expect(lenient.code).toBe(0);
    const again = (args: string[]) => runCli(['report', path.join(home, 'out'), '--report', 'json', ...args]);
    expect(await again(['--external', 'error', '--status-code', '404:error'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('2 errors'),
    });
    expect(await again(['--severity', 'brokn-link:off'])).toMatchObject({ code: 2 });
    expect(await again(['--status-code', 'abc:warn'])).toMatchObject({ code: 2 });
  });

  it('says what it needs', async () => {
    await using server = await serve((_, response) => void response.end());
    const noFolder = await crawlCli(server, ['--report', 'json']);
    expect(noFolder).toMatchObject({ code: 2, stderr: expect.stringContaining('--out') });
    const shared = await crawlCli(server, [
      '--out',
      path.join(home, 'x'),
      '--report',
      'json',
      '--queue',
      'redis://127.0.0.1:1',
    ]);
    expect(shared).toMatchObject({ code: 2, stderr: expect.stringContaining('pageward report DIR') });
    const noFile = await crawlCli(server, ['--out', path.join(home, 'x'), '--update-baseline']);
    expect(noFile).toMatchObject({ code: 2, stderr: expect.stringContaining('--baseline') });
    expect(server.hits).toEqual([]);
    expect(await runCli(['report', home, '--report', 'json'])).toMatchObject({ code: 2 });
  });

  it('says so when a limit cut the crawl short', async () => {
    await using far = await serveFar();
    await using server = await serveFaulty(far, new Set());
    const args = ['--out', path.join(home, 'out'), '--report', 'json', '--external', 'off', '--max-pages', '2'];
    expect((await crawlCli(server, args)).code).toBe(4);
    expect(await json('out/report.json')).toMatchObject({ reason: 'max-pages' });
  });
});
