import { type AnyTool, now, tool } from 'pageward';
import { mcpServer } from 'pageward/mcp';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { httpClient, textOf } from '../support/mcp-client.js';

const named = (
  name: string,
  run: AnyTool['run'] = async () => ({ text: name, data: name, isError: false }),
): AnyTool => ({
  ...tool({
    name,
    title: name,
    description: name,
    input: z.strictObject({}),
    run: async () => ({ text: '', data: '' }),
  }),
  run,
});

it('loads the tools when the first client asks, once, and again only after a failure', async () => {
  let loads = 0;
  const faults: unknown[] = [];
  const tools = async (): Promise<AnyTool[]> => {
    loads += 1;
    if (loads === 1) throw new Error('not yet');
    return [now()];
  };
  await using connected = await httpClient('2025-11-25', { tools, onError: (error) => faults.push(error) });
  expect(loads).toBe(0);
  await expect(connected.client.callTool({ name: 'now', arguments: {} })).rejects.toBeDefined();
  expect(faults).toMatchObject([{ message: 'not yet' }]);
  await Promise.all([
    connected.client.callTool({ name: 'now', arguments: {} }),
    connected.client.callTool({ name: 'now', arguments: {} }),
  ]);
  expect(loads).toBe(2);
});

it.each([
  ['a bigint', 5n],
  ['a circle', circle()],
])('answers a call whose structure cannot be JSON: %s', async (_, made) => {
  const faults: unknown[] = [];
  const broken: AnyTool = { ...named('broken'), output: { schema: z.looseObject({}), of: () => ({ made }) } };
  await using connected = await httpClient('2025-11-25', { tools: [broken], onError: (error) => faults.push(error) });
  const answer = await connected.client.callTool({ name: 'broken', arguments: {} });
  expect(answer.isError).toBe(true);
  expect(faults).toMatchObject([{ name: 'TypeError' }]);
});

function circle(): object {
  const one: Record<string, unknown> = {};
  return Object.assign(one, { one });
}

it('has as many calls at work as it may; the others wait, and one that is given up does not take a turn', async () => {
  const releases: (() => void)[] = [];
  const begun: unknown[] = [];
  let wake = (): void => undefined;
  const slow = named('slow', async (input) => {
    begun.push(input);
    wake();
    await new Promise<void>((resolve) => releases.push(resolve));
    return { text: 'done', data: undefined, isError: false };
  });
  await using connected = await httpClient('2026-07-28', { tools: [slow], concurrency: 1 });
  const call = (signal?: AbortSignal) =>
    connected.client.callTool({ name: 'slow', arguments: {} }, { ...(signal && { signal }) });
  const started = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const first = call();
  await started;
  const givingUp = new AbortController();
  const second = call(givingUp.signal);
  const third = call();
  const again = new Promise<void>((resolve) => {
    wake = resolve;
  });
  givingUp.abort('enough');
  await expect(second).rejects.toBeDefined();
  expect(begun).toHaveLength(1);
  releases[0]?.();
  expect(textOf(await first)).toBe('done');
  await again;
  releases[1]?.();
  expect(textOf(await third)).toBe('done');
  expect(begun).toHaveLength(2);
});

it('tells a model that a tool broke, and the operator why', async () => {
  const faults: unknown[] = [];
  const broken = named('broken', async () => {
    throw new Error('password hunter2 in a stack');
  });
  await using connected = await httpClient('2025-06-18', { tools: [broken], onError: (error) => faults.push(error) });
  const result = await connected.client.callTool({ name: 'broken', arguments: {} });
  expect(result).toMatchObject({ isError: true });
  expect(textOf(result)).not.toContain('hunter2');
  expect(faults).toMatchObject([{ message: 'password hunter2 in a stack' }]);
});

it('shows a tool without an output as text, and never its data', async () => {
  await using connected = await httpClient('2026-07-28', { tools: [named('own')], prefix: 'my_' });
  const result = await connected.client.callTool({ name: 'my_own', arguments: {} });
  expect(result.structuredContent).toBeUndefined();
  expect(textOf(result)).toBe('own');
});

it('leaves a tool of the operator’s that is called ask_human to them', async () => {
  await using connected = await httpClient('2025-11-25', { tools: [named('ask_human')] });
  expect((await connected.client.listTools()).tools).toHaveLength(1);
  expect(textOf(await connected.client.callTool({ name: 'ask_human', arguments: {} }))).toBe('ask_human');
});

it('refuses two tools of one name', async () => {
  await using connected = await httpClient('2025-11-25', { tools: [now(), now()], onError: () => undefined });
  await expect(connected.client.listTools()).rejects.toBeDefined();
});

it.each([
  [{ tools: 'web_fetch' }],
  [{ tools: [{ tools: [] }] }],
  [{ tools: [], prefix: 'a b' }],
  [{ tools: [], concurrency: 0 }],
  [{ tools: [], images: {} }],
  [{ tools: [], port: 1 }],
])('refuses the options %j', (options) => {
  expect(() => mcpServer(options as never)).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }));
});
