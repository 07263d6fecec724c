import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isPagewardError } from '../base/errors.js';
import { LIMITS } from '../base/limits.js';
import { parseMediaType } from '../base/media-type.js';
import type { DocumentLoader } from '../reader/reader.js';
import type { CrawlFolder } from './crawl-folder.js';
import { fileLines } from './file-lines.js';
import { jsonLine } from './json-line.js';
import { workThrough } from './work-through.js';

const AT_ONCE = 4;
/** How a file is called by what it comes as. What is none of these is not kept: SVG is a program as much as a picture. */
const ENDINGS: ReadonlyMap<string, string> = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['image/avif', 'avif'],
  ['image/bmp', 'bmp'],
]);

const rowSchema = z.looseObject({ images: z.array(z.looseObject({ url: z.string() })).optional() });

type Asset = { readonly url: string } & (
  | { readonly file: string }
  | { readonly code: string; readonly status?: number }
);

/**
 * Fetches the images of a crawl's pages into `assets/`, each once, and writes `assets.jsonl`: which file is which image, and why
 * one is not there. What is there already stays, so that it may be ended and begun again at any time.
 *
 * @throws QueueError `JOURNAL_FAILED`; `signal.reason`
 */
export async function fetchAssets(folder: CrawlFolder, loader: DocumentLoader, signal: AbortSignal): Promise<void> {
  const urls = [...(await imagesOf(folder))].slice(0, LIMITS.crawlAssets);
  const known = new Map(
    (await readdir(await folder.makeFolder('assets'))).map((file) => [path.parse(file).name, file]),
  );
  const assets: Asset[] = [];
  const fetching = workThrough(
    () => urls.shift(),
    { concurrency: AT_ONCE, signal },
    async (url, inner) => {
      const file = known.get(nameOf(url));
      return file === undefined ? fetchAsset(url, { folder, loader, signal: inner }) : { url, file };
    },
  );
  for await (const asset of fetching) assets.push(asset);
  await folder.write('assets.jsonl', assets.map(jsonLine).join(''));
}

async function imagesOf({ folder }: CrawlFolder): Promise<Set<string>> {
  const found = new Set<string>();
  for await (const line of fileLines(path.join(folder, 'pages.jsonl'))) {
    for (const { url } of rowSchema.parse(JSON.parse(line)).images ?? []) found.add(url);
  }
  return found;
}

async function fetchAsset(
  url: string,
  { folder, loader, signal }: { folder: CrawlFolder; loader: DocumentLoader; signal: AbortSignal },
): Promise<Asset> {
  try {
    const { statusCode, contentType, body, sizeCapped } = await loader.load(
      { url },
      { signal, maxBytes: LIMITS.crawlAssetBytes },
    );
    if (statusCode >= 400) return { url, code: 'HTTP_STATUS', status: statusCode };
    const ending = ENDINGS.get(parseMediaType(contentType).essence);
    if (ending === undefined || typeof body === 'string') return { url, code: 'UNSUPPORTED_TYPE' };
    if (sizeCapped) return { url, code: 'TOO_LARGE' };
    const file = `${nameOf(url)}.${ending}`;
    await folder.writeBytes(path.join('assets', file), body);
    return { url, file };
  } catch (error) {
    signal.throwIfAborted();
    if (!isPagewardError(error) || error.code === 'JOURNAL_FAILED') throw error;
    return { url, code: error.code };
  }
}

function nameOf(url: string): string {
  return createHash('sha256').update(url).digest('hex').slice(0, 16);
}
