import { UsageError } from '../base/errors.js';
import type { PageAction } from '../browser/page-action.js';
import { readJsonFile } from './json-file.js';

/**
 * The actions in a JSON file. What they are is checked by the reader; no error quotes the file, which may hold passwords.
 *
 * @throws UsageError `INVALID_OPTION` when it cannot be read or is no list.
 */
export async function readActions(file: string): Promise<readonly PageAction[]> {
  const fail = (problem: string): UsageError =>
    new UsageError(`--actions: ${file} ${problem}`, {
      code: 'INVALID_OPTION',
      hint: 'Write a JSON list such as [{ "click": "#more" }].',
    });
  const actions = await readJsonFile(file, fail);
  if (!Array.isArray(actions)) throw fail('is not a list');
  return actions;
}
