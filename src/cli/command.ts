import type { ExitCode } from './exit-codes.js';
import type { FlagTable, FlagValues } from './flag.js';
import type { Terminal } from './output.js';

/** One call of a command. */
export interface CommandCall<Table extends FlagTable> {
  readonly args: readonly string[];
  readonly values: FlagValues<Table>;
  readonly terminal: Terminal;
}

export type RunCommand<Table extends FlagTable> = (call: CommandCall<Table>) => Promise<ExitCode>;

/** A command as the help shows it; what it does is loaded only when it is called. */
export interface Command<Table extends FlagTable = FlagTable> {
  readonly name: string;
  /** In commander's spelling: `<url...>` at least one, `[url...]` any number. */
  readonly argument?: string;
  readonly summary: string;
  readonly flags: Table;
  readonly load: () => Promise<RunCommand<Table>>;
}

/** Ties the flags of a command to what runs it, and forgets their types for the table of all commands. */
export function command<Table extends FlagTable>(definition: Command<Table>): Command {
  return {
    ...definition,
    load: async () => {
      const run = await definition.load();
      // The values were made from this command's own table.
      return (call) => run({ ...call, values: call.values as FlagValues<Table> });
    },
  };
}
