import { parseMediaType } from '../base/media-type.js';
import { kindOfBody } from '../page/body-kind.js';
import { decodeText } from '../page/charset.js';
import { type MarkupLinks, markupLinks } from '../page/markup-links.js';
import { runDomJob } from './dom.js';
import type { DomJobOptions } from './dom-pool.js';
import { unpackLinks } from './link-columns.js';
import type { LoadedDocument } from './reader.js';

/** Smaller documents are looked through where they are, larger ones in a worker, off the caller's event loop. */
const INLINE_BYTES = 100_000;

/**
 * Where a document leads and what it asks of crawlers, header included, without reading it. Nothing of what is no HTML.
 *
 * @throws as {@link runDomJob}
 */
export async function pageLinks(document: LoadedDocument, job: DomJobOptions): Promise<MarkupLinks> {
  const { body, url, contentType, headers } = document;
  const { essence, charset } = parseMediaType(contentType);
  const header = headers['x-robots-tag'];
  const said = header === undefined ? [] : [header];
  if (kindOfBody(essence, body) !== 'html') return { links: [], robots: said };
  if (body.length <= INLINE_BYTES) {
    const html = typeof body === 'string' ? body : decodeText(body, { header: charset, markup: true }).text;
    const { links, robots } = markupLinks(html, url);
    return { links, robots: [...robots, ...said] };
  }
  const { links, robots } = await runDomJob('links', { body, charset, url }, job);
  return { links: await unpackLinks(links), robots: [...robots, ...said] };
}
