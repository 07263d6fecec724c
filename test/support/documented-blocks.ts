import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');

/** What a reader of the documentation would run. */
export interface DocumentedBlock {
  /** From the root of the project. */
  readonly document: string;
  /** Its first, from 1. */
  readonly line: number;
  readonly language: string;
  readonly code: string;
}

/** The blocks of code in the README and the documentation, in order. */
export function documentedBlocks(languages: readonly string[]): DocumentedBlock[] {
  const documents = ['README.md', ...readdirSync(path.join(ROOT, 'docs')).map((file) => `docs/${file}`)];
  return documents
    .filter((document) => document.endsWith('.md'))
    .flatMap((document) => {
      const text = readFileSync(path.join(ROOT, document), 'utf8');
      return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(({ 1: language = '', 2: code = '', index }) => {
        if (!languages.includes(language)) return [];
        return [{ document, line: text.slice(0, index).split('\n').length + 1, language, code }];
      });
    });
}
