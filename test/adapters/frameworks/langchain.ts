import { ToolMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { convertToOpenAITool } from '@langchain/core/utils/function_calling';
import { langChainTools } from '#src/adapters/langchain.js';
import type { ToolSource } from '#src/adapters/tool-source.js';
import type { Framework, Reading, ScriptedCall, TalkOptions } from './framework.js';

/** What a loop as LangGraph's ToolNode makes of the calls: tool messages, and an error where a tool rejects. */
export async function toolMessagesOf(
  source: ToolSource,
  calls: readonly ScriptedCall[],
  { signal, ...options }: TalkOptions = {},
): Promise<ToolMessage[]> {
  const tools = langChainTools(source, { ...options, tool, ToolMessage });
  return await Promise.all(
    calls.map(async ({ name, input }, index): Promise<ToolMessage> => {
      const id = `call-${index}`;
      const call = { type: 'tool_call' as const, id, name, args: input as Record<string, unknown> };
      try {
        const message: unknown = await tools.find((one) => one.name === name)?.invoke(call, signal ? { signal } : {});
        if (ToolMessage.isInstance(message)) return message;
        throw new Error(`no tool message but ${JSON.stringify(message)}`);
      } catch (error) {
        signal?.throwIfAborted();
        return new ToolMessage({ content: `Error: ${error}`, tool_call_id: id, status: 'error' });
      }
    }),
  );
}

function readingOf({ content, status }: ToolMessage): Reading {
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return {
    text: blocks.flatMap((block) => (typeof block['text'] === 'string' ? [block['text']] : [])).join('\n'),
    isError: status === 'error',
    images: blocks.flatMap((block) => {
      const image: unknown = block['image_url'];
      return typeof image === 'object' && image !== null && 'url' in image ? [String(image.url)] : [];
    }),
  };
}

export const langChain: Framework = {
  name: 'tool messages of LangChain',
  async converse(source, calls, options = {}) {
    const { signal: _, ...given } = options;
    const offered = langChainTools(source, { ...given, tool, ToolMessage }).map((one) => convertToOpenAITool(one));
    const messages = await toolMessagesOf(source, calls, options);
    return {
      offered: offered.map((one) => ({ name: one.function.name, schema: one.function.parameters })),
      readings: messages.map(readingOf),
    };
  },
};
