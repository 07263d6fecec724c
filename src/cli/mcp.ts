import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { UsageError } from '../base/errors.js';
import { LIMITS } from '../base/limits.js';
import { createGuard, type Guard } from '../guard/guard.js';
import { takeStdout } from '../mcp/protocol-output.js';
import { mcpServer } from '../mcp/server.js';
import type { CommandCall } from './command.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import type { FlagValues } from './flag.js';
import type { ServedTools } from './mcp-tools.js';
import { openDecisions } from './open-guard.js';
import { readerOptionsOf } from './open-reader.js';
import type { MCP_FLAGS } from './options.js';
import { printError, printNote, type Terminal } from './output.js';
import { policyOf } from './policy.js';

type Values = FlagValues<typeof MCP_FLAGS>;

/** How long the end may take, browser and all; what hangs then is left behind. */
const CLOSING_MS = 15_000;

/**
 * `pageward mcp`: serves the tools, to the client on stdin and stdout until that is gone, or over HTTP until it is stopped.
 * The tools and all that is behind them are loaded when the first client asks for them, so that a client which starts
 * many servers waits for none.
 */
export async function mcp({ values, terminal }: CommandCall<typeof MCP_FLAGS>): Promise<ExitCode> {
  refuseIdle(values);
  const output = values.http ? undefined : takeStdout(process.stdout, process.stderr);
  // What is wrong with the settings is told now, and not to the first client.
  const guard = createGuard(policyOf(values));
  readerOptionsOf(values, guard);
  await checkBackend(values, guard);
  const decisions = openDecisions(terminal, values);
  let opening: Promise<ServedTools> | undefined;
  const opened = (): Promise<ServedTools> => {
    opening ??= import('./mcp-tools.js')
      .then(({ openTools }) => openTools(values, decisions))
      .catch((error: unknown) => {
        // The next client may have more luck.
        opening = undefined;
        throw error;
      });
    return opening;
  };
  const server = mcpServer({
    tools: async () => (await opened()).tools,
    askHuman: values.tools?.includes('ask_human') ?? true,
    ...(values.prefix !== undefined && { prefix: values.prefix }),
    ...(values.concurrency !== undefined && { concurrency: values.concurrency }),
    ...(values.imageResponses === 'allow' && {
      images: { load: async (request, options) => (await opened()).loader.load(request, options) },
    }),
    onError: (error) => printError(terminal, error),
  });
  try {
    await (output === undefined ? listen(server, values, terminal) : converse(server, output, terminal));
  } finally {
    setTimeout(() => process.exit(EXIT.unable), CLOSING_MS).unref();
    await opening?.then((tools) => tools.close()).catch((error: unknown) => printError(terminal, error));
    decisions.close();
  }
  return EXIT.clean;
}

/** A server without a tool is what nobody means. */
function refuseIdle({ tools, reader }: Values): void {
  if (reader !== 'http' || tools?.length !== 1 || tools[0] !== 'crawl_url') return;
  throw new UsageError('crawl_url needs a browser, and --reader http has none: there would be no tool', {
    code: 'INVALID_OPTION',
    hint: 'Serve web_fetch instead, or leave --reader out.',
  });
}

/** Only with a key to ask for: to load what searches takes longer than to greet. */
async function checkBackend({ backend, region }: Values, guard: Guard): Promise<void> {
  if (backend !== 'tavily') return;
  const { openSearch } = await import('./search.js');
  const search = await openSearch({ backend, ...(region !== undefined && { region }) }, guard);
  await search.close();
}

type Server = ReturnType<typeof mcpServer>;

/** Until the client closes our stdin, which it does by dying too, or somebody stops us. */
async function converse(server: Server, output: Writable, terminal: Terminal): Promise<void> {
  const { stdin, signal } = terminal;
  // A person is looking, who sees nothing happen.
  if (stdin.isTTY)
    printNote(terminal, 'waiting for a client on stdin, which starts this program itself; --http listens for clients');
  const connection = server.serveStdio({ input: stdin, output });
  signal.addEventListener('abort', () => void connection.close(), { once: true });
  await connection.closed;
}

async function listen(server: Server, values: Values, terminal: Terminal): Promise<void> {
  const { host, port = LIMITS.mcpPort, allowedHosts, token } = values;
  await using endpoint = await server.serveHttp({
    port,
    ...(host !== undefined && { host }),
    ...(allowedHosts && { allowedHosts }),
    ...(token !== undefined && { token }),
  });
  printNote(terminal, `serving the Model Context Protocol at ${endpoint.url}`);
  if (!terminal.signal.aborted) await once(terminal.signal, 'abort');
}
