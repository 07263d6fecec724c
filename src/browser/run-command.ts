import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';

export interface CommandOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Killed with all it has started when it takes longer. */
  readonly timeoutMs: number;
  /** Killed when it says nothing for so long. */
  readonly silenceMs?: number;
  readonly onLine?: (line: string) => void;
  readonly signal?: AbortSignal;
}

export interface CommandResult {
  readonly ok: boolean;
  /** Why it failed, in one short line; `onLine` has heard the rest. */
  readonly reason: string;
}

/** What is wrong tends to be said first, before its consequences and a stack trace, which is indented. */
const COMPLAINT = /^(?!\s).*(?:error|fail|unable|cannot|could not|denied)|^E:/i;
const REASON_CHARS = 160;

/** Runs a program to its end or to its limits. Rejects only with `signal.reason`. */
export async function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<CommandResult> {
  options.signal?.throwIfAborted();
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: options.env ?? process.env,
    cwd: options.cwd,
    // A group of its own, so that what it has started can be ended with it.
    detached: process.platform !== 'win32',
  });
  let stopped: string | undefined;
  const stop = (reason: string): void => {
    stopped = reason;
    if (child.pid === undefined) return;
    try {
      if (process.platform === 'win32') child.kill('SIGKILL');
      else process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It ended by itself meanwhile.
    }
  };
  const onAbort = (): void => stop('aborted');
  options.signal?.addEventListener('abort', onAbort, { once: true });
  const limit = setTimeout(stop, options.timeoutMs, `it took longer than ${options.timeoutMs} ms`);
  const { silenceMs } = options;
  const silence =
    silenceMs === undefined ? undefined : setTimeout(stop, silenceMs, `it was silent for ${silenceMs} ms`);
  let last: string | undefined;
  let complaint: string | undefined;
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      silence?.refresh();
      if (line.trim() === '') return;
      const plain = stripVTControlCharacters(line);
      last = plain.trim();
      complaint ??= COMPLAINT.test(plain) ? last : undefined;
      options.onLine?.(plain);
    });
  }
  const ended = await new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) =>
      resolve(code === 0 ? undefined : (complaint ?? last ?? `it ended with exit code ${code}`)),
    );
  });
  clearTimeout(limit);
  clearTimeout(silence);
  options.signal?.removeEventListener('abort', onAbort);
  options.signal?.throwIfAborted();
  const reason = stopped ?? ended;
  return { ok: reason === undefined, reason: shortened(reason ?? '') };
}

function shortened(reason: string): string {
  return reason.length > REASON_CHARS ? `${reason.slice(0, REASON_CHARS)}…` : reason;
}
