import type { Fingerprint } from './frontier-events.js';

/** What two texts are compared by. Linear in the text up to a limit; no more than a few milliseconds. */
export function fingerprintOf(text: string): Fingerprint {
  let hash = 0;
  for (let index = 0; index < text.length; index += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) >>> 0;
  const hex = hash.toString(16).padStart(16, '0');
  return { hash: hex, simhash: hex, words: text.split(/\s+/).length };
}
