import { type ChildProcess, spawn } from 'node:child_process';
import type { Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import { BrowserError } from '../base/errors.js';
import type { BridgeMessage, BridgeRequest } from './jail-bridge-program.js';
import { ownFile } from './own-file.js';

/** Starting it takes about a tenth of a second. */
const START_TIMEOUT_MS = 10_000;
/** Opening a socket takes a millisecond. */
const LISTEN_TIMEOUT_MS = 5_000;

/**
 * Opens listening sockets in the network namespace of a jail, from outside it: a small program inside makes each socket,
 * hands it over and keeps none. Nothing is relayed or copied, and nothing inside can connect to anything but such sockets.
 */
export interface JailBridge {
  /** The program inside. It holds the namespace open, and ends with the bridge or with this process. */
  readonly pid: number;
  /** Whether it can still open sockets. */
  isAlive(): boolean;
  /** Resolves when the program has ended, asked or not. Sockets that were handed over live on. */
  readonly ended: Promise<void>;
  /**
   * Makes `server` listen on a free port of the jail's own 127.0.0.1. Outside the jail that number means nothing.
   *
   * @throws BrowserError `BROWSER_CRASHED` when the program has ended, or does not answer: then it is ended.
   */
  listen(server: Server): Promise<void>;
  close(): Promise<void>;
}

/** How to run a program in the jail: `command` is followed by the program's own command line. */
export interface JailEntrance {
  readonly command: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
}

interface Pending {
  readonly server: Server;
  readonly timer: NodeJS.Timeout;
  readonly resolve: () => void;
  readonly reject: (reason: Error) => void;
}

/**
 * @throws BrowserError `BROWSER_LAUNCH` with what the command said, also when the jail has a network; UsageError
 * `PACKAGE_BUNDLED`.
 */
export async function openJailBridge({ command: [program, ...words], env }: JailEntrance): Promise<JailBridge> {
  const bridgeProgram = ownFile('./jail-bridge-program.js', import.meta.url);
  const child = spawn(program, [...words, process.execPath, fileURLToPath(bridgeProgram)], {
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // A Ctrl+C in the terminal is for the program that uses us, which may still be closing its pages.
    detached: true,
  });
  const ended = new Promise<void>((resolve) => {
    child.on('error', () => resolve());
    child.once('exit', () => resolve());
  });
  const close = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  try {
    const interfaces = await started(child);
    if (interfaces.join() !== 'lo') throw failure(`instead of loopback alone it has ${interfaces.join() || 'nothing'}`);
  } catch (error) {
    await close();
    throw error;
  }
  return { pid: child.pid ?? 0, isAlive: () => child.connected, ended, close, listen: listenThrough(child) };
}

/** Waits until the program has said what interfaces it sees. */
async function started(child: ChildProcess): Promise<readonly string[]> {
  let said = '';
  let timer: NodeJS.Timeout | undefined;
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    // The end of it; and what is said later must not fill the pipe.
    said = (said + text).slice(-2_000);
  });
  try {
    return await new Promise((resolve, reject) => {
      child.once('message', (message: BridgeMessage) => resolve('interfaces' in message ? message.interfaces : []));
      child.once('error', (cause) => reject(failure(cause.message, cause)));
      // Unlike `exit` it comes after the last that was said.
      child.once('close', (code) => reject(failure(said.trim() || `its program ended with code ${code}`)));
      timer = setTimeout(() => reject(failure('its program took too long to start')), START_TIMEOUT_MS);
    });
  } finally {
    clearTimeout(timer);
  }
}

function listenThrough(child: ChildProcess): JailBridge['listen'] {
  const pending = new Map<number, Pending>();
  let lastId = 0;

  child.on('message', (message: BridgeMessage, handle) => {
    if ('interfaces' in message) return;
    const asked = pending.get(message.id);
    if (message.state === 'opened') {
      asked?.server.listen(handle);
      return;
    }
    pending.delete(message.id);
    clearTimeout(asked?.timer);
    if (message.state === 'failed') asked?.reject(lost(`opens no more sockets: ${message.reason}`));
    else asked?.resolve();
  });
  // Unlike `exit` it comes after the last message.
  child.once('disconnect', () => {
    for (const { server, timer, reject } of pending.values()) {
      clearTimeout(timer);
      server.close();
      reject(lost('has ended'));
    }
  });

  return (server) =>
    new Promise<void>((resolve, reject) => {
      if (!child.connected) return reject(lost('has ended'));
      lastId += 1;
      // Stopped, it would keep every read to come waiting.
      const timer = setTimeout(() => child.kill('SIGKILL'), LISTEN_TIMEOUT_MS);
      pending.set(lastId, { server, timer, resolve, reject });
      // A failure means that the program is about to end, which is seen above.
      child.send({ id: lastId } satisfies BridgeRequest, () => {});
    });
}

function failure(reason: string, cause?: unknown): BrowserError {
  return new BrowserError(`The jail could not be made: ${reason}`, { code: 'BROWSER_LAUNCH', cause });
}

function lost(what: string): BrowserError {
  return new BrowserError(`The jail of the browser ${what}`, {
    code: 'BROWSER_CRASHED',
    hint: 'Read again; another browser will be started.',
  });
}
