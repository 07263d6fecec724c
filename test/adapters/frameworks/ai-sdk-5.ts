import { generateText, stepCountIs, streamText } from 'ai-v5';
import { convertArrayToReadableStream, MockLanguageModelV2 } from 'ai-v5/test';
import { aiSdkFramework, callParts, messages, textParts } from './ai-sdk-script.js';

const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
const called = { finishReason: 'tool-calls' as const, usage };
const stopped = { finishReason: 'stop' as const, usage };

export const aiSdk5 = aiSdkFramework('generateText of AI SDK 5', async ({ calls, ...asked }) => {
  const model: MockLanguageModelV2 = new MockLanguageModelV2({
    doGenerate: async () =>
      model.doGenerateCalls.length === 1
        ? { content: callParts(calls), ...called, warnings: [] }
        : { content: [{ type: 'text', text: 'Read.' }], ...stopped, warnings: [] },
  });
  await generateText({ model, messages, stopWhen: stepCountIs(3), ...asked });
  return model.doGenerateCalls;
});

export const aiSdk5Stream = aiSdkFramework('streamText of AI SDK 5', async ({ calls, ...asked }) => {
  const model: MockLanguageModelV2 = new MockLanguageModelV2({
    doStream: async () => ({
      stream:
        model.doStreamCalls.length === 1
          ? convertArrayToReadableStream([...callParts(calls), { type: 'finish' as const, ...called }])
          : convertArrayToReadableStream([...textParts, { type: 'finish' as const, ...stopped }]),
    }),
  });
  await streamText({ model, messages, stopWhen: stepCountIs(3), ...asked }).consumeStream();
  return model.doStreamCalls;
});
