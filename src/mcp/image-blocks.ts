import type { ContentBlock } from '@modelcontextprotocol/server';
import { LIMITS } from '../base/limits.js';
import type { DocumentLoader } from '../reader/reader.js';
import { captionOf, modelImages } from '../tools/model-images.js';

/** The first images that an answer lists, as blocks for a model that can see. They are loaded here, through the guard. */
export async function imageBlocks(
  data: unknown,
  loader: DocumentLoader,
  signal: AbortSignal,
): Promise<readonly ContentBlock[]> {
  const options = { max: LIMITS.mcpImages, maxBytes: LIMITS.mcpImageBytes, loader };
  const images = await modelImages(data, options, { signal });
  return images.flatMap((image): ContentBlock[] => {
    if (!('data' in image.source)) return [];
    const { data, mediaType: mimeType } = image.source;
    return [
      { type: 'text', text: captionOf(image) },
      { type: 'image', data, mimeType },
    ];
  });
}
