import {
  Agent,
  type AgentInputItem,
  type Model,
  type ModelRequest,
  type ModelResponse,
  Runner,
  setTracingDisabled,
  tool,
  Usage,
} from '@openai/agents';
import { openAIAgentsTools } from '#src/adapters/openai-agents.js';
import type { Framework, Reading, ScriptedCall } from './framework.js';

setTracingDisabled(true);

class ScriptedModel implements Model {
  readonly requests: ModelRequest[] = [];
  readonly #calls: readonly ScriptedCall[];

  constructor(calls: readonly ScriptedCall[]) {
    this.#calls = calls;
  }

  async getResponse(request: ModelRequest): Promise<ModelResponse> {
    this.requests.push(request);
    const usage = new Usage();
    if (this.requests.length > 1) {
      const content = [{ type: 'output_text' as const, text: 'Read.' }];
      return { usage, output: [{ type: 'message', role: 'assistant', status: 'completed', content }] };
    }
    const output = this.#calls.map(({ name, input }, index) => ({
      type: 'function_call' as const,
      callId: `call-${index}`,
      name,
      arguments: JSON.stringify(input),
      status: 'completed' as const,
    }));
    return { usage, output };
  }

  getStreamedResponse(): never {
    throw new Error('not scripted');
  }
}

function readingOf(item: AgentInputItem): Reading[] {
  if (item.type !== 'function_call_result') return [];
  const { output } = item;
  if (typeof output === 'string') return [{ text: output, images: [] }];
  const parts = Array.isArray(output) ? output : [output];
  return [
    {
      text: parts.flatMap((part) => ('text' in part ? [part.text] : [])).join('\n'),
      images: parts.flatMap((part) => ('image' in part && typeof part.image === 'string' ? [part.image] : [])),
    },
  ];
}

export const openAIAgents: Framework = {
  name: 'Runner of the OpenAI Agents SDK',
  async converse(source, calls, { signal, ...options } = {}) {
    const model = new ScriptedModel(calls);
    const agent = new Agent({ name: 'Reader', model, tools: openAIAgentsTools(source, { ...options, tool }) });
    await new Runner({ tracingDisabled: true }).run(agent, 'Read.', signal ? { signal } : {});
    const [first, second] = model.requests;
    const input = second?.input ?? [];
    return {
      offered: (first?.tools ?? []).flatMap((offered) =>
        offered.type === 'function' ? [{ name: offered.name, schema: offered.parameters }] : [],
      ),
      readings: typeof input === 'string' ? [] : input.flatMap(readingOf),
    };
  },
};
