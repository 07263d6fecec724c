// fetcher-mcp over its own protocol, on stdio, with its defaults. It starts a browser for every page: that is its way.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { contestant, fewAtATime } from './contestant.js';

await contestant(async ({ folder, concurrency }) => {
  const program = path.join(folder, 'node_modules/fetcher-mcp/build/index.js');
  const server = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map();
  createInterface({ input: server.stdout }).on('line', (line) => {
    if (!line.startsWith('{')) return;
    const { id, result, error } = JSON.parse(line);
    waiting.get(id)?.(error === undefined ? result : { isError: true, content: [{ text: error.message }] });
    waiting.delete(id);
  });
  let id = 0;
  const send = (message) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const call = (method, params) =>
    new Promise((resolve) => {
      id += 1;
      waiting.set(id, resolve);
      send({ id, method, params });
    });
  const clientInfo = { name: 'bench', version: '1' };
  await call('initialize', { protocolVersion: '2024-11-05', capabilities: {}, clientInfo });
  send({ method: 'notifications/initialized' });
  const read = async ({ url }) => {
    const { isError, content } = await call('tools/call', { name: 'fetch_url', arguments: { url } });
    if (isError) throw new Error(content[0]?.text);
    return content[0]?.text ?? '';
  };
  return { readAll: fewAtATime(read, concurrency), close: async () => void server.kill() };
});
