import {
  Client,
  type ElicitRequestFormParams,
  type ElicitResult,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type McpServerOptions, mcpServer } from 'pageward/mcp';
import { PROGRAM } from './run-cli.js';

/** The versions of the protocol that clients speak: one of each era, and the last of the old one. */
export const VERSIONS = ['2025-06-18', '2025-11-25', '2026-07-28'] as const;
export type Version = (typeof VERSIONS)[number];

export interface ClientWishes {
  /** How its user fills in a form; without one the client cannot ask. */
  readonly user?: (form: ElicitRequestFormParams) => ElicitResult | Promise<ElicitResult>;
}

/** The official client, speaking this version and no other. */
export function clientOf(version: Version, { user }: ClientWishes = {}): Client {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    {
      capabilities: user === undefined ? {} : { elicitation: {} },
      ...(version === '2026-07-28'
        ? { versionNegotiation: { mode: { pin: version } } }
        : { supportedProtocolVersions: [version] }),
    },
  );
  if (user !== undefined) {
    client.setRequestHandler('elicitation/create', async ({ params }) => await user(params as ElicitRequestFormParams));
  }
  return client;
}

/** A client that has started `pageward mcp` as its child, with an environment that says nothing to it. */
export async function spawnClient(
  version: Version,
  args: readonly string[],
  wishes: ClientWishes & { readonly env?: Record<string, string>; readonly nodeArgs?: readonly string[] } = {},
) {
  const { PATH = '', HOME = '' } = process.env;
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...(wishes.nodeArgs ?? []), PROGRAM, 'mcp', ...args],
    env: { PATH, HOME, ...wishes.env },
    stderr: 'pipe',
  });
  const log: Buffer[] = [];
  transport.stderr?.on('data', (chunk) => log.push(chunk));
  const client = clientOf(version, wishes);
  await client.connect(transport);
  return {
    client,
    pid: transport.pid ?? 0,
    log: () => Buffer.concat(log).toString(),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** A client of a server in this process, over HTTP. */
export async function httpClient(version: Version, options: McpServerOptions, wishes: ClientWishes = {}) {
  const endpoint = await mcpServer(options).serveHttp();
  const client = clientOf(version, wishes);
  await client.connect(new StreamableHTTPClientTransport(new URL(endpoint.url)));
  return {
    client,
    endpoint,
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await endpoint.close();
    },
  };
}

/** The text of an answer, all blocks together. */
export function textOf(result: unknown): string {
  const { content } = result as { content: readonly { type: string; text?: string }[] };
  return content.map(({ text = '' }) => text).join('\n');
}
