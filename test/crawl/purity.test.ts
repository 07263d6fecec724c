import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ENTRY = fileURLToPath(import.meta.resolve('#src/crawl/frontier.js'));

/** A file and all that it imports, by path, with their text. */
function closureOf(file: string, found = new Map<string, string>()): Map<string, string> {
  if (found.has(file)) return found;
  const text = readFileSync(file, 'utf8');
  found.set(file, text);
  for (const [, from = ''] of text.matchAll(/^(?:import|export) .*?from '([^']+)';/gms)) {
    if (!from.startsWith('.')) found.set(from, '');
    else closureOf(path.resolve(path.dirname(file), from), found);
  }
  return found;
}

describe('the frontier', () => {
  const files = closureOf(ENTRY);

  it('needs nothing but what everything speaks', () => {
    expect(files.size).toBeGreaterThan(20);
    const folders = [...files.keys()].map((file) => path.basename(path.dirname(file)));
    expect(new Set(folders)).toEqual(new Set(['crawl', 'base']));
  });

  it('knows neither time nor chance, and waits for nothing', () => {
    const code = [...files].filter(([file]) => file.includes(`${path.sep}crawl${path.sep}`)).map(([, text]) => text);
    expect(code.join('\n')).not.toMatch(
      /\b(?:Date|performance|Math\.random|setTimeout|setInterval|await|process)\b\s*[.(]/,
    );
  });
});
