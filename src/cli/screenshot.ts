import { writeFile } from 'node:fs/promises';
import { UsageError } from '../base/errors.js';
import type { Page } from '../page/page.js';

/**
 * Writes the picture of a page to a file. False when the page has none; its warnings say why.
 *
 * @throws UsageError `INVALID_OPTION` when the file cannot be written.
 */
export async function saveScreenshot({ screenshot }: Page, file: string): Promise<boolean> {
  if (screenshot === undefined) return false;
  await writeFile(file, screenshot.base64, 'base64').catch((cause: unknown) => {
    throw new UsageError(`--screenshot: cannot write ${file}`, { code: 'INVALID_OPTION', cause });
  });
  return true;
}
