import { Console } from 'node:console';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { now } from 'pageward';
import { mcpServer } from 'pageward/mcp';
import { expect, it } from 'vitest';
import { takeStdout } from '#src/mcp/protocol-output.js';
import { type Line, lineClient } from '../support/line-client.js';

const CALL = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'now', arguments: {} } };
const hasAnswer = (lines: readonly Line[]): boolean => lines.some(({ id }) => id === 1);

it.each<[string, string, Partial<Line>]>([
  ['no JSON', 'garbage', { id: null, error: { code: -32700, message: 'The line is not JSON' } }],
  ['bytes of no text', '\u0000\u0001\ufffd{', { id: null, error: { code: -32700, message: 'The line is not JSON' } }],
  [
    'half a message',
    '{"jsonrpc":"2.0","id":7,"method"',
    { id: null, error: { code: -32700, message: 'The line is not JSON' } },
  ],
  ['another JSON', '[1,2]', { id: null, error: { code: -32600, message: 'The line is no JSON-RPC message' } }],
  [
    'no version',
    '{"id":7,"method":"ping"}',
    { id: 7, error: { code: -32600, message: 'The line is no JSON-RPC message' } },
  ],
  [
    'a wrong method',
    '{"jsonrpc":"2.0","id":"x","method":5}',
    { id: 'x', error: { code: -32600, message: 'The line is no JSON-RPC message' } },
  ],
])('answers a line that is %s, and goes on', async (_, line, answer) => {
  await using client = lineClient({ tools: [now()] });
  client.input.write(`${line}\n`);
  client.greet();
  client.send(CALL);
  const lines = await client.until(hasAnswer);
  expect(lines[0]).toMatchObject(answer);
  expect(lines.at(-1)).toMatchObject({ id: 1, result: { structuredContent: {} } });
});

it('skips a line of ten million bytes, and keeps nothing of it', async () => {
  await using client = lineClient({ tools: [now()] });
  client.greet();
  for (let part = 0; part < 160; part += 1) client.input.write('x'.repeat(65_536));
  client.input.write('\n');
  client.send(CALL);
  const lines = await client.until(hasAnswer);
  expect(lines).toContainEqual({
    jsonrpc: '2.0',
    id: null,
    error: { code: -32600, message: 'A message has at most 4000000 bytes' },
  });
});

it('takes no more from a client that does not read its answers, until it does', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const { close } = mcpServer({ tools: [now()] }).serveStdio({ input, output });
  const ping = `${JSON.stringify({ jsonrpc: '2.0', id: 'x'.repeat(1_000), method: 'ping' })}\n`;
  const stopped = once(input, 'pause');
  for (let sent = 0; sent < 6_000; sent += 1) input.write(ping);
  await stopped;
  const resumed = once(input, 'resume');
  output.resume();
  await resumed;
  await close();
});

it('takes a message that comes in pieces, several at once, and with line ends of Windows', async () => {
  await using client = lineClient({ tools: [now()] });
  client.greet();
  const text = `${JSON.stringify({ ...CALL, id: 2 })}\r\n\r\n${JSON.stringify(CALL)}\n`;
  const bytes = Buffer.from(text.replace('"arguments":{}', '"arguments":{"tz":"Ünïcödé/ß"}'));
  for (const byte of bytes) client.input.write(Buffer.of(byte));
  const lines = await client.until((all) => all.some(({ id }) => id === 2) && hasAnswer(all));
  expect(lines.find(({ id }) => id === 2)).toMatchObject({ result: { isError: true } });
  expect(JSON.stringify(lines)).toContain('Ünïcödé/ß');
});

it('is closed when the client ends its side, or breaks it', async () => {
  const ending = lineClient({ tools: [] });
  ending.input.end();
  await ending.connection.closed;
  const breaking = lineClient({ tools: [] });
  breaking.output.destroy(new Error('broken pipe'));
  await breaking.connection.closed;
});

it('keeps stdout for the protocol: what else is written there goes to stderr', async () => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const protocol = takeStdout(stdout as never, stderr as never);
  const chatty = new Console(stdout, stderr);
  chatty.log('a library says hello');
  stdout.write('and so does another\n');
  await new Promise<void>((resolve) => protocol.write('{"jsonrpc":"2.0"}\n', () => resolve()));
  expect(String(stdout.read())).toBe('{"jsonrpc":"2.0"}\n');
  expect(String(stderr.read())).toBe('a library says hello\nand so does another\n');
});
