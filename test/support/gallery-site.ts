import { test as base } from '@playwright/test';
import { BrowserReader } from '#src/reader/browser-reader.js';
import type { Exhibit } from '../../fixtures/site/gallery.js';
import { startGallery } from '../../fixtures/site/server.js';

export type { Exhibit } from '../../fixtures/site/gallery.js';
export { exhibits } from '../../fixtures/site/gallery.js';

type GallerySite = Awaited<ReturnType<typeof startGallery>>;

/** How long a page takes on a busy machine is not what the gallery is about. */
export const PATIENCE = { timeoutMs: 100_000, settle: { deadlineMs: 90_000 } } as const;

/** One server, and one reader of each kind, for all exhibits that a worker reads. */
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
      await use(({ reader: options }) => {
        const kind = JSON.stringify(options);
        const reader = readers.get(kind) ?? new BrowserReader({ allowPrivate: site.hosts, ...PATIENCE, ...options });
        readers.set(kind, reader);
        return reader;
      });
      await Promise.all([...readers.values()].map((reader) => reader.close()));
    },
    { scope: 'worker' },
  ],
});

/** Text of the gallery with its own addresses as paths and every run of white space as one space. */
export function normalised(text: string, site: { readonly origin: string }): string {
  return text.replaceAll(site.origin, '').replace(/\s+/g, ' ').trim();
}
