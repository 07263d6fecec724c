import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '#src/base/limits.js';
import { buildReport } from '#src/report/build-report.js';
import type { FindingKind, Report } from '#src/report/report.js';
import { pageRow, SITE, writeCrawlFolder } from '../support/reports.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pageward-report-'));
});
afterEach(() => rm(folder, { recursive: true }));

const link = (from: string, to: string, text = 'a link') => ({ from: `${SITE}${from}`, to: `${SITE}${to}`, text });
const failure = (at: string, more: object = {}) => ({
  ...{ url: `${SITE}${at}`, depth: 1, code: 'HTTP_STATUS', message: 'the server answered 404', status: 404 },
  ...more,
});
const judged = (at: string, name: string, faults: object[] = [], more: object = {}) => ({
  ...{ url: `${SITE}${at}`, status: 200, name, ok: faults.length === 0, ...(faults.length > 0 && { faults }) },
  ...more,
});
const ofKind = ({ findings }: Report, kind: FindingKind) => findings.filter((one) => one.kind === kind);

describe('a report', () => {
  it('has each broken link once, with the pages that link there and what they say', async () => {
    await writeCrawlFolder(folder, {
      pages: [pageRow('/'), pageRow('/a')],
      failures: [failure('/gone')],
      links: [link('/', '/gone', 'first'), link('/', '/gone', 'again'), link('/a', '/gone?utm_source=x#top', 'second')],
    });
    const [broken, ...more] = ofKind(await buildReport(folder), 'broken-link');
    expect(more).toEqual([]);
    expect(broken).toMatchObject({ url: `${SITE}/gone`, severity: 'error', status: 404, referrerCount: 2 });
    expect(broken?.referrers).toEqual([
      { url: `${SITE}/`, text: 'first' },
      { url: `${SITE}/a`, text: 'second' },
    ]);
  });

  it('counts a page that links there twice once, however many do', async () => {
    const pages = Array.from({ length: 30 }, (_, at) => `/p${at}`);
    await writeCrawlFolder(folder, {
      pages: pages.map((at) => pageRow(at)),
      failures: [failure('/gone')],
      links: pages.flatMap((at) => [link(at, '/gone'), link(at, '/p0'), link(at, '/gone'), link(at, '/p0')]),
    });
    const report = await buildReport(folder);
    const [broken] = ofKind(report, 'broken-link');
    expect(broken).toMatchObject({ referrerCount: 30 });
    expect(broken?.referrers).toHaveLength(LIMITS.reportReferrers);
    expect(report.pages[0]).toMatchObject({ linksIn: 29 });
    expect(report.edges).toHaveLength(29);
  });

  it('keeps the links between the pages nearest to the seeds, where there are too many', async () => {
    const far = Array.from({ length: 300 }, (_, at) => `/far${at}`);
    await writeCrawlFolder(folder, {
      pages: [...far.map((at) => pageRow(at, { depth: 5 })), pageRow('/', { depth: 0 }), pageRow('/near')],
      links: [
        ...far.flatMap((at) => far.slice(0, 100).map((to) => link(at, to))),
        link('/', '/near'),
        link('/near', '/'),
      ],
    });
    const { edges, pages } = await buildReport(folder);
    expect(edges).toHaveLength(LIMITS.reportEdges);
    expect(edges.slice(0, 2)).toEqual([
      [300, 301],
      [301, 300],
    ]);
    expect(pages[0]).toMatchObject({ linksIn: 299 });
  });

  it('has the beginning of a page, whatever it is cut in, and its first images', async () => {
    const text = `${'x'.repeat(LIMITS.reportPreviewChars - 1)}🙂 and more`;
    const images = Array.from({ length: 80 }, (_, at) => ({ url: `${SITE}/${at}.png`, alt: '' }));
    await writeCrawlFolder(folder, { pages: [pageRow('/', { text, images })] });
    const [page] = (await buildReport(folder)).pages;
    expect(page).toMatchObject({ preview: text.slice(0, LIMITS.reportPreviewChars), imageCount: 80 });
    expect(page?.images).toHaveLength(LIMITS.reportImages);
  });

  it('does not call broken what a resumed crawl has read after all, nor what robots.txt forbids', async () => {
    await writeCrawlFolder(folder, {
      pages: [pageRow('/'), pageRow('/late')],
      failures: [failure('/late'), failure('/private', { code: 'REFUSED_ROBOTS', status: undefined })],
    });
    const { findings, failures, isAudited } = await buildReport(folder);
    expect(findings).toEqual([]);
    expect(isAudited).toBe(false);
    expect(failures.map(({ url }) => url)).toEqual([`${SITE}/private`]);
  });

  it('says what the pages lack, and what their rows tell', async () => {
    const head = { documentTitle: 'App', metaDescription: 'An app.' };
    const audit = { ...head, words: 200, serverWords: 3, imagesWithoutAlt: { count: 2, urls: ['x'] } };
    const noted = { mixedContent: { count: 1, urls: ['http://x/'] }, consoleErrors: { count: 1, messages: ['no'] } };
    await writeCrawlFolder(folder, {
      pages: [
        pageRow('/', { title: ' ', metadata: {} }),
        pageRow('/heading', { audit: { words: 3, metaDescription: 'x' } }),
        pageRow('/plain', { mediaType: 'text/plain', title: undefined, metadata: {} }),
        pageRow('/app', { rendered: true, audit: { ...audit, ...noted } }),
        pageRow('/slow', { timing: { totalMs: 9_000, loadMs: 5_000 } }),
        pageRow('/copy', { nearDuplicateOf: `${SITE}/` }),
        pageRow('/refused', { refusals: [{ url: 'http://169.254.169.254/', code: 'REFUSED_ADDRESS', reason: 'no' }] }),
        pageRow('/contract'),
      ],
      expectations: [
        judged('/contract', 'prices', [{ what: '.price', expected: '1', actual: '0' }]),
        judged('/contract', 'title'),
      ],
    });
    const report = await buildReport(folder);
    const places = report.findings.map(({ kind, url, severity }) => `${severity} ${kind} ${url.slice(SITE.length)}`);
    expect(places).toEqual([
      'error expectation /contract',
      'warning console-error /app',
      'warning duplicate-content /copy',
      'warning missing-title /',
      'warning missing-title /heading',
      'warning mixed-content /app',
      'warning needs-javascript /app',
      'warning refused-request /refused',
      'warning slow-page /slow',
      'info missing-alt /app',
      'info missing-description /',
    ]);
    expect(report.counts).toEqual({ error: 1, warning: 8, info: 2, failing: 1 });
    expect(report.isAudited).toBe(true);
    expect(report.pages.find(({ url }) => url.endsWith('/app'))?.findings).toHaveLength(4);
  });

  it('goes by the last that was judged of a URL, and finds no fault with an answer that is as expected', async () => {
    const fault = [{ what: 'page', expected: 'to be read', actual: 'TIMEOUT: x' }];
    await writeCrawlFolder(folder, {
      pages: [pageRow('/')],
      failures: [failure('/gone'), failure('/gone-too'), failure('/down', { code: 'TIMEOUT', status: undefined })],
      expectations: [
        judged('/', 'mended', fault),
        judged('/', 'mended'),
        judged('/gone', 'is gone', [], { status: 404 }),
        judged('/gone-too', 'is gone', [], { status: 404 }),
        judged('/gone-too', 'says why', fault, { status: 404 }),
        judged('/down', 'is up', fault, { status: undefined }),
      ],
    });
    const { findings } = await buildReport(folder);
    expect(
      findings.map(({ kind, url, subject = '' }) => `${kind} ${url.slice(SITE.length)} ${subject}`.trim()),
    ).toEqual([
      'broken-link /down',
      'broken-link /gone-too',
      'expectation /down is up',
      'expectation /gone-too says why',
    ]);
  });

  it('tells chains of redirects from single ones, also of other sites', async () => {
    const hop = (to: string) => ({ url: `${SITE}/r`, statusCode: 302, location: to, kind: 'http' });
    await writeCrawlFolder(folder, {
      pages: [pageRow('/'), pageRow('/end', { redirects: [hop(`${SITE}/end`)] })],
      redirected: [{ url: `${SITE}/r`, finalUrl: `${SITE}/end`, redirects: [hop(`${SITE}/m`), hop(`${SITE}/end`)] }],
      external: [
        { url: 'https://far.example/', ok: true, status: 200, redirects: [hop('https://a/'), hop('https://b/')] },
        { url: 'https://near.example/', ok: true, status: 200 },
      ],
      links: [link('/', '/r', 'moved')],
    });
    const chains = ofKind(await buildReport(folder), 'redirect-chain');
    expect(chains.map(({ url }) => url)).toEqual(['https://far.example/', `${SITE}/r`]);
    expect(chains[1]).toMatchObject({
      referrers: [{ text: 'moved' }],
      details: [expect.stringContaining('302'), expect.anything()],
    });
  });

  it('takes broken links to other sites for warnings, unless told otherwise', async () => {
    await writeCrawlFolder(folder, {
      pages: [pageRow('/')],
      external: [
        { url: 'https://far.example/', ok: false, status: 503 },
        { url: 'http://10.0.0.1/', ok: false, code: 'REFUSED_ADDRESS', message: 'no' },
        { url: 'https://blocked.example/', ok: false, code: 'REFUSED_DOMAIN', message: 'no' },
      ],
    });
    const report = await buildReport(folder);
    expect(report.findings.map(({ kind, severity }) => `${severity} ${kind}`)).toEqual([
      'warning broken-external-link',
      'warning refused-request',
    ]);
    const strict = await buildReport(folder, {
      severity: { 'broken-external-link': 'error', 'refused-request': 'off' },
    });
    expect(strict.counts).toEqual({ error: 1, warning: 0, info: 0, failing: 1 });
    const lenient = await buildReport(folder, { statusCodes: [{ status: '5xx', severity: 'off' }] });
    expect(ofKind(lenient, 'broken-external-link')).toEqual([]);
  });

  it('finds pages that the sitemap names and no page links to, but for the seeds', async () => {
    await writeCrawlFolder(folder, {
      pages: [pageRow('/', { depth: 0 }), pageRow('/linked'), pageRow('/orphan')],
      links: [link('/', '/linked')],
      sitemap: ['/', '/linked', '/orphan', '/unread'].map((at) => ({
        url: `${SITE}${at}`,
        sitemap: `${SITE}/sitemap.xml`,
      })),
    });
    await writeFile(
      path.join(folder, 'crawl.json'),
      JSON.stringify({ reason: 'complete', totals: {}, seeds: [`${SITE}/`] }),
    );
    const report = await buildReport(folder);
    expect(ofKind(report, 'orphan-page').map(({ url }) => url)).toEqual([`${SITE}/orphan`]);
    expect(report.pages.map(({ linksIn }) => linksIn)).toEqual([0, 1, 0]);
    expect(report.edges).toEqual([[0, 1]]);
  });

  it('leaves out a torn last line, and names one that is damaged before the end', async () => {
    await writeCrawlFolder(folder, { pages: [pageRow('/')] });
    await appendFile(path.join(folder, 'pages.jsonl'), '{"url":"https://si');
    expect((await buildReport(folder)).pages).toHaveLength(1);
    await appendFile(path.join(folder, 'pages.jsonl'), `\n${JSON.stringify(pageRow('/b'))}\n`);
    await expect(buildReport(folder)).rejects.toMatchObject({ code: 'JOURNAL_CORRUPT', details: { line: 2 } });
  });

  it('needs a folder with a crawl', async () => {
    await expect(buildReport(folder)).rejects.toMatchObject({ code: 'JOURNAL_MISSING' });
  });

  it('has the same findings, and ids, each time it is made', async () => {
    await writeCrawlFolder(folder, { pages: [pageRow('/', { title: '' })], failures: [failure('/b'), failure('/a')] });
    const [one, other] = [await buildReport(folder), await buildReport(folder)];
    expect(one).toEqual(other);
    expect(new Set(one.findings.map(({ id }) => id)).size).toBe(3);
  });
});
