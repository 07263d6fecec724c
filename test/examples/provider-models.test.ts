import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { tool } from '#src/tools/tool.js';
import { anthropicModel } from '../../examples/research-agent/anthropic-model.ts';
import type { Message, Model } from '../../examples/research-agent/model.ts';
import { openaiModel } from '../../examples/research-agent/openai-model.ts';
import { serve } from '../support/http-server.js';

const reader = tool({
  name: 'crawl_url',
  title: 'Read',
  description: 'Reads a page.',
  input: z.strictObject({ url: z.string() }),
  run: async () => ({ text: '', data: undefined }),
});
const url = 'https://skarvik.example/';
const call = { id: 'call-1', name: 'crawl_url', input: { url } };
const access = { apiKey: 'key', model: 'model-1' };

/** Answers with these, one after the other, and keeps what it was sent. */
async function provider(...answers: unknown[]) {
  const sent: { headers: Record<string, unknown>; body: unknown }[] = [];
  const server = await serve(async (request, response) => {
    sent.push({ headers: request.headers, body: JSON.parse(await text(request)) });
    const answer = answers.shift();
    response.writeHead(answer === undefined ? 529 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { error: 'overloaded' }));
  });
  return { sent, endpoint: server.origin, [Symbol.asyncDispose]: server.close };
}

/** Two turns: the tool is called, and its result goes back. */
async function converse(model: Model) {
  const user: Message = { role: 'user', text: 'Read it.' };
  const first = await model.reply({ instructions: 'Be brief.', messages: [user], tools: [reader] });
  const result: Message = { role: 'tools', results: [{ id: 'call-1', text: 'The page.', isError: false }] };
  const messages = [user, { role: 'assistant', reply: first } as const, result];
  return { first, last: await model.reply({ instructions: 'Be brief.', messages, tools: [] }) };
}

test('Messages: the tool goes there, its call comes back, and the turn is returned as it was', async () => {
  const turn = [
    { type: 'thinking', thinking: 'Hm.', signature: 'sealed' },
    { type: 'text', text: 'I read.' },
    { type: 'tool_use', id: 'call-1', name: 'crawl_url', input: { url } },
  ];
  await using service = await provider({ content: turn }, { content: [{ type: 'text', text: 'done' }] });
  const { first, last } = await converse(anthropicModel({ ...access, endpoint: service.endpoint }));
  expect(first).toMatchObject({ text: 'I read.', calls: [call] });
  expect(last).toMatchObject({ text: 'done', calls: [] });
  const [one, two] = service.sent;
  expect(one?.headers).toMatchObject({ 'x-api-key': 'key', 'anthropic-version': '2023-06-01' });
  expect(one?.body).toMatchObject({
    model: 'model-1',
    system: 'Be brief.',
    messages: [{ role: 'user', content: 'Read it.' }],
    tools: [{ name: 'crawl_url', input_schema: { type: 'object', required: ['url'] } }],
  });
  expect(two?.body).toMatchObject({
    messages: [
      { role: 'user' },
      { role: 'assistant', content: turn },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'call-1', content: 'The page.', is_error: false }],
      },
    ],
  });
});

test('Responses: the tool goes there, its call comes back, and the items are returned as they were', async () => {
  const items = [
    { type: 'reasoning', id: 'r-1', summary: [] },
    { type: 'function_call', id: 'f-1', call_id: 'call-1', name: 'crawl_url', arguments: JSON.stringify({ url }) },
  ];
  const done = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'done' }] };
  await using service = await provider({ output: items }, { output: [done] });
  const { first, last } = await converse(openaiModel({ ...access, endpoint: service.endpoint }));
  expect(first).toMatchObject({ text: '', calls: [call] });
  expect(last).toMatchObject({ text: 'done', calls: [] });
  const [one, two] = service.sent;
  expect(one?.headers).toMatchObject({ authorization: 'Bearer key' });
  expect(one?.body).toMatchObject({
    model: 'model-1',
    instructions: 'Be brief.',
    input: [{ role: 'user', content: 'Read it.' }],
    tools: [{ type: 'function', name: 'crawl_url', parameters: { required: ['url'] }, strict: false }],
  });
  expect(two?.body).toMatchObject({
    input: [{ role: 'user' }, ...items, { type: 'function_call_output', call_id: 'call-1', output: 'The page.' }],
  });
});

test.each([anthropicModel, openaiModel])('a provider that fails is an error and no answer (%o)', async (make) => {
  await using service = await provider();
  await expect(converse(make({ ...access, endpoint: service.endpoint }))).rejects.toThrow('HTTP 529');
});
