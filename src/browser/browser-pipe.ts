import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { LIMITS } from '../base/limits.js';
import { MessageSieve } from './message-sieve.js';

/** What Node tells of every process that is started. */
const STARTS = 'child_process';
/** Where a browser writes its DevTools messages. */
const PIPE = 4;

/**
 * Has `launch` start a browser, and keeps what it says to Playwright within limits from then on (see {@link MessageSieve}).
 * Playwright neither limits it nor lets anyone in between; Node shows the process that it starts, and so its pipe. The browser
 * is known by `argument`, which no other has.
 */
export async function launchSieved<T>(argument: string, launch: () => Promise<T>): Promise<T> {
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
    if (browser !== undefined) sieve(browser.stdio[PIPE]);
    return launched;
  } finally {
    unsubscribe(STARTS, onStart);
  }
}

/** Between the pipe and whoever reads it. */
function sieve(pipe: ChildProcess['stdio'][typeof PIPE]): void {
  if (!pipe) return;
  const readers = pipe.listeners('data');
  const { devtoolsAnswerBytes: answerBytes, devtoolsEventBytes: eventBytes, consoleBytes: saidBytes } = LIMITS;
  const messages = new MessageSieve({ answerBytes, eventBytes, saidBytes }, (bytes) => {
    for (const reader of readers) reader.call(pipe, bytes);
  });
  pipe.on('data', (bytes: Buffer) => messages.take(bytes));
  for (const reader of readers) pipe.off('data', reader as (bytes: Buffer) => void);
}
