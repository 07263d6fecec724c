import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { checkBinding, isLoopbackHost } from '../base/caller.js';
import { LIMITS } from '../base/limits.js';
import { redactUrl } from '../base/url.js';
import type { CommandCall } from './command.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { openGuard } from './open-guard.js';
import type { SERVE_FLAGS } from './options.js';
import { oneLine, openOutput, printError, printNote, type Terminal } from './output.js';
import { policyOf } from './policy.js';
import { createDesk } from './serve/desk.js';
import { listen } from './serve/http-server.js';
import { ReadQueue } from './serve/read-queue.js';
import { openReaders } from './serve/readers.js';
import { loadTryFiles } from './serve/try-files.js';

/**
 * `pageward serve`: answers `GET /https://host/path` with the page, until it is stopped. Prints its own address on stdout
 * as soon as it listens. Stopped, it lets the reads under way end for a few seconds.
 *
 * @throws UsageError `INVALID_OPTION`, `LISTEN_FAILED`
 */
export async function serve({ values, terminal }: CommandCall<typeof SERVE_FLAGS>): Promise<ExitCode> {
  const {
    host = '127.0.0.1',
    port = LIMITS.servePort,
    token,
    allowedHosts = [],
    concurrency = LIMITS.serveConcurrency,
    queue: queueLength = LIMITS.serveQueue,
    timeout = LIMITS.readTimeoutMs,
    caBundle,
  } = values;
  checkBinding(host, token);
  const { guard, close: closeLog } = openGuard(terminal, values, {
    ...policyOf(values),
    ...(caBundle !== undefined && { caBundle }),
  });
  const readers = openReaders(values, guard, concurrency);
  try {
    const queue = new ReadQueue({ concurrency, queue: queueLength });
    const files = await loadTryFiles();
    // The port is part of who may call, and is not known before there is one; no request comes before.
    const caller = { port, isLoopback: isLoopbackHost(host), allowedHosts, token };
    const server = await listen({
      host,
      port,
      respond: (request, signal) => desk(request, signal),
      onAnswered: values.verbose ? accessLog(terminal) : () => undefined,
    });
    const desk = createDesk({
      caller: { ...caller, port: server.port },
      readers,
      queue,
      timeoutMs: timeout,
      files,
      onUnexpected: (error) => printError(terminal, error),
    });
    const origin = `http://${host.includes(':') ? `[${host}]` : host}:${server.port}/`;
    const output = await openOutput(terminal);
    await output.write(`${origin}\n`);
    printNote(terminal, `listening; try it: curl ${origin}https://example.com/ (or open ${origin} in a browser)`);
    if (!terminal.signal.aborted) await once(terminal.signal, 'abort');
    await server.close(LIMITS.serveGraceMs);
  } finally {
    await readers.close();
    closeLog();
  }
  return EXIT.clean;
}

/** A line a request, as short as it can be read: what was asked, how it went, how long it took. */
function accessLog(terminal: Terminal) {
  return (request: IncomingMessage, status: number, elapsedMs: number): void => {
    const { method, url = '' } = request;
    const asked = /^\/(?=[a-z]+:)/i.test(url) ? `/${redactUrl(url.slice(1))}` : url.replace(/\/\/[^/]*@/g, '//***@');
    terminal.stderr.write(`${method} ${oneLine(asked.slice(0, 500))} ${status} ${Math.round(elapsedMs)} ms\n`);
  };
}
