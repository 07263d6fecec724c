import type { ContentBlock } from '@modelcontextprotocol/server';
import { withDeadline } from '../base/deadline.js';
import { LIMITS } from '../base/limits.js';
import type { DocumentLoader } from '../reader/reader.js';

const TIMEOUT_MS = 10_000;
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^\x89PNG\r\n/, 'image/png'],
  [/^\xFF\xD8\xFF/, 'image/jpeg'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF[\s\S]{4}WEBP/, 'image/webp'],
];

/**
 * The first images that an answer lists, as blocks for a model that can see. They are loaded here, through the guard: a page
 * chooses their addresses. One that cannot be had in time, is too large or of another kind is left out.
 */
export async function imageBlocks(
  data: unknown,
  loader: DocumentLoader,
  signal: AbortSignal,
): Promise<readonly ContentBlock[]> {
  const urls = imageUrlsIn(data).slice(0, LIMITS.mcpImages);
  const loaded = await Promise.all(urls.map((url) => imageBlock(url, loader, signal)));
  return loaded.flatMap((block, index) =>
    block === undefined ? [] : [{ type: 'text' as const, text: `Image ${index + 1} of the list:` }, block],
  );
}

async function imageBlock(url: string, loader: DocumentLoader, signal: AbortSignal): Promise<ContentBlock | undefined> {
  try {
    const { statusCode, body, sizeCapped } = await withDeadline(
      { signal, timeoutMs: TIMEOUT_MS, what: 'loading an image' },
      (inner) => loader.load({ url }, { signal: inner, timeoutMs: TIMEOUT_MS, maxBytes: LIMITS.mcpImageBytes }),
    );
    if (statusCode !== 200 || sizeCapped || typeof body === 'string') return undefined;
    const bytes = Buffer.from(body);
    const [, mimeType] = KINDS.find(([magic]) => magic.test(bytes.toString('latin1', 0, 16))) ?? [];
    return mimeType === undefined ? undefined : { type: 'image', data: bytes.toString('base64'), mimeType };
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

/** Of a page as `web_fetch` gives it. */
function imageUrlsIn(data: unknown): string[] {
  if (typeof data !== 'object' || data === null || !('images' in data) || !Array.isArray(data.images)) return [];
  return data.images.flatMap((image: unknown) =>
    typeof image === 'object' && image !== null && 'url' in image && typeof image.url === 'string' ? [image.url] : [],
  );
}
