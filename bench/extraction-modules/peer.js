import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * What a peer's module needs of the packages that `npm run bench:extraction` has installed.
 *
 * @param {string} name
 */
export function peer(name) {
  const folder = process.env.EXTRACTION_PEERS;
  if (folder === undefined) throw new Error('EXTRACTION_PEERS names no folder: run `npm run bench:extraction`');
  return import(pathToFileURL(path.join(folder, `${name}.mjs`)).href);
}
