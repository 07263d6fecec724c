import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** The version of Playwright that is used, without loading it. Rejects where there is none. */
export async function playwrightVersion(): Promise<string> {
  const manifest = createRequire(import.meta.url).resolve('playwright/package.json');
  const { version }: { version?: unknown } = JSON.parse(await readFile(manifest, 'utf8'));
  return String(version);
}
