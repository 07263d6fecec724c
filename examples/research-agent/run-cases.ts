import { BrowserReader, crawlUrl, createGuard, webSearch } from 'pageward';
import { type Case, grade, type Mark } from './grade.ts';
import type { Model } from './model.ts';
import { type Report, research } from './research.ts';
import type { Web } from './stand-in-web.ts';

/** What cases are run with. */
export interface Trial {
  readonly web: Web;
  readonly model: Model;
  readonly signal?: AbortSignal;
}

export interface CaseResult {
  readonly wanted: Case;
  readonly report: Report;
  readonly marks: readonly Mark[];
}

const NOTHING: Report = { answers: [], unbacked: [], pages: [], calls: [] };

/** Does the research of each case, with one browser for all of them, and grades what comes of it. */
export async function* runCases(cases: readonly Case[], { web, model, signal }: Trial): AsyncGenerator<CaseResult> {
  const search = webSearch(web.engine);
  await using reader = new BrowserReader(web.policy);
  // The pages may load what they need from anywhere public; the agent may ask for what the search has found, and so
  // cannot carry what it knows to a host of a page's choosing, unless one of these sites redirects to wherever it is told.
  const readerOf = (allowDomains: readonly string[]) =>
    crawlUrl(reader, { guard: createGuard({ ...web.policy, allowDomains }), maxChars: 20_000 });

  for (const wanted of cases) {
    const before = web.trespasses().length;
    try {
      const report = await research(wanted, { search, readerOf, model, signal });
      yield { wanted, report, marks: grade(wanted, report, web.trespasses().slice(before)) };
    } catch (error) {
      signal?.throwIfAborted();
      // An engine that is tired of us, or a model that writes no JSON: the next case may do better.
      const seen = error instanceof Error ? error.message : String(error);
      yield { wanted, report: NOTHING, marks: [{ rule: 'the research comes to an end', passed: false, seen }] };
    }
  }
}
