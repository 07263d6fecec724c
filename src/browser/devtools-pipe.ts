import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { LIMITS } from '../base/limits.js';
import { MessageRouter } from './message-router.js';
import { MessageSieve } from './message-sieve.js';

/** What Node tells of every process that is started. */
const STARTS = 'child_process';
/** Where a browser reads DevTools messages, and where it writes them. */
const [TO_BROWSER, FROM_BROWSER] = [3, 4] as const;

/** What was launched, and the way past Playwright to the browser; none when Playwright does not speak through a pipe. */
export interface Launched<T> {
  readonly launched: T;
  readonly router: MessageRouter | undefined;
}

/**
 * Has `launch` start a browser, and from then on keeps what it says within limits (see {@link MessageSieve}), and hears and
 * says some of it itself (see {@link MessageRouter}). Playwright neither limits it nor lets anyone in between; Node shows the
 * process that it starts, and so its pipe. The browser is known by `argument`, which no other has.
 */
export async function launchOnPipe<T>(argument: string, launch: () => Promise<T>): Promise<Launched<T>> {
  const started: ChildProcess[] = [];
  const onStart = (message: unknown): void => {
    // Node's own word for it.
    started.push((message as { process: ChildProcess }).process);
  };
  subscribe(STARTS, onStart);
  try {
    const launched = await launch();
    const browser = started.find(({ spawnargs }) => spawnargs.includes(argument));
    // Nothing of a page is in it yet.
    return { launched, router: browser && comeBetween(browser.stdio) };
  } finally {
    unsubscribe(STARTS, onStart);
  }
}

/** Between the pipe and whoever reads it. */
function comeBetween(stdio: ChildProcess['stdio']): MessageRouter | undefined {
  const pipe = stdio[FROM_BROWSER];
  const writer = stdio[TO_BROWSER];
  if (!pipe || !writer || !('write' in writer)) return undefined;
  const readers = pipe.listeners('data');
  const router = new MessageRouter(
    (text) => writer.write(text),
    (bytes) => {
      for (const reader of readers) reader.call(pipe, bytes);
    },
  );
  const { devtoolsAnswerBytes: answerBytes, devtoolsEventBytes: eventBytes, consoleBytes: saidBytes } = LIMITS;
  const sieve = new MessageSieve({ answerBytes, eventBytes, saidBytes }, (bytes) => router.take(bytes));
  pipe.on('data', (bytes: Buffer) => sieve.take(bytes));
  pipe.once('close', () => router.close());
  for (const reader of readers) pipe.off('data', reader as (bytes: Buffer) => void);
  return router;
}
