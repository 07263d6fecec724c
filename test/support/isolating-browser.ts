import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { locateBrowser } from '#src/browser/locate.js';

/** The browser, made to give frames of other sites processes of their own as full Chromium does. */
export async function isolatingBrowser(): Promise<string> {
  const { path } = await locateBrowser();
  const wrapper = join(mkdtempSync(join(tmpdir(), 'pageward-test-')), 'browser');
  writeFileSync(wrapper, `#!/bin/sh\nexec "${path}" --site-per-process "$@"\n`);
  chmodSync(wrapper, 0o755);
  return wrapper;
}
