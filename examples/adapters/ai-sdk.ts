// `node --import ./examples/typescript.js examples/adapters/ai-sdk.ts`: the AI SDK 6 (`ai` in a project of yours) with a
// scripted model, offline, on a small site on this machine: what the model gets to read of a page, and of a refusal.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateText, stepCountIs } from 'ai-v6';
import { MockLanguageModelV3 } from 'ai-v6/test';
import { toolset } from 'pageward';
import { aiSdkTools } from 'pageward/ai-sdk';

const site = createServer((request, response) => {
  if (request.url === '/archive')
    response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end();
  else response.setHeader('content-type', 'text/html').end('<title>Tides</title><p>High water is at noon.</p>');
});
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
try {
  // The site is on loopback, which the guard refuses; this opens its one port.
  await using set = toolset({ allowPrivate: [host] });
  const model = modelThatReads([`http://${host}/`, `http://${host}/archive`]);
  const { text, steps } = await generateText({
    model,
    prompt: 'When is high water?',
    tools: { ...aiSdkTools(set, { prefix: 'local_' }) },
    stopWhen: stepCountIs(5),
  });
  // The program gets the whole result: its data, and why it failed.
  for (const result of steps.flatMap(({ toolResults }) => toolResults)) {
    if (!result.dynamic) console.log(result.output.isError ? result.output.error.code : result.output.data);
  }
  for (const { role, content } of model.doGenerateCalls.at(-1)?.prompt ?? []) {
    if (role === 'tool') console.log(JSON.stringify(content, null, 2));
  }
  console.log(text);
} finally {
  site.close();
}

function modelThatReads(urls: readonly string[]): MockLanguageModelV3 {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const calls = urls.map((url, index) => ({
    type: 'tool-call' as const,
    toolCallId: String(index),
    toolName: 'local_web_fetch',
    input: JSON.stringify({ url }),
  }));
  const model: MockLanguageModelV3 = new MockLanguageModelV3({
    doGenerate: async () =>
      model.doGenerateCalls.length === 1
        ? { content: calls, finishReason: { unified: 'tool-calls', raw: undefined }, usage, warnings: [] }
        : {
            content: [{ type: 'text', text: 'High water is at noon. The archive I may not read.' }],
            finishReason: { unified: 'stop', raw: undefined },
            usage,
            warnings: [],
          },
  });
  return model;
}
