import { readFile } from 'node:fs/promises';
import { UsageError } from '../base/errors.js';

/**
 * The PEM text of a `caBundle` option, which is that text or the path of a file with it.
 *
 * @throws UsageError `INVALID_OPTION` when the file cannot be read.
 */
export async function readCaBundle(caBundle: string): Promise<string> {
  if (caBundle.includes('-----BEGIN')) return caBundle;
  try {
    return await readFile(caBundle, 'utf8');
  } catch (cause) {
    throw new UsageError(`caBundle: cannot read ${caBundle}`, {
      code: 'INVALID_OPTION',
      hint: 'Give PEM text or the path of a readable PEM file.',
      details: { option: 'caBundle' },
      cause,
    });
  }
}
