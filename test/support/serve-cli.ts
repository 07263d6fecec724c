import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { type CliOptions, type CliResult, runCli } from './run-cli.js';

/** `pageward serve` as it runs. */
export interface ServeCli {
  /** `http://127.0.0.1:port/`, as it said itself. */
  readonly origin: string;
  readonly port: number;
  readonly child: ChildProcess;
  stderr(): string;
  /** Resolves once stderr matches, now or later. */
  said(pattern: RegExp): Promise<void>;
  /** SIGTERM, and how it ended. */
  stop(): Promise<CliResult>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts it on a free port, and waits until it listens. */
export async function startServe(flags: readonly string[] = [], options: CliOptions = {}): Promise<ServeCli> {
  let child: ChildProcess | undefined;
  const ended = runCli(['serve', '--port', '0', ...flags], { ...options, onStart: (started) => (child = started) });
  if (!child?.stdout || !child.stderr) throw new Error('not started');
  const { stdout, stderr } = child;
  const running = child;
  let said = '';
  stderr.on('data', (chunk) => {
    said += chunk;
  });
  const [line] = await Promise.race([
    once(stdout, 'data'),
    ended.then((result) => Promise.reject(new Error(`pageward serve ended: ${JSON.stringify(result)}`))),
  ]);
  const origin = String(line).trim();
  const stop = (): Promise<CliResult> => {
    running.kill('SIGTERM');
    return ended;
  };
  return {
    origin,
    port: Number(new URL(origin).port),
    child: running,
    stderr: () => said,
    said: async (pattern) => {
      while (!pattern.test(said)) await once(stderr, 'data');
    },
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  };
}

/** Sends bytes as they are and gives all that comes back until the server closes the connection. */
export function exchange(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
  });
}
