import { type AiSdkTool, aiSdkTools } from '#src/adapters/ai-sdk.js';
import type { Framework, Reading, ScriptedCall } from './framework.js';

// What AI SDK 5 and 6 have in common.

/** What a mock model was asked. */
interface AskedOfModel {
  readonly prompt: unknown;
  readonly tools?: readonly { readonly name: string }[];
}

interface Run {
  readonly tools: Record<string, AiSdkTool>;
  readonly calls: readonly ScriptedCall[];
  readonly abortSignal?: AbortSignal;
}

/** A way to run a model to its end, which gives what it was asked. */
export function aiSdkFramework(name: string, run: (run: Run) => Promise<readonly AskedOfModel[]>): Framework {
  return {
    name,
    async converse(source, calls, { signal, ...options } = {}) {
      const tools = aiSdkTools(source, options);
      const [first, second] = await run({ tools, calls, ...(signal && { abortSignal: signal }) });
      signal?.throwIfAborted();
      return { offered: offeredTo(first?.tools), readings: readingsOf(second?.prompt) };
    },
  };
}

export const messages: { role: 'user'; content: string }[] = [{ role: 'user', content: 'Read.' }];

export function callParts(calls: readonly ScriptedCall[]) {
  return calls.map(({ name, input }, index) => ({
    type: 'tool-call' as const,
    toolCallId: `call-${index}`,
    toolName: name,
    input: JSON.stringify(input),
  }));
}

export const textParts = [
  { type: 'text-start' as const, id: 't' },
  { type: 'text-delta' as const, id: 't', delta: 'Read.' },
  { type: 'text-end' as const, id: 't' },
];

function offeredTo(tools: AskedOfModel['tools'] = []) {
  return tools.map((tool) => ({ name: tool.name, schema: 'inputSchema' in tool ? tool.inputSchema : undefined }));
}

type Part = { type: string; text?: string; data?: string; mediaType?: string };

/** The results in the last message of a prompt, in the order of their calls: a stream has them as they come. */
function readingsOf(prompt: unknown): Reading[] {
  const last = (
    prompt as { role: string; content: { toolCallId: string; output: { type: string; value: string | Part[] } }[] }[]
  ).at(-1);
  if (last?.role !== 'tool') throw new Error(`the model was not asked again: ${JSON.stringify(last)}`);
  const inOrder = last.content.sort((one, other) => one.toolCallId.localeCompare(other.toolCallId));
  return inOrder.map(({ output: { type, value } }) => {
    const parts: Part[] = typeof value === 'string' ? [{ type: 'text', text: value }] : value;
    return {
      text: parts.flatMap(({ text }) => (text === undefined ? [] : [text])).join('\n'),
      isError: type.startsWith('error'),
      images: parts.flatMap(({ data, mediaType }) => (data ? [`data:${mediaType};base64,${data}`] : [])),
    };
  });
}
