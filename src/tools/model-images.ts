import { z } from 'zod';
import { withDeadline } from '../base/deadline.js';
import { DEFAULT_PORTS, LIMITS } from '../base/limits.js';
import { asUrl, effectivePort } from '../base/url.js';
import type { DocumentLoader } from '../reader/reader.js';
import { type ImageType, imageHeader } from './image-header.js';

export interface ImageOptions {
  /** How many a result shows at most (default 4, no more than 20). */
  max?: number;
  /** Limit of each in bytes (default 3 750 000, which is what providers take); only with a loader. */
  maxBytes?: number;
  /**
   * Loads them, and the model gets their bytes: an `HttpReader` with the policy of the tools, which judges every address.
   * Without one the model's provider gets the addresses, `https:` only, and fetches them itself; then one that it cannot
   * fetch may fail the whole request, and its page learns that a model is reading.
   */
  loader?: DocumentLoader;
}

/** An image for the model to look at. */
export interface ModelImage {
  /** By which it stands in the list that the text has; absent where the document is the image itself. */
  readonly number?: number;
  readonly source: { readonly url: string } | ImageBytes;
}

export interface ImageBytes {
  /** Base64. */
  readonly data: string;
  readonly mediaType: ImageType;
}

/** The check of the option. */
export const imagesOption = z
  .strictObject({
    max: z.number().int().min(1).max(LIMITS.modelImagesMax, `must be 1 to ${LIMITS.modelImagesMax}`).optional(),
    maxBytes: z.number().int().positive('must be a positive number of bytes').optional(),
    loader: z
      .custom<DocumentLoader>(
        (value) => typeof value === 'object' && value !== null && 'load' in value && typeof value.load === 'function',
        'must have a method load, as an HttpReader has',
      )
      .optional(),
  })
  .optional();

/** What a tool's data says of images: those of a page, or that the document is one. */
const illustrated = z.object({
  url: z.string().optional(),
  mediaType: z.string().optional(),
  images: z.array(z.object({ url: z.string() })).optional(),
});

const SEEN = /^image\/(?:png|jpeg|gif|webp)$/;

/** Known by their names to be of a kind that no provider looks at. */
const UNSEEN = /\.(?:svgz?|ico|avif|bmp|tiff?|heic|jxl)$/i;

/** What a model is told before an image, so that it finds it in the text. */
export function captionOf({ number }: { readonly number?: number | undefined }): string {
  return number === undefined ? 'The image:' : `Image ${number} of the list:`;
}

/**
 * The images that a result shows, at most `max`. What cannot be had, is too large or too small to see anything on, or is
 * no image after all, is left out: the text names them all.
 *
 * @throws `signal.reason`
 */
export async function modelImages(
  data: unknown,
  { max = LIMITS.modelImages, maxBytes = LIMITS.modelImageBytes, loader }: ImageOptions,
  { signal }: { signal?: AbortSignal },
): Promise<readonly ModelImage[]> {
  const candidates = candidatesIn(data);
  if (loader === undefined) {
    const reachable = candidates.filter(({ url }) => asUrl(url)?.protocol === 'https:');
    return reachable.slice(0, max).map(({ url, ...rest }) => ({ ...rest, source: { url } }));
  }
  const found: ModelImage[] = [];
  const untried = candidates.slice(0, max * TRIES);
  const timeoutMs = LIMITS.modelImagesMs;
  const loading = withDeadline({ signal, timeoutMs, what: 'loading images' }, async (inner) => {
    while (found.length < max && untried.length > 0) {
      const wave = untried.splice(0, max - found.length);
      await Promise.all(
        wave.map(async ({ url, ...rest }) => {
          const source = await bytesOf(loader, url, { signal: inner, maxBytes });
          if (source !== undefined) found.push({ ...rest, source });
        }),
      );
    }
  });
  // An answer without some of its images is better than none.
  await loading.catch(() => signal?.throwIfAborted());
  return [...found].sort((one, other) => (one.number ?? 0) - (other.number ?? 0));
}

/** Of so many that are tried, one is wanted: pages list icons among their images. */
const TRIES = 3;

function candidatesIn(data: unknown): { readonly url: string; readonly number?: number }[] {
  const { images = [], url = '', mediaType = '' } = illustrated.safeParse(data).data ?? {};
  if (SEEN.test(mediaType)) return [{ url }];
  const page = asUrl(url);
  const ports = page === undefined ? DEFAULT_PORTS : [...DEFAULT_PORTS, effectivePort(page)];
  return images.flatMap((image, index) => {
    const parsed = asUrl(image.url);
    // Of a URL that it is given the loader takes any port; what a page brings with it gets those that the guard gives it.
    const isWanted = parsed !== undefined && !UNSEEN.test(parsed.pathname) && ports.includes(effectivePort(parsed));
    return isWanted ? [{ url: image.url, number: index + 1 }] : [];
  });
}

async function bytesOf(
  loader: DocumentLoader,
  url: string,
  limits: { readonly signal: AbortSignal; readonly maxBytes: number },
): Promise<ImageBytes | undefined> {
  const options = { ...limits, timeoutMs: LIMITS.modelImagesMs };
  const loaded = await loader.load({ url, headers: { accept: 'image/*' } }, options).catch(() => undefined);
  if (loaded === undefined || loaded.sizeCapped || typeof loaded.body === 'string') return undefined;
  const header = loaded.statusCode === 200 ? imageHeader(loaded.body) : undefined;
  if (header === undefined) return undefined;
  const sides = [header.width, header.height];
  if (Math.min(...sides) < LIMITS.modelImageMinPx || Math.max(...sides) > LIMITS.modelImageMaxPx) return undefined;
  return { mediaType: header.mediaType, data: Buffer.from(loaded.body).toString('base64') };
}
