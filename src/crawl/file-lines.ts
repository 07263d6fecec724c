import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** The lines of a file, one by one, however many; none of a file that is not there. */
export async function* fileLines(file: string): AsyncGenerator<string, void, undefined> {
  if (!existsSync(file)) return;
  yield* createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
}
