import { once } from 'node:events';
import { open } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { detourOf } from '../base/detour.js';
import { isPagewardError, UsageError } from '../base/errors.js';
import { traceOf, withoutEscapes } from '../base/terminal-text.js';
import { redactUrl } from '../base/url.js';

/** What a command may touch of the process. */
export interface Terminal {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  /** Fires on SIGINT and SIGTERM, and when whoever reads the output has gone. */
  readonly signal: AbortSignal;
  /** Notes are left out, and what a failure's cure might be. */
  readonly quiet?: boolean;
}

/** Where results go: stdout or a file. */
export interface Output {
  write(text: string): Promise<void>;
  close(): Promise<void>;
}

/** @throws UsageError `INVALID_OPTION` when the file cannot be written */
export async function openOutput(terminal: Terminal, file?: string): Promise<Output> {
  if (file === undefined) {
    return { write: (text) => writeTo(terminal.stdout, text, terminal.signal), close: async () => undefined };
  }
  const handle = await open(file, 'w').catch((cause: unknown) => {
    throw cannotWrite(file, cause);
  });
  return {
    write: (text) => handle.appendFile(text),
    close: () => handle.close(),
  };
}

/** What to throw when the file that `--output` names cannot be written. */
export function cannotWrite(file: string, cause: unknown): UsageError {
  return new UsageError(`--output: cannot write ${file}`, { code: 'INVALID_OPTION', cause });
}

/** Writes at the pace of whoever reads, so that a long run into a slow pipe does not fill the memory. */
async function writeTo(stream: Terminal['stdout'], text: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const printable = stream.isTTY ? withoutEscapes(text) : text;
  if (!stream.write(printable)) await once(stream, 'drain', { signal });
}

/** A URL must not begin a line of its own on stderr, nor turn the text around it. */
export function oneLine(text: string): string {
  return text.replace(/[^\P{Cc}\t]|[\p{Cf}\p{Zl}\p{Zp}]/gu, encodeURIComponent);
}

/** A failure on stderr: with which URL, what happened, its code, what to do. */
export function printError(terminal: Terminal, error: unknown, url?: string): void {
  const about = url === undefined ? '' : `${oneLine(redactUrl(url))}: `;
  if (!isPagewardError(error)) {
    terminal.stderr.write(`pageward: ${about}unexpected failure\n${traceOf(error)}\n`);
    return;
  }
  const hint = error.hint === undefined || terminal.quiet ? '' : `\n  hint: ${oneLine(error.hint)}`;
  terminal.stderr.write(
    `pageward: ${about}${oneLine(detourOf(error.details) + error.message)} [${error.code}]${hint}\n`,
  );
}

/** The same terminal, as quiet as the flags ask for. */
export function quietly(terminal: Terminal, { quiet, verbose }: { quiet?: boolean; verbose?: boolean }): Terminal {
  return { ...terminal, quiet: quiet === true && verbose !== true };
}

export function printNote(terminal: Terminal, text: string): void {
  if (!terminal.quiet) printFault(terminal, text);
}

/** What a command was asked to find: `--quiet` does not leave it out. */
export function printFault({ stderr }: Terminal, text: string): void {
  stderr.write(`pageward: ${oneLine(text)}\n`);
}
