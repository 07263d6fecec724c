#!/usr/bin/env node
import { CommanderError, Option, Command as Program } from 'commander';
import { VERSION } from '../base/version.js';
import type { Command } from './command.js';
import { COMMANDS, configKeys } from './commands.js';
import { EXIT, type ExitCode, exitCodeOf } from './exit-codes.js';
import { EVERYTHING, environmentName, type Flag, flagName } from './flag.js';
import { printError, printNote, type Terminal } from './output.js';
import { resolveSettings, type Written } from './settings.js';

const EXIT_HELP = `
Every flag has an environment twin (${environmentName('maxChars')} is ${flagName('maxChars')}) and a key in the configuration
file (maxChars). Command line over environment over file.

Exit codes: 0 clean, 1 findings or a failed read, 2 wrong use, 3 could not run here, 4 stopped at a limit,
130 interrupted.`;

/** How long a stopped command may take to close what it opened. */
const CLOSING_MS = 5_000;

await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<void> {
  const stopping = new AbortController();
  const terminal: Terminal = {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    signal: stopping.signal,
  };
  let stoppedBy: ExitCode | undefined;
  const stop = (exit: ExitCode): void => {
    // Asked twice, or still here after a while: whatever hangs is left behind.
    if (stoppedBy !== undefined) process.exit(exit);
    stoppedBy = exit;
    setTimeout(() => process.exit(exit), CLOSING_MS).unref();
    stopping.abort();
    process.stdin.destroy();
  };
  process.on('SIGINT', () => stop(EXIT.interrupted));
  process.on('SIGTERM', () => stop(EXIT.interrupted));
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever read the output (`| head`) has had enough: that is no failure.
    if (error.code === 'EPIPE') return stop(EXIT.clean);
    printNote(terminal, `the output cannot be written: ${error.message}`);
    stop(EXIT.unable);
  });

  let exit: ExitCode = EXIT.clean;
  const program = programOf(async (command, args, flags) => {
    const values = await resolveSettings(command.flags, { flags, env: process.env, knownKeys: configKeys() });
    const run = await command.load();
    exit = await run({ args, values, terminal });
  });
  try {
    await program.parseAsync(bareOpenLists(argv), { from: 'user' });
  } catch (error) {
    if (stoppedBy === undefined) exit = report(terminal, error);
  }
  // Whoever stopped us waits for the end; otherwise the process ends by itself once nothing is left open.
  if (stoppedBy !== undefined) process.exit(stoppedBy);
  process.exitCode = exit;
}

/** Says what went wrong, unless commander has said it. */
function report(terminal: Terminal, error: unknown): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.clean : EXIT.usage;
  printError(terminal, error);
  return exitCodeOf(error);
}

type Execute = (command: Command, args: readonly string[], flags: Written) => Promise<void>;

function programOf(execute: Execute): Program {
  const program = new Program('pageward')
    .description('Reads the web as Markdown, over HTTP or in a browser, with internal addresses out of reach.')
    .version(VERSION)
    .addHelpText('after', EXIT_HELP)
    .showHelpAfterError('(pageward --help shows what there is)')
    .exitOverride();
  for (const command of COMMANDS) {
    const sub = program.command(command.name).summary(command.summary).description(command.summary);
    sub.showHelpAfterError(`(pageward ${command.name} --help shows what there is)`);
    if (command.argument !== undefined) sub.argument(command.argument);
    for (const [key, flag] of Object.entries(command.flags)) sub.addOption(optionOf(key, flag));
    sub.action(() => execute(command, sub.args, writtenFlags(command, sub)));
  }
  return program;
}

function optionOf(key: string, flag: Flag<unknown>): Option {
  const short = flag.short === undefined ? '' : `-${flag.short}, `;
  const value = {
    switch: '',
    value: ` <${flag.metavar}>`,
    list: ` <${flag.metavar}>`,
    'open-list': ` [${flag.metavar}]`,
  };
  const more = flag.kind === 'list' || flag.kind === 'open-list' ? ' (repeatable)' : '';
  const option = new Option(`${short}${flagName(key)}${value[flag.kind]}`, flag.help + more);
  if (flag.kind === 'switch') return option;
  return option.argParser((written: string, before: readonly string[] | true = []) =>
    // `true` is what commander keeps of an open list that was given bare.
    before === true ? before : [...before, written],
  );
}

/** What was written on the command line, by configuration key; of a flag that takes one value the last counts. */
function writtenFlags(command: Command, sub: Program): Written {
  const written: Record<string, readonly string[]> = {};
  for (const [key, flag] of Object.entries(command.flags)) {
    // commander files `--no-x` under `x`, which is then false.
    const value: unknown = flagName(key).startsWith('--no-')
      ? !sub.getOptionValue(negated(key))
      : sub.getOptionValue(key);
    if (value === undefined || value === false) continue;
    const parts = Array.isArray(value) ? value.map(String) : [String(value)];
    written[key] = flag.kind === 'value' ? parts.slice(-1) : parts;
  }
  return written;
}

/** `sandbox` of `noSandbox`. */
function negated(key: string): string {
  return key.charAt(2).toLowerCase() + key.slice(3);
}

/** `--allow-private https://…` means a bare flag and a URL, since no entry of the list is a URL. */
function bareOpenLists(argv: readonly string[]): string[] {
  const openLists = COMMANDS.flatMap(({ flags }) =>
    Object.entries(flags).flatMap(([key, { kind }]) => (kind === 'open-list' ? [flagName(key)] : [])),
  );
  return argv.map((arg, index) =>
    openLists.includes(arg) && argv[index + 1]?.includes('://') ? `${arg}=${EVERYTHING}` : arg,
  );
}
