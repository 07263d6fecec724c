import { test as base } from '@playwright/test';
import { BrowserReader, type BrowserReaderOptions } from '#src/reader/browser-reader.js';
import type { Exhibit } from '../../fixtures/site/gallery.js';
import { startGallery } from '../../fixtures/site/server.js';

export type { Exhibit } from '../../fixtures/site/gallery.js';
export { exhibits } from '../../fixtures/site/gallery.js';

type GallerySite = Awaited<ReturnType<typeof startGallery>>;

/** One server and one reader of each isolation for all exhibits that a worker reads. */
export const test = base.extend<object, { site: GallerySite; readerFor: (exhibit: Exhibit) => BrowserReader }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted off the pattern.
    async ({}, use) => {
      const site = await startGallery();
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
  readerFor: [
    async ({ site }, use) => {
      const readers = new Map<string, BrowserReader>();
      await use(({ isolation }) => {
        const reader = readers.get(isolation) ?? openReader(site, isolation);
        readers.set(isolation, reader);
        return reader;
      });
      await Promise.all([...readers.values()].map((reader) => reader.close()));
    },
    { scope: 'worker' },
  ],
});

function openReader(site: GallerySite, isolation: Exhibit['isolation']): BrowserReader {
  // `read` is the default and needs no saying; the option is newer than this table.
  const options = { allowPrivate: site.hosts, cacheTtlMs: 0, ...(isolation === 'read' ? {} : { isolation }) };
  return new BrowserReader(options as BrowserReaderOptions);
}

/** Text of the gallery with its own addresses as paths and every run of white space as one space. */
export function normalised(text: string, site: { readonly origin: string }): string {
  return text.replaceAll(site.origin, '').replace(/\s+/g, ' ').trim();
}
