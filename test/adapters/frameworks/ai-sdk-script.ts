import type { Reading, ScriptedCall } from './framework.js';

// What AI SDK 5 and 6 write alike.

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

export function offeredTo(tools: readonly { name: string }[] = []) {
  return tools.map((tool) => ({ name: tool.name, schema: 'inputSchema' in tool ? tool.inputSchema : undefined }));
}

type Part = { type: string; text?: string; data?: string; mediaType?: string };

/** The results in the last message of a prompt, in the order of their calls: a stream has them as they come. */
export function readingsOf(prompt: unknown): Reading[] {
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
