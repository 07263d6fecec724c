import { createGuard } from '../guard/guard.js';
import type { DocumentLoader } from '../reader/reader.js';
import type { AnyTool } from '../tools/tool.js';
import { toolset } from '../tools/toolset.js';
import type { FlagValues } from './flag.js';
import type { OpenDecisions } from './open-guard.js';
import { createReader } from './open-reader.js';
import type { MCP_FLAGS, SERVED_TOOLS } from './options.js';
import { policyOf } from './policy.js';
import { openSearch } from './search.js';

type Values = FlagValues<typeof MCP_FLAGS>;

/** The tools that a server of the protocol serves, and what is behind them. */
export interface ServedTools {
  readonly tools: readonly AnyTool[];
  readonly loader: DocumentLoader;
  /** Ends the reader and its browser too. */
  close(): Promise<void>;
}

/**
 * The tools that the flags ask for, over one reader.
 *
 * @throws UsageError `INVALID_OPTION`
 */
export async function openTools(values: Values, { onDecision }: OpenDecisions): Promise<ServedTools> {
  const { caBundle, insecureTls, timeout, reader: kind = 'auto' } = values;
  const policy = { ...policyOf(values), onDecision };
  const trust = { ...(caBundle !== undefined && { caBundle }), ...(insecureTls && { insecureTls }) };
  const reader = await createReader(values, createGuard(policy));
  const { allowDomains: _, blockDomains: __, ...open } = policy;
  const search = await openSearch({ ...searchOf(values), ...trust }, createGuard(open));
  const set = toolset({
    ...policy,
    ...trust,
    reader,
    search: search.backend,
    webSearch: isServed(values, 'web_search') && {},
    webFetch: isServed(values, 'web_fetch') && {
      ...(values.maxChars !== undefined && { maxChars: values.maxChars }),
      ...(values.outline && { outline: true }),
      ...(values.links && { links: values.links }),
    },
    // Over plain HTTP it would be web_fetch once more.
    crawlUrl: isServed(values, 'crawl_url') && kind !== 'http' && {},
    httpRequest: isServed(values, 'http_request') && {
      ...(values.requestMethods && { methods: values.requestMethods }),
      ...(timeout !== undefined && timeout > 0 && { timeoutMs: timeout }),
    },
    now: isServed(values, 'now') && {},
  });
  return {
    tools: set.tools,
    loader: reader,
    close: async () => {
      await Promise.all([set.close(), search.close(), reader.close()]);
    },
  };
}

/** Whether a tool is among those that `--tools` names; without it all are. */
function isServed({ tools }: Values, name: (typeof SERVED_TOOLS)[number]): boolean {
  return tools === undefined || tools.includes(name);
}

function searchOf({ backend, region, searchEndpoint }: Values) {
  return {
    ...(backend !== undefined && { backend }),
    ...(region !== undefined && { region }),
    ...(searchEndpoint !== undefined && { searchEndpoint }),
  };
}
