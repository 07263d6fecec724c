import { PassThrough } from 'node:stream';
import { type McpServerOptions, mcpServer } from 'pageward/mcp';

/** A message, as far as tests look into it. */
export interface Line {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** The other end of a server's streams, which sends whatever it likes. */
export function lineClient(options: McpServerOptions) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const connection = mcpServer(options).serveStdio({ input, output });
  const lines: Line[] = [];
  let wake = (): void => undefined;
  let rest = '';
  output.on('data', (chunk) => {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts.map((line) => JSON.parse(line)));
    wake();
  });
  return {
    connection,
    input,
    output,
    send: (message: unknown) => input.write(`${JSON.stringify(message)}\n`),
    greet: () => input.write(`${JSON.stringify(HELLO)}\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n`),
    /** All lines so far, once they are as wanted. */
    async until(wanted: (lines: readonly Line[]) => boolean): Promise<readonly Line[]> {
      while (!wanted(lines)) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return lines;
    },
    [Symbol.asyncDispose]: () => connection.close(),
  };
}

const HELLO = {
  jsonrpc: '2.0',
  id: 'hello',
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'lines', version: '1' } },
};
