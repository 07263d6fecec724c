import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { QueueError, UsageError } from '../base/errors.js';

/** A page's file, or the draft of one. */
export const PAGE_FILE = /\.md(?:\.tmp)?$/;

/**
 * Sees that a crawl which begins writes over nothing: where no journal tells that these files are a crawl's, they are
 * somebody's.
 *
 * @param files those that the crawl would empty
 * @param pages the folder from which it would take what is not its own
 * @throws UsageError `JOURNAL_EXISTS`
 */
export async function refuseOthersFiles(files: readonly string[], pages: string): Promise<void> {
  const filled = await Promise.all(files.map(async (file) => ((await bytesOf(file)) > 0 ? [file] : [])));
  const texts = (await readdir(pages)).filter((name) => PAGE_FILE.test(name)).map((name) => path.join(pages, name));
  const [found] = [...filled.flat(), ...texts];
  if (found === undefined) return;
  throw new UsageError(`${found} would be written over, and no journal tells that it is a crawl's`, {
    code: 'JOURNAL_EXISTS',
    hint: 'Choose a new folder, or take away what is in this one.',
  });
}

/**
 * Sees that the files of a crawl hold at least what its journal counts: they are synced first, so one that is shorter was cut
 * by somebody, and what it lacks cannot be made anew.
 *
 * @throws QueueError `JOURNAL_CORRUPT`
 */
export async function refuseCutFiles(
  files: readonly { readonly file: string; readonly bytes: number }[],
): Promise<void> {
  for (const { file, bytes } of files) {
    const there = await bytesOf(file);
    if (there >= bytes) continue;
    throw new QueueError(`${file} has ${there} bytes of the ${bytes} that the journal counts`, {
      code: 'JOURNAL_CORRUPT',
      hint: 'Put it back from a copy, or begin the crawl anew in another folder.',
    });
  }
}

/** 0 of a file that is not there. */
async function bytesOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch {
    return 0;
  }
}
