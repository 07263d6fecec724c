import { generateText, stepCountIs, ToolLoopAgent } from 'ai-v6';
import { convertArrayToReadableStream, MockLanguageModelV3 } from 'ai-v6/test';
import { aiSdkFramework, callParts, messages, textParts } from './ai-sdk-script.js';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const called = { finishReason: { unified: 'tool-calls' as const, raw: undefined }, usage };
const stopped = { finishReason: { unified: 'stop' as const, raw: undefined }, usage };

export const aiSdk6 = aiSdkFramework('generateText of AI SDK 6', async ({ calls, ...asked }) => {
  const model: MockLanguageModelV3 = new MockLanguageModelV3({
    doGenerate: async () =>
      model.doGenerateCalls.length === 1
        ? { content: callParts(calls), ...called, warnings: [] }
        : { content: [{ type: 'text', text: 'Read.' }], ...stopped, warnings: [] },
  });
  await generateText({ model, messages, stopWhen: stepCountIs(3), ...asked });
  return model.doGenerateCalls;
});

export const aiSdk6Agent = aiSdkFramework('a streaming agent of AI SDK 6', async ({ tools, calls, ...asked }) => {
  const model: MockLanguageModelV3 = new MockLanguageModelV3({
    doStream: async () => ({
      stream:
        model.doStreamCalls.length === 1
          ? convertArrayToReadableStream([...callParts(calls), { type: 'finish' as const, ...called }])
          : convertArrayToReadableStream([...textParts, { type: 'finish' as const, ...stopped }]),
    }),
  });
  const result = await new ToolLoopAgent({ model, tools }).stream({ messages, ...asked });
  await result.consumeStream();
  return model.doStreamCalls;
});
