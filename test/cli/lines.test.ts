import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, linesOf } from '#src/cli/lines.js';

async function lines(...chunks: (string | Uint8Array)[]): Promise<string[]> {
  const found: string[] = [];
  for await (const line of linesOf(Readable.from(chunks.map((chunk) => Buffer.from(chunk))))) found.push(line);
  return found;
}

describe('the lines of a stream', () => {
  it('are cut at line feeds, without the carriage return before one, and without blank lines', async () => {
    expect(await lines('a\r\n\n  \nb\nc')).toEqual(['a', 'b', 'c']);
  });

  it('are not cut at other separators, which may stand inside a JSON text', async () => {
    expect(await lines('a\u2028b\u2029c\u0085d\re\n')).toEqual(['a\u2028b\u2029c\u0085d\re']);
  });

  it('are the same however the bytes arrive', async () => {
    const chunked = fc.tuple(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.integer({ min: 1, max: 7 }));
    await fc.assert(
      fc.asyncProperty(chunked, async ([text, size]) => {
        const bytes = new TextEncoder().encode(text);
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.slice(index * size, (index + 1) * size),
        );
        expect(await lines(...chunks)).toEqual(await lines(text));
      }),
    );
  });
});

it('all bytes of a stream are joined', async () => {
  expect(Buffer.from(await bytesOf(Readable.from([Buffer.from('ab'), Buffer.from('c')]))).toString()).toBe('abc');
});
