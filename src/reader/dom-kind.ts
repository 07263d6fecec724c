/**
 * Which DOM a document is read on. `linkedom` (default) is light: a third of the processor time and two thirds of the
 * memory. `jsdom` is the reference, true to the specification; both give the same result on everything that we test.
 */
export type DomKind = 'linkedom' | 'jsdom';
