import { documentParser } from '#src/reader/document-parser.js';
import type { DomKind } from '#src/reader/dom-kind.js';

/** The DOM under test: the suites of `test/page` and the golden pages run once on each (see vitest.config.ts). */
export const dom = (process.env['PAGEWARD_TEST_DOM'] ?? 'light') as DomKind;

export const parseDocument = await documentParser(dom);
