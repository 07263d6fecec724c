import { generateText, stepCountIs, ToolLoopAgent } from 'ai-v6';
import { convertArrayToReadableStream, MockLanguageModelV3 } from 'ai-v6/test';
import { aiSdkTools } from '#src/adapters/ai-sdk.js';
import { callParts, messages, offeredTo, readingsOf, textParts } from './ai-sdk-script.js';
import type { Framework } from './framework.js';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const called = { finishReason: { unified: 'tool-calls' as const, raw: undefined }, usage };
const stopped = { finishReason: { unified: 'stop' as const, raw: undefined }, usage };

export const aiSdk6: Framework = {
  name: 'generateText of AI SDK 6',
  async converse(source, calls, { signal, ...options } = {}) {
    const model: MockLanguageModelV3 = new MockLanguageModelV3({
      doGenerate: async () =>
        model.doGenerateCalls.length === 1
          ? { content: callParts(calls), ...called, warnings: [] }
          : { content: [{ type: 'text', text: 'Read.' }], ...stopped, warnings: [] },
    });
    const tools = aiSdkTools(source, options);
    const stopWhen = stepCountIs(3);
    await generateText({ model, messages, tools: { ...tools }, stopWhen, ...(signal && { abortSignal: signal }) });
    const [first, second] = model.doGenerateCalls;
    return { offered: offeredTo(first?.tools), readings: readingsOf(second?.prompt) };
  },
};

export const aiSdk6Agent: Framework = {
  name: 'a streaming agent of AI SDK 6',
  async converse(source, calls, { signal, ...options } = {}) {
    const model: MockLanguageModelV3 = new MockLanguageModelV3({
      doStream: async () => ({
        stream:
          model.doStreamCalls.length === 1
            ? convertArrayToReadableStream([...callParts(calls), { type: 'finish' as const, ...called }])
            : convertArrayToReadableStream([...textParts, { type: 'finish' as const, ...stopped }]),
      }),
    });
    const agent = new ToolLoopAgent({ model, tools: aiSdkTools(source, options) });
    const result = await agent.stream({ messages, ...(signal && { abortSignal: signal }) });
    await result.consumeStream();
    signal?.throwIfAborted();
    const [first, second] = model.doStreamCalls;
    return { offered: offeredTo(first?.tools), readings: readingsOf(second?.prompt) };
  },
};
