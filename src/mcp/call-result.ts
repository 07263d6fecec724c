import type { CallToolResult } from '@modelcontextprotocol/server';
import type { PagewardError } from '../base/errors.js';
import type { Structure } from '../tools/structured-output.js';
import type { AnyTool, ToolResult } from '../tools/tool.js';
import { adviceLine } from '../tools/tool-failure.js';

/**
 * A result as a client gets it. Some clients show their model the structure and not the text, so it has one only where it
 * says all that the text does, and never `data`, in which outside text is as it came. A failed call is text.
 */
export function callResult({ output }: AnyTool, result: ToolResult<unknown>): CallToolResult {
  const content = [{ type: 'text' as const, text: result.text }];
  // Whom a person does not want to answer, that has had an answer.
  if (result.isError) return { content, isError: result.error.code !== 'HUMAN_DECLINED' };
  return { content, ...(output && { structuredContent: plain(output.of(result)) }) };
}

/** What cannot be JSON (a bigint, a circle) would fail in sending, and its call have no answer; here it is a fault of the tool. */
function plain(structure: Structure): Structure {
  return JSON.parse(JSON.stringify(structure)) as Structure;
}

/** What a model is told of arguments that do not fit. */
export function invalidResult({ message, hint }: PagewardError): CallToolResult {
  return failedCall(`${message}${adviceLine(hint)}`);
}

/** What a model is told where something of ours broke; the reason is for the log. */
export function brokenResult(): CallToolResult {
  return failedCall('The tool failed unexpectedly. The log of its server has the reason.');
}

function failedCall(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
