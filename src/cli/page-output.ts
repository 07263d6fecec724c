import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { isNumbered, numbered } from './numbered-file.js';
import { cannotWrite, openOutput, type Terminal } from './output.js';

/** Where pages go: one below the other to stdout or a file, or each to a file of its own. */
export interface PageOutput {
  /** Whether one page must be told from the next. */
  readonly isShared: boolean;
  /** @param number of the page's URL, from 1 */
  write(text: string, number: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param file several files when {@link isNumbered}; without it, stdout
 * @throws UsageError `INVALID_OPTION` when it cannot be written, or its folder cannot
 */
export async function openPageOutput(terminal: Terminal, file: string | undefined): Promise<PageOutput> {
  if (file === undefined || !isNumbered(file)) {
    const output = await openOutput(terminal, file);
    return { isShared: true, write: (text) => output.write(text), close: () => output.close() };
  }
  await access(path.dirname(numbered(file, 1)), constants.W_OK).catch((cause: unknown) => {
    throw cannotWrite(file, cause);
  });
  return {
    isShared: false,
    async write(text, number) {
      const output = await openOutput(terminal, numbered(file, number));
      await output.write(text).finally(output.close);
    },
    close: async () => undefined,
  };
}
