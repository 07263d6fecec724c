import { readFile } from 'node:fs/promises';

/** Makes the error of a file that cannot be used. */
export type FileFault = (problem: string, cause?: unknown) => Error;

/** What a JSON file holds, with a byte order mark or without. Its error quotes nothing of it: it may hold passwords. */
export async function readJsonFile(file: string, fault: FileFault): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw fault('cannot be read', cause);
  });
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw fault('is not JSON');
  }
}
