import type { DocumentSnapshot } from './document-snapshot.js';

/**
 * The document's plain source as it is now: a hundred times quicker than a snapshot, but what is hidden is not marked, and
 * shadow roots and frames are missing. Sent to the browser as text.
 */
export function copyDocument(maxChars: number): DocumentSnapshot {
  const html = document.documentElement?.outerHTML ?? '';
  return { url: document.URL, html: html.slice(0, maxChars), capped: html.length > maxChars };
}
