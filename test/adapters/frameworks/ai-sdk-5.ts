import { generateText, stepCountIs, streamText } from 'ai-v5';
import { convertArrayToReadableStream, MockLanguageModelV2 } from 'ai-v5/test';
import { aiSdkTools } from '#src/adapters/ai-sdk.js';
import { callParts, messages, offeredTo, readingsOf, textParts } from './ai-sdk-script.js';
import type { Framework } from './framework.js';

const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
const called = { finishReason: 'tool-calls' as const, usage };
const stopped = { finishReason: 'stop' as const, usage };

export const aiSdk5: Framework = {
  name: 'generateText of AI SDK 5',
  async converse(source, calls, { signal, ...options } = {}) {
    const model: MockLanguageModelV2 = new MockLanguageModelV2({
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

export const aiSdk5Stream: Framework = {
  name: 'streamText of AI SDK 5',
  async converse(source, calls, { signal, ...options } = {}) {
    const model: MockLanguageModelV2 = new MockLanguageModelV2({
      doStream: async () => ({
        stream:
          model.doStreamCalls.length === 1
            ? convertArrayToReadableStream([...callParts(calls), { type: 'finish' as const, ...called }])
            : convertArrayToReadableStream([...textParts, { type: 'finish' as const, ...stopped }]),
      }),
    });
    const tools = aiSdkTools(source, options);
    const stopWhen = stepCountIs(3);
    await streamText({ model, messages, tools, stopWhen, ...(signal && { abortSignal: signal }) }).consumeStream();
    signal?.throwIfAborted();
    const [first, second] = model.doStreamCalls;
    return { offered: offeredTo(first?.tools), readings: readingsOf(second?.prompt) };
  },
};
