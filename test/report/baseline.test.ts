import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  acceptAll,
  type Baseline,
  baselineText,
  compareWithBaseline,
  EMPTY_BASELINE,
  nextBaseline,
  readBaseline,
} from '#src/report/baseline.js';
import type { Report } from '#src/report/report.js';
import { finding, reportOf, reportPage } from '../support/reports.js';

/** What is kept after a run, as the command line does it. */
function keptAfter(report: Report, before: Baseline, { accept = false, failAfter = 1 } = {}): Baseline {
  return nextBaseline(compareWithBaseline(report, before, { failAfter }), before, accept);
}

describe('a baseline', () => {
  it('keeps what was accepted from failing, and nothing else', () => {
    const accepted = keptAfter(reportOf({ findings: [finding('old')] }), EMPTY_BASELINE, { accept: true });
    const report = compareWithBaseline(reportOf({ findings: [finding('old'), finding('fresh')] }), accepted);
    expect(report.findings.map(({ baseline }) => baseline)).toEqual(['known', 'new']);
    expect(report.counts).toMatchObject({ error: 2, failing: 1 });
    expect(report.baseline).toMatchObject({ newFindings: 1, fixed: [] });
    expect(acceptAll(report).counts.failing).toBe(0);
  });

  it('tells what is fixed, but not of a crawl that was cut short', () => {
    const accepted = keptAfter(reportOf({ findings: [finding('old')] }), EMPTY_BASELINE, { accept: true });
    const whole = compareWithBaseline(reportOf(), accepted);
    expect(whole.baseline?.fixed.map(({ id }) => id)).toEqual(['old']);
    const cut = compareWithBaseline(reportOf({ reason: 'max-pages' }), accepted);
    expect(cut.baseline?.fixed).toEqual([]);
    // It stays accepted until somebody accepts that it is gone.
    expect(Object.keys(keptAfter(reportOf(), accepted).findings)).toEqual(['old']);
    expect(Object.keys(keptAfter(reportOf(), accepted, { accept: true }).findings)).toEqual([]);
  });

  it('fails for a flake only when it came so many times in a row', () => {
    const [bad, good] = [reportOf({ findings: [finding('flake')] }), reportOf()];
    const runs = [bad, bad, good, bad, bad, bad];
    let kept = EMPTY_BASELINE;
    const failing = runs.map((report) => {
      const compared = compareWithBaseline(report, kept, { failAfter: 3 });
      kept = nextBaseline(compared, kept, false);
      return compared.counts.failing;
    });
    expect(failing).toEqual([0, 0, 0, 0, 0, 1]);
  });

  it('tells pages that came and went, and titles and lengths that changed', () => {
    const before = reportOf({ pages: [reportPage('/a'), reportPage('/b'), reportPage('/c'), reportPage('/gone')] });
    const accepted = keptAfter(before, EMPTY_BASELINE, { accept: true });
    const now = [
      reportPage('/a'),
      reportPage('/b', { title: 'New' }),
      reportPage('/c', { words: 50 }),
      reportPage('/new'),
    ];
    expect(compareWithBaseline(reportOf({ pages: now }), accepted).baseline).toMatchObject({
      newPages: [expect.stringMatching(/\/new$/)],
      vanishedPages: [expect.stringMatching(/\/gone$/)],
      changedTitles: [{ before: 'Title of /b', after: 'New' }],
      changedWords: [{ before: 100, after: 50 }],
    });
  });

  it('is written the same whatever the order in which things were found', () => {
    const [one, other] = [finding('1'), finding('2')];
    const pages = [reportPage('/a'), reportPage('/b')];
    const text = (findings: Report['findings'], listed: Report['pages']) =>
      baselineText(keptAfter(reportOf({ findings, pages: listed }), EMPTY_BASELINE, { accept: true }));
    expect(text([one, other], pages)).toBe(text([other, one], [...pages].reverse()));
    expect(text([one], pages)).not.toMatch(/\d{4}-\d\d-\d\d/);
  });

  it('is read back as it was written, and refused with a cure where it is none', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'pageward-baseline-'));
    const file = path.join(folder, 'baseline.json');
    expect(await readBaseline(file)).toBeUndefined();
    const kept = keptAfter(reportOf({ findings: [finding('x', { subject: 's' })] }), EMPTY_BASELINE, { accept: true });
    await writeFile(file, baselineText(kept));
    expect(await readBaseline(file)).toEqual(kept);
    for (const text of ['{', '[]', '{"schemaVersion":2,"findings":{},"pages":{}}']) {
      await writeFile(file, text);
      await expect(readBaseline(file)).rejects.toMatchObject({
        code: 'INVALID_OPTION',
        hint: expect.stringContaining('--update-baseline'),
      });
    }
    await rm(folder, { recursive: true });
  });
});
