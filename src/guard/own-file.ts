import { existsSync } from 'node:fs';
import { UsageError } from '../base/errors.js';

/**
 * A file of this package that a thread or a program of its own runs, named as seen from the code that starts it. A bundler
 * moves the code and leaves the file behind: then this says so, in place of reading without it.
 *
 * @throws UsageError `PACKAGE_BUNDLED`
 */
export function ownFile(name: string, codeUrl: string): URL {
  const file = new URL(name, codeUrl);
  if (existsSync(file)) return file;
  throw packageBundled(`${name.replace(/^.*\//, '')} is not beside the code that runs it`);
}

/** This package cannot work as it was put together. */
export function packageBundled(how: string): UsageError {
  return new UsageError(`pageward was bundled or rewritten: ${how}`, {
    code: 'PACKAGE_BUNDLED',
    hint:
      'Leave the package out of the bundle, so that Node loads it from node_modules: esbuild --packages=external, ' +
      "Next.js serverExternalPackages: ['pageward'], Vite ssr.external, webpack externals; under Vitest server.deps.external.",
  });
}
