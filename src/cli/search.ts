import { withDeadline } from '../base/deadline.js';
import { UsageError } from '../base/errors.js';
import { LIMITS } from '../base/limits.js';
import { parseDomainRules } from '../guard/domain-policy.js';
import type { Guard } from '../guard/guard.js';
import { permittedResults } from '../search/permitted-results.js';
import type { WebSearch } from '../search/search.js';
import { renderResults } from '../tools/search-text.js';
import type { ToolResult } from '../tools/tool.js';
import type { WebSearchAnswer } from '../tools/web-search.js';
import type { CommandCall } from './command.js';
import { EXIT, type ExitCode, exitCodeFor } from './exit-codes.js';
import type { FlagValues } from './flag.js';
import { openGuard } from './open-guard.js';
import type { SEARCH_FLAGS } from './options.js';
import { openOutput, printNote, quietly } from './output.js';
import { policyOf } from './policy.js';

type Values = FlagValues<typeof SEARCH_FLAGS>;

/** A backend, and what it takes to end it. */
interface OpenSearch {
  readonly backend: WebSearch;
  close(): Promise<void>;
}

/**
 * `pageward search`: prints the results of a search. Domain rules choose among the results; the engine itself is asked
 * whatever they say.
 */
export async function search({ args, values, ...call }: CommandCall<typeof SEARCH_FLAGS>): Promise<ExitCode> {
  const query = args.join(' ');
  const forModel = values.tool === true || values.boundary === true;
  if (forModel && values.json) {
    throw new UsageError('--json and --tool exclude each other', { code: 'INVALID_OPTION' });
  }
  const terminal = quietly(call.terminal, values);
  const { maxResults, timeRange, timeout = LIMITS.searchTimeoutMs } = values;
  const { allowDomains, blockDomains, ...policy } = policyOf(values);
  const domains = parseDomainRules({ allowDomains, blockDomains });
  const { guard, close: closeLog } = openGuard(terminal, values, policy);
  const output = await openOutput(terminal);
  const { backend, close } = await openSearch(values, guard);
  try {
    if (forModel) {
      const result = await toolResult(query, values, backend, terminal.signal);
      await output.write(`${result.text}\n`);
      return result.isError ? exitCodeFor(result.error.code) : EXIT.clean;
    }
    const deadline = { signal: terminal.signal, timeoutMs: timeout, what: 'the search' };
    const found = await withDeadline(deadline, (signal) => backend.search(query, { maxResults, timeRange, signal }));
    const { results, warnings } = permittedResults(found, domains);
    const text = values.json ? JSON.stringify({ query, results, warnings }) : renderResults(results);
    await output.write(`${text}\n`);
    if (!values.json) for (const warning of warnings) printNote(terminal, warning);
    return EXIT.clean;
  } finally {
    await close();
    closeLog();
  }
}

/** What a model would get, to the letter; a failure is an answer too. */
async function toolResult(
  query: string,
  { maxResults, timeRange, timeout, boundary, ...values }: Values,
  backend: WebSearch,
  signal: AbortSignal,
): Promise<ToolResult<WebSearchAnswer>> {
  const { webSearch } = await import('../tools/web-search.js');
  const { allowDomains, blockDomains } = policyOf(values);
  const tool = webSearch(backend, {
    ...(timeout !== undefined && { timeoutMs: timeout }),
    ...(allowDomains && { allowDomains }),
    ...(blockDomains && { blockDomains }),
    ...(boundary && { boundary }),
  });
  return tool.run({ query, max_results: maxResults, time_range: timeRange }, { signal });
}

/** Loads the code of the backend and reader that the flags ask for, and of no other. */
export async function openSearch(values: Values, guard: Guard): Promise<OpenSearch> {
  const { backend = 'duckduckgo', reader = 'auto', region, searchEndpoint: endpoint, caBundle, insecureTls } = values;
  const shared = {
    guard,
    ...(caBundle !== undefined && { caBundle }),
    ...(insecureTls && { insecureTls }),
  };
  if (backend === 'tavily') {
    for (const flag of ['region', 'reader'] as const) {
      if (values[flag] === undefined || values[flag] === 'auto') continue;
      throw new UsageError(`--${flag} is for --backend duckduckgo`, { code: 'INVALID_OPTION' });
    }
    const { tavily } = await import('../search/tavily.js');
    const engine = tavily({ ...shared, ...(endpoint !== undefined && { endpoint }) });
    return { backend: engine, close: () => engine.close() };
  }
  const { duckDuckGo } = await import('../search/duckduckgo.js');
  const loader = await openLoader(reader, values, shared);
  const engine = duckDuckGo({
    loader,
    ...(region !== undefined && { region }),
    ...(endpoint !== undefined && { endpoints: [endpoint] }),
  });
  return { backend: engine, close: () => loader.close() };
}

async function openLoader(
  reader: 'auto' | 'http' | 'browser',
  { browserPath, jail, noSandbox }: Values,
  shared: { guard: Guard; caBundle?: string; insecureTls?: boolean },
) {
  if (reader !== 'browser') return new (await import('../reader/http-reader.js')).HttpReader(shared);
  return new (await import('../reader/browser-reader.js')).BrowserReader({
    ...shared,
    ...(browserPath !== undefined && { browserPath }),
    ...(jail && { jail }),
    ...(noSandbox && { sandbox: 'off' as const }),
  });
}
