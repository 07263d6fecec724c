import { JSDOM } from 'jsdom';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { githubCommands } from '#src/report/formats/github.js';
import { junitReport } from '#src/report/formats/junit.js';
import { markdownReport } from '#src/report/formats/markdown.js';
import { finding, reportOf, reportPage, SITE } from '../support/reports.js';

const HOSTILE = 'a]]>\u0000<b>&"\'\n::error::x\r\n| y | \uD800 \u202E [l](javascript:x) <img src=x onerror=y> @all `c`';

const hostile = reportOf({
  pages: [reportPage('/', { title: HOSTILE })],
  findings: [
    finding('x', {
      url: `${SITE}/`,
      message: HOSTILE,
      details: [HOSTILE],
      referrers: [{ url: HOSTILE, text: HOSTILE }],
      referrerCount: 1,
    }),
    finding('y', { severity: 'warning', kind: 'missing-title', url: HOSTILE, message: HOSTILE }),
  ],
});

describe('JUnit', () => {
  const parsed = (xml: string) => new JSDOM(xml, { contentType: 'application/xml' }).window.document;

  it('has a suite for each host and a case for each URL, and fails for what fails', () => {
    const report = reportOf({
      pages: [reportPage('/'), reportPage('/a')],
      findings: [
        finding('gone'),
        finding('far', { url: 'https://far.example/x', severity: 'warning' }),
        finding('known', { url: `${SITE}/a`, baseline: 'known' }),
      ],
    });
    const document = parsed(junitReport(report));
    const suites = [...document.querySelectorAll('testsuite')].map((suite) => [
      suite.getAttribute('name'),
      suite.getAttribute('tests'),
      suite.getAttribute('failures'),
    ]);
    expect(suites).toEqual([
      ['site.example', '3', '1'],
      ['far.example', '1', '0'],
    ]);
    const failed = [...document.querySelectorAll('failure')].map((failure) =>
      failure.parentElement?.getAttribute('name'),
    );
    expect(failed).toEqual([`${SITE}/gone`]);
    expect(document.querySelectorAll('system-out')).toHaveLength(2);
  });

  it('is XML whatever pages say', () => {
    const document = parsed(junitReport(hostile));
    expect(document.querySelector('parsererror')).toBeNull();
    expect(document.querySelector('b, img')).toBeNull();
    expect(document.querySelector('failure')?.textContent).toContain('<img src=x onerror=y>');
  });
});

describe('GitHub’s annotations', () => {
  it('are one line each, whatever pages say', () => {
    const lines = githubCommands(hostile).trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^::error title=pageward%3A broken-link::/);
    expect(lines[1]).toMatch(/^::warning title=pageward%3A missing-title::/);
  });

  it('are no more than GitHub shows, those that fail first', () => {
    const many = Array.from({ length: 30 }, (_, index) =>
      finding(`e${index}`, { baseline: index < 5 ? 'known' : 'new' }),
    );
    const notes = [finding('info', { severity: 'info' })];
    const lines = githubCommands(reportOf({ findings: [...many, ...notes] }))
      .trimEnd()
      .split('\n');
    expect(lines.filter((line) => line.startsWith('::error'))).toHaveLength(10);
    expect(lines.filter((line) => line.startsWith('::warning'))).toHaveLength(5);
  });

  it('escape what would end a property or a line', () => {
    const [line] = githubCommands(reportOf({ findings: [finding('x', { message: '100% of: a, b' })] })).split('\n');
    expect(line).toBe(`::error title=pageward%3A broken-link::${SITE}/x: 100%25 of: a, b`);
  });
});

describe('the Markdown report', () => {
  const rendered = (text: string) =>
    new JSDOM(micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true })).window
      .document;

  it('shows what pages say as text: no element, link, mention or cell of theirs', () => {
    const document = rendered(markdownReport(hostile));
    expect(document.querySelectorAll('img, b, code, a, script')).toHaveLength(0);
    const rows = [...document.querySelectorAll('tbody tr')].map((row) => row.children.length);
    expect(rows).toEqual([7, 4, 4]);
    expect(document.body.textContent).toContain('<img src=x onerror=y>');
  });

  it('says what fails, and what is new', () => {
    const report = reportOf({
      findings: [finding('x', { baseline: 'new' })],
      baseline: { newFindings: 1, fixed: [], newPages: [], vanishedPages: [], changedTitles: [], changedWords: [] },
    });
    const text = markdownReport(report);
    expect(text).toMatch(/^# ❌ /);
    expect(text).toContain('1 new, 0 known, 0 fixed');
    expect(markdownReport(reportOf())).toMatch(/^# ✅ /);
  });

  it('says how much was not read that is no finding', () => {
    const failures = ['/a', '/b'].map((at) => {
      return { url: `${SITE}${at}`, depth: 1, code: 'REFUSED_ROBOTS', message: 'robots.txt forbids it' };
    });
    expect(markdownReport(reportOf({ failures }))).toContain('Not read, and no finding: 2 REFUSED&#95;ROBOTS.');
    expect(markdownReport(reportOf())).not.toContain('Not read');
  });

  it('stays within what GitHub takes of a summary', () => {
    const findings = Array.from({ length: 5_000 }, (_, index) =>
      finding(`x${index}`, { kind: index % 2 ? 'broken-link' : 'slow-page', message: 'm'.repeat(300) }),
    );
    const report = reportOf({ findings });
    expect(Buffer.byteLength(markdownReport(report, 3_000))).toBeLessThanOrEqual(3_000);
    expect(markdownReport(report)).toContain('… and 2475 more.');
  });
});
