import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface TestServer {
  readonly origin: string;
  /** `127.0.0.1:port`, as an `allowPrivate` entry. */
  readonly host: string;
  readonly port: number;
  /** Method and path of every request that arrived, in order. */
  readonly hits: readonly string[];
  /** Connections accepted, whatever came over them. */
  readonly connections: () => number;
  /** Connections open once all that has ended is known to have. */
  readonly openConnections: () => Promise<number>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A real server on a loopback port of the system's choice. Closing it cuts what is still open. */
export async function serve(handler: http.RequestListener): Promise<TestServer> {
  const hits: string[] = [];
  let connections = 0;
  const server = http.createServer((request, response) => {
    hits.push(`${request.method} ${request.url}`);
    handler(request, response);
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    port,
    hits,
    connections: () => connections,
    openConnections: async () => {
      // A connection that the other side has closed is known to be after a turn or two of the event loop.
      for (let turn = 0; turn < 50 && sockets.size > 0; turn += 1)
        await new Promise((resolve) => setTimeout(resolve, 2));
      return sockets.size;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

export interface Answer {
  readonly status?: number;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: string | Uint8Array;
}

/** A handler of fixed answers by path; anything else is 404. */
export function routes(table: Readonly<Record<string, Answer | string>>): http.RequestListener {
  return (request, response) => {
    const answer = table[request.url ?? ''] ?? { status: 404, body: 'not found' };
    const { status = 200, headers = {}, body = '' } = typeof answer === 'string' ? { body: answer } : answer;
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers });
    response.end(body);
  };
}
