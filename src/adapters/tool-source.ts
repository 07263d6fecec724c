import { invalidOption } from '../base/options.js';
import type { AnyTool } from '../tools/tool.js';
import type { Toolset } from '../tools/toolset.js';

/** What an adapter takes: a set, a list of tools, or one. */
export type ToolSource = Toolset | readonly AnyTool[] | AnyTool;

/** A tool, and what the model calls it. */
export interface NamedTool {
  readonly name: string;
  readonly tool: AnyTool;
}

/** OpenAI and Anthropic refuse a whole request for one name that is longer, or has a dot. */
const MODEL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The tools of a source with the names that they get in a request, each name once.
 *
 * @throws UsageError `INVALID_OPTION`
 */
export function namedTools(source: ToolSource, prefix: string, owner: string): readonly NamedTool[] {
  const named = toolsIn(source, owner).map((tool) => ({ name: `${prefix}${tool.name}`, tool }));
  const bad = named.find(({ name }) => !MODEL_NAME.test(name))?.name;
  if (bad !== undefined) {
    throw invalidOption(
      `${owner}: ${JSON.stringify(bad)} is no name that every provider takes`,
      'name',
      'Use 1 to 64 of the characters A-Z a-z 0-9 _ -, the prefix included.',
    );
  }
  const twice = named.find(({ name }, index) => named.findIndex((one) => one.name === name) < index)?.name;
  if (twice !== undefined) {
    throw invalidOption(`${owner}: two tools have the name ${twice}`, 'name', 'Give each its own.');
  }
  return named;
}

function toolsIn(source: ToolSource, owner: string): readonly AnyTool[] {
  const list = listIn(source);
  if (list?.every((one) => typeof one?.run === 'function' && typeof one.name === 'string')) return list;
  throw invalidOption(
    `${owner}: tools: must be a toolset, tools, or a tool`,
    'tools',
    'Give the tools first, and the options after them; in a list, the tools of a set: [...set.tools, mine].',
  );
}

function listIn(source: ToolSource): readonly AnyTool[] | undefined {
  if (Array.isArray(source)) return source;
  if (typeof source !== 'object' || source === null) return undefined;
  return 'tools' in source ? source.tools : [source as AnyTool];
}
