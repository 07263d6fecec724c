import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

/** The built program. */
export const PROGRAM = path.resolve(import.meta.dirname, '../../dist/cli/main.js');

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly stdin?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly nodeArgs?: readonly string[];
  /** Called with the process once it runs, to signal it or to read along. */
  readonly onStart?: (child: ChildProcess) => void;
}

/** Runs `pageward` as a user does, with an environment that says nothing to it, and waits for its end. */
export function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [...(options.nodeArgs ?? []), PROGRAM, ...args], {
    env: { PATH, HOME, ...options.env },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    stdio: 'pipe',
  });
  options.onStart?.(child);
  if (options.stdin !== undefined) child.stdin.end(options.stdin);
  else if (options.onStart === undefined) child.stdin.end();
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (chunk) => stdout.push(chunk));
  child.stderr.on('data', (chunk) => stderr.push(chunk));
  // A program that leaves early does not read the rest of its input; that is not the test's failure.
  child.stdin.on('error', () => undefined);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ code, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() });
    });
  });
}
