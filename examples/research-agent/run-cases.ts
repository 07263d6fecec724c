import { BrowserReader, crawlUrl, createGuard, webSearch } from 'pageward';
import { type Case, grade, type Mark } from './grade.ts';
import type { Model } from './model.ts';
import { type Report, research } from './research.ts';
import type { Web } from './stand-in-web.ts';

export interface CaseResult {
  readonly wanted: Case;
  readonly report: Report;
  readonly marks: readonly Mark[];
}

/** Does the research of each case, with one browser for all of them, and grades what comes of it. */
export async function runCases(cases: readonly Case[], web: Web, model: Model): Promise<CaseResult[]> {
  const search = webSearch(web.engine);
  const reader = new BrowserReader(web.policy);
  // The pages may load what they need from anywhere public; the agent may ask for what the search has found, and so
  // cannot carry what it knows to a host of a page's choosing, unless one of these sites redirects to wherever it is told.
  const readerOf = (allowDomains: readonly string[]) =>
    crawlUrl(reader, { guard: createGuard({ ...web.policy, allowDomains }), maxChars: 20_000 });
  try {
    const results: CaseResult[] = [];
    for (const wanted of cases) {
      const before = web.trespasses().length;
      const report = await research(wanted, { search, readerOf, model });
      results.push({ wanted, report, marks: grade(wanted, report, web.trespasses().slice(before)) });
    }
    return results;
  } finally {
    await reader.close();
  }
}
