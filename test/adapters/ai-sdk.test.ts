import { convertToModelMessages, generateText, InvalidToolInputError, type UIMessage } from 'ai-v6';
import { MockLanguageModelV3 } from 'ai-v6/test';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AiSdkOptions, aiSdkTools } from '#src/adapters/ai-sdk.js';
import type { DocumentLoader } from '#src/reader/reader.js';
import { now } from '#src/tools/now.js';
import { tool } from '#src/tools/tool.js';
import { webFetch } from '#src/tools/web-fetch.js';
import { pngOf } from '../support/image-files.js';
import { callParts } from './frameworks/ai-sdk-script.js';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that makes one call and is not asked again. */
const callingModel = (name: string, input: unknown) =>
  new MockLanguageModelV3({
    doGenerate: {
      content: callParts([{ name, input }]),
      finishReason: { unified: 'tool-calls', raw: undefined },
      usage,
      warnings: [],
    },
  });

function toolNamed(name: string, options: AiSdkOptions = {}, source: Parameters<typeof aiSdkTools>[0] = now()) {
  const made = aiSdkTools(source, options)[name];
  if (made === undefined) throw new Error(`no ${name}`);
  return made;
}

const page = { url: 'https://example.com/', statusCode: 200, mediaType: 'text/html', text: 'Tides' };
const illustrated = webFetch({
  guarded: true,
  read: async () => ({ ...page, images: [{ url: 'https://example.com/a.png', alt: '' }] }),
});
const loader: DocumentLoader = {
  load: async ({ url }) => ({
    ...{ url, requestedUrl: url, redirects: [], statusCode: 200, headers: {}, contentType: 'image/png' },
    ...{ body: pngOf(100, 100), sizeCapped: false, rendered: false, refusals: [], warnings: [], loadMs: 1 },
  }),
};

describe('a tool for the AI SDK', () => {
  it('gives the program the whole result, and the model its text', async () => {
    const fetchPage = toolNamed('web_fetch', {}, illustrated);
    const result = await fetchPage.execute({ url: page.url }, { toolCallId: 'c' });
    expect(result).toMatchObject({ isError: false, data: { url: page.url, statusCode: 200 } });
    expect(fetchPage.toModelOutput(result)).toEqual({ type: 'text', value: result.text });
    expect(fetchPage.toModelOutput({ toolCallId: 'c', input: {}, output: result })).toEqual({
      type: 'text',
      value: result.text,
    });
  });

  it('lets the model read what a program put in the place of the result', () => {
    const { toModelOutput } = toolNamed('now');
    expect(toModelOutput('shortened')).toEqual({ type: 'text', value: 'shortened' });
    expect(toModelOutput({ toolCallId: 'c', input: {}, output: { left: 1 } })).toEqual({
      type: 'text',
      value: '{"left":1}',
    });
    expect(toModelOutput(undefined)).toEqual({ type: 'text', value: '' });
  });

  it('is read in the same way when it comes back from a user interface', async () => {
    const tools = aiSdkTools(illustrated, { images: { loader } });
    const input = { url: page.url, images: true };
    const output = await toolNamed('web_fetch', { images: { loader } }, illustrated).execute(input, {
      toolCallId: 'c',
    });
    const part = {
      type: 'tool-web_fetch' as const,
      toolCallId: 'c',
      state: 'output-available' as const,
      input,
      output,
    };
    const shown: UIMessage[] = JSON.parse(JSON.stringify([{ id: 'm', role: 'assistant', parts: [part] }]));
    const messages = await convertToModelMessages(shown, { tools });
    expect(messages.at(-1)).toMatchObject({
      role: 'tool',
      content: [
        {
          output: {
            type: 'content',
            value: [
              { type: 'text', text: output.text },
              { type: 'text', text: 'Image 1 of the list:' },
              { mediaType: 'image/png' },
            ],
          },
        },
      ],
    });
  });

  it('has its arguments repaired as the SDK does it', async () => {
    const wrong: unknown[] = [];
    const result = await generateText({
      model: callingModel('now', { zone: 'UTC' }),
      prompt: 'When?',
      tools: aiSdkTools(now()),
      experimental_repairToolCall: async ({ toolCall, error }) => {
        wrong.push(error);
        return { ...toolCall, input: JSON.stringify({ tz: 'UTC' }) };
      },
    });
    expect(wrong).toEqual([expect.any(InvalidToolInputError)]);
    expect(result.toolResults).toMatchObject([{ output: { isError: false, data: { now: expect.any(String) } } }]);
  });

  it('tells of a failure within its arguments with the hint', async () => {
    const section = toolNamed(
      'web_fetch',
      {},
      webFetch(
        { guarded: true, read: async () => ({ ...page, text: '# A\n\nText.\n\n# B\n\nText.' }) },
        { outline: true },
      ),
    );
    await expect(section.execute({ url: page.url, section: 9 }, { toolCallId: 'c' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringMatching(/no section 9\n {2}hint: This page has sections/),
    });
  });

  it('waits for an approval where it is spread with one', async () => {
    let ran = 0;
    const count = tool({
      name: 'count',
      title: 'Count',
      description: 'Counts.',
      input: z.strictObject({}),
      run: async () => {
        ran += 1;
        return { text: String(ran), data: ran };
      },
    });
    const tools = { count: { ...toolNamed('count', {}, count), needsApproval: true } };
    const { content } = await generateText({ model: callingModel('count', {}), prompt: 'Count.', tools });
    expect(content.map(({ type }) => type)).toContain('tool-approval-request');
    expect(ran).toBe(0);
  });

  it('reports its progress to whom the program says, by the id of the call', async () => {
    const told: unknown[] = [];
    const steps = tool({
      name: 'steps',
      title: 'Steps',
      description: 'Takes a step.',
      input: z.strictObject({}),
      run: async (_, { onProgress }) => {
        onProgress?.({ progress: 1, total: 2 });
        return { text: 'done', data: undefined };
      },
    });
    await generateText({
      model: callingModel('steps', {}),
      prompt: 'Step.',
      tools: aiSdkTools(steps, {
        context: ({ toolCallId }) => ({ onProgress: (progress) => told.push({ toolCallId, ...progress }) }),
      }),
    });
    expect(told).toEqual([{ toolCallId: 'call-0', progress: 1, total: 2 }]);
  });

  it('shows no images without a loader', () => {
    const refused = (images: object) =>
      expect(() => aiSdkTools(now(), { images: images as never })).toThrowError(
        expect.objectContaining({ code: 'INVALID_OPTION' }),
      );
    refused({});
    refused({ loader: {} });
    refused({ loader, max: 0 });
    refused({ loader, max: 21 });
  });
});
