import { z } from 'zod';
import { argumentsOf, type Message, type Model } from './model.ts';
import { askProvider, type ProviderAccess } from './provider-request.ts';

const MAX_TOKENS = 4_096;

const answerSchema = z.object({ content: z.array(z.looseObject({ type: z.string() })) });
const textSchema = z.object({ type: z.literal('text'), text: z.string() });
const callSchema = z.object({ type: z.literal('tool_use'), id: z.string(), name: z.string(), input: z.unknown() });

/** A model behind Anthropic's Messages interface. */
export function anthropicModel({
  apiKey,
  model,
  endpoint = 'https://api.anthropic.com/v1/messages',
}: ProviderAccess): Model {
  return {
    name: model,
    async reply({ instructions, messages, tools, signal }) {
      const body = {
        model,
        max_tokens: MAX_TOKENS,
        system: instructions,
        messages: messages.map(asMessage),
        ...(tools.length > 0 && {
          tools: tools.map((tool) => ({
            name: tool.name,
            description: tool.description,
            input_schema: argumentsOf(tool),
          })),
        }),
      };
      const headers = { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' };
      const { content } = answerSchema.parse(await askProvider(endpoint, headers, body, signal));
      const text = content.map((block) => textSchema.safeParse(block).data?.text ?? '').join('');
      const calls = content.flatMap((block) => callSchema.safeParse(block).data ?? []);
      return { text, calls: calls.map(({ id, name, input }) => ({ id, name, input })), raw: content };
    },
  };
}

function asMessage(message: Message): object {
  if (message.role === 'user') return { role: 'user', content: message.text };
  if (message.role === 'assistant') return { role: 'assistant', content: message.reply.raw };
  const content = message.results.map(({ id, text, isError }) => ({
    type: 'tool_result',
    tool_use_id: id,
    content: text,
    is_error: isError,
  }));
  return { role: 'user', content };
}
