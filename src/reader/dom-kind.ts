/**
 * Which DOM a document is read on. `light` (default) is our own: a tree and what reading a page asks of it. `jsdom` is the
 * reference, whole and true to the specification, and many times slower; both give the same result on everything that we test.
 */
export type DomKind = 'light' | 'jsdom';
