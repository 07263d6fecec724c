import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The contestant's side of run-crawl.js: does the job in its first argument, and says how many pages there were, how many
 * had their last words, and how long it took, as a line of JSON.
 *
 * @param {(job: any, kept: (markdown: string) => void) => Promise<void>} crawlAll
 */
export async function contestant(crawlAll) {
  const job = JSON.parse(process.argv[2]);
  let [pages, complete] = [0, 0];
  const started = performance.now();
  await crawlAll(job, (markdown) => {
    pages += 1;
    if (/zebra\d/.test(markdown)) complete += 1;
  });
  console.log(JSON.stringify({ pages, complete, ms: performance.now() - started }));
  process.exit(0);
}

/** A package that is installed in another folder. */
export async function fromFolder(folder, name) {
  const { resolve } = createRequire(path.join(folder, 'package.json'));
  return import(pathToFileURL(resolve(name)).href);
}
