import { once } from 'node:events';
import { checkBinding, isLoopbackHost } from '../base/caller.js';
import { LIMITS } from '../base/limits.js';
import { hostWithPort } from '../base/url.js';
import type { CommandCall } from './command.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { openGuard } from './open-guard.js';
import type { SERVE_FLAGS } from './options.js';
import { openOutput, printError, printNote } from './output.js';
import { policyOf } from './policy.js';
import { accessLine } from './serve/access-line.js';
import { createDesk } from './serve/desk.js';
import { type ListenOptions, listen } from './serve/http-server.js';
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
    queue = LIMITS.serveQueue,
    timeout = LIMITS.readTimeoutMs,
  } = values;
  checkBinding(host, token);
  const { guard, close: closeLog } = openGuard(terminal, values, policyOf(values));
  const readers = openReaders(values, guard, concurrency);
  try {
    const desk = createDesk({
      caller: { isLoopback: isLoopbackHost(host), allowedHosts, token },
      readers,
      queue: new ReadQueue({ concurrency, queue }),
      timeoutMs: timeout,
      files: await loadTryFiles(),
      onUnexpected: (error) => printError(terminal, error),
    });
    const onAnswered: ListenOptions['onAnswered'] = ({ method = '', url = '' }, status, elapsedMs) => {
      if (values.verbose) terminal.stderr.write(`${accessLine(method, url, status, elapsedMs)}\n`);
    };
    const server = await listen({ host, port, respond: desk, onAnswered });
    const origin = `http://${hostWithPort(host, server.port)}/`;
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
