import { describe, expect, it } from 'vitest';
import { extractDocument } from '#src/page/extraction.js';
import { lightenMarkup } from '#src/page/lighten.js';
import { documentParser } from '#src/reader/document-parser.js';
import { extract } from '#src/reader/extract.js';

const PROSE =
  '<h1>Tides</h1><p>The sea rises and falls twice a day, as the moon draws it, and the harbour with it.</p>';

describe('a page made to be slow to read', { timeout: 60_000 }, () => {
  it('may have a megabyte of white space in its code', async () => {
    const { markdown, warnings } = await extract(`${PROSE}<pre><code>a${' \t\n '.repeat(250_000)}b</code></pre>`);

    expect(markdown).toContain('The sea rises');
    expect(markdown).toMatch(/```\na[ \t\n]+b\n```$/);
    expect(warnings).toEqual([]);
  });

  it('may have a megabyte of white space between words in line', async () => {
    const { markdown } = await extract(
      `${PROSE}<p>Run <code>a${' '.repeat(1_000_000)}b</code> at dawn, before it turns.</p>`,
    );

    expect(markdown).toContain('Run `a b` at dawn');
  });

  it('may nest ten thousand elements', async () => {
    const { markdown } = await extract(`${'<div>'.repeat(10_000)}${PROSE}${'</div>'.repeat(10_000)}`);

    expect(markdown).toContain('The sea rises');
  });

  it('may have two hundred thousand links', async () => {
    const items = Array.from({ length: 200_000 }, (_, i) => `<a href="/${i}">Page ${i}</a> `);
    // In this thread: the tree is more than a thread of the pool has memory for.
    const parse = await documentParser('light');
    const document = parse(lightenMarkup(`${PROSE}${items.join('')}`));
    const { links, markdown } = extractDocument(document, { url: 'https://tides.example/' });

    expect(links.length).toBe(200_000);
    expect(markdown).toContain('The sea rises');
  });
});
