import Anthropic from '@anthropic-ai/sdk';
import { ToolError } from '@anthropic-ai/sdk/lib/tools/ToolError';
import type { BetaToolResultBlockParam } from '@anthropic-ai/sdk/resources/beta';
import { type AnthropicOptions, type AnthropicTool, anthropicTools } from '#src/adapters/anthropic.js';
import type { Framework, Reading, ScriptedCall } from './framework.js';

/** The bodies of the requests that a runner makes of a Messages API which asks for the calls, and then has enough. */
export async function runAgainstScript(
  tools: AnthropicTool[],
  calls: readonly ScriptedCall[],
  signal?: AbortSignal,
): Promise<Anthropic.Beta.MessageCreateParams[]> {
  const requests: Anthropic.Beta.MessageCreateParams[] = [];
  const client = new Anthropic({
    apiKey: 'none',
    maxRetries: 0,
    fetch: async (_, init) => {
      requests.push(JSON.parse(String(init?.body)));
      const content =
        requests.length === 1
          ? calls.map(({ name, input }, index) => ({ type: 'tool_use', id: `call-${index}`, name, input }))
          : [{ type: 'text', text: 'Read.' }];
      return Response.json({
        id: 'message',
        type: 'message',
        role: 'assistant',
        model: 'scripted',
        content,
        stop_reason: requests.length === 1 ? 'tool_use' : 'end_turn',
        usage: { input_tokens: 1, output_tokens: 1 },
      });
    },
  });
  await client.beta.messages
    .toolRunner(
      { model: 'scripted', max_tokens: 100, messages: [{ role: 'user', content: 'Read.' }], tools: [...tools] },
      signal ? { signal } : {},
    )
    .runUntilDone();
  return requests;
}

export function toolResultsIn(request: Anthropic.Beta.MessageCreateParams | undefined): BetaToolResultBlockParam[] {
  const content = request?.messages.at(-1)?.content;
  if (typeof content !== 'object') throw new Error('the model was not asked again');
  return content.flatMap((block) => (block.type === 'tool_result' ? [block] : []));
}

function readingOf({ content = '', is_error: isError = false }: BetaToolResultBlockParam): Reading {
  const blocks = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
  return {
    text: blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n'),
    isError,
    images: blocks.flatMap((block) => {
      if (block.type !== 'image') return [];
      if (block.source.type === 'url') return [block.source.url];
      return block.source.type === 'base64' ? [`data:${block.source.media_type};base64,${block.source.data}`] : [];
    }),
  };
}

export const anthropic: Framework = {
  name: 'toolRunner of the Anthropic SDK',
  async converse(source, calls, { signal, ...options } = {}) {
    const given: AnthropicOptions = { ...options, ToolError };
    const requests = await runAgainstScript(anthropicTools(source, given), calls, signal);
    return {
      offered: (requests[0]?.tools ?? []).flatMap((tool) =>
        'input_schema' in tool ? [{ name: tool.name, schema: tool.input_schema }] : [],
      ),
      readings: toolResultsIn(requests[1]).map(readingOf),
    };
  },
};
