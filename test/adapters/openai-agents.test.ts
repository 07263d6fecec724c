import { Agent, type FunctionTool, type ModelResponse, RunContext, Runner, tool, Usage } from '@openai/agents';
import { describe, expect, it } from 'vitest';
import { openAIAgentsTools } from '#src/adapters/openai-agents.js';
import type { PageReader } from '#src/reader/reader.js';
import { httpRequest } from '#src/tools/http-request.js';
import { now } from '#src/tools/now.js';
import { webFetch } from '#src/tools/web-fetch.js';
import { who } from './caller.js';

const reader: PageReader = {
  guarded: true,
  read: async (url) => ({
    ...{ url, statusCode: 200, mediaType: 'text/html', text: 'Tides' },
    images: ['https://example.com/tide.png', 'http://example.com/plain.png'].map((image) => ({ url: image, alt: '' })),
  }),
};

function only<T>(tools: readonly T[]): T {
  const [one] = tools;
  if (one === undefined || tools.length > 1) throw new Error('not one tool');
  return one;
}

describe('a tool for the OpenAI Agents SDK', () => {
  it('leaves optional arguments out of what is required, and open maps open', () => {
    const { strict, parameters }: FunctionTool<unknown, never> = only(openAIAgentsTools(httpRequest(), { tool }));
    expect(strict).toBe(false);
    expect(parameters).toMatchObject({
      required: ['method', 'url'],
      properties: { headers: { additionalProperties: { type: 'string' } } },
    });
  });

  it('shows images by their addresses where there is no loader, over https only', async () => {
    const made = only(openAIAgentsTools(webFetch(reader), { tool, images: {} }));
    const asked = JSON.stringify({ url: 'https://example.com/', images: true });
    expect(await made.invoke(new RunContext(), asked)).toEqual([
      { type: 'text', text: expect.stringContaining('Tides') },
      { type: 'text', text: 'Image 1 of the list:' },
      { type: 'image', image: { url: 'https://example.com/tide.png' } },
    ]);
  });

  it('knows whose run it is', async () => {
    const made = openAIAgentsTools(who, { tool, context: ({ context }) => ({ sessionId: String(context) }) });
    expect(await only(made).invoke(new RunContext('tides'), '{}')).toBe('tides');
  });

  it('waits for an approval where the SDK’s tool is wrapped to ask for one', async () => {
    const tools = openAIAgentsTools([now()], { tool: (definition) => tool({ ...definition, needsApproval: true }) });
    const call = { type: 'function_call' as const, callId: 'c', name: 'now', arguments: '{}' };
    const model = {
      getResponse: async (): Promise<ModelResponse> => ({ usage: new Usage(), output: [call] }),
      getStreamedResponse: () => {
        throw new Error('not scripted');
      },
    };
    const { interruptions } = await new Runner({ tracingDisabled: true }).run(
      new Agent({ name: 'Clock', model, tools }),
      'When?',
    );
    expect(interruptions).toHaveLength(1);
  });

  it('is made by the function that it is given, which must be one', () => {
    expect(openAIAgentsTools([now(), who], { tool: ({ name }) => name })).toEqual(['now', 'who']);
    expect(() => openAIAgentsTools(now(), {} as never)).toThrowError(
      expect.objectContaining({ code: 'INVALID_OPTION' }),
    );
  });
});
