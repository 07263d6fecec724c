import { z } from 'zod';
import { argumentsOf, type Message, type Model } from './model.ts';
import { askProvider, type ProviderAccess } from './provider-request.ts';

const answerSchema = z.object({ output: z.array(z.looseObject({ type: z.string() })) });
const messageSchema = z.object({
  type: z.literal('message'),
  content: z.array(z.object({ text: z.string().optional() })),
});
const callSchema = z.object({
  type: z.literal('function_call'),
  call_id: z.string(),
  name: z.string(),
  arguments: z.string(),
});

/** A model behind OpenAI's Responses interface. */
export function openaiModel({
  apiKey,
  model,
  endpoint = 'https://api.openai.com/v1/responses',
}: ProviderAccess): Model {
  return {
    name: model,
    async reply({ instructions, messages, tools, signal }) {
      const body = {
        model,
        instructions,
        input: messages.flatMap(asItems),
        // Not strict: strict schemas have no optional arguments.
        tools: tools.map((tool) => ({
          type: 'function',
          name: tool.name,
          description: tool.description,
          parameters: argumentsOf(tool),
          strict: false,
        })),
      };
      const headers = { authorization: `Bearer ${apiKey}` };
      const { output } = answerSchema.parse(await askProvider(endpoint, headers, body, signal));
      const texts = output.flatMap((item) => messageSchema.safeParse(item).data?.content ?? []);
      const calls = output.flatMap((item) => callSchema.safeParse(item).data ?? []);
      return {
        text: texts.map(({ text = '' }) => text).join(''),
        calls: calls.map((call) => ({ id: call.call_id, name: call.name, input: inputOf(call.arguments) })),
        raw: output,
      };
    },
  };
}

/** Arguments that are no JSON are handed on as they are: the tool says what it wants instead. */
function inputOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function asItems(message: Message): readonly unknown[] {
  if (message.role === 'user') return [{ role: 'user', content: message.text }];
  if (message.role === 'assistant') return message.reply.raw ?? [];
  return message.results.map(({ id, text }) => ({ type: 'function_call_output', call_id: id, output: text }));
}
