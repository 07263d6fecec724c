import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { extract } from '#src/reader/extract.js';
import { dom } from '../support/dom.js';

const PAGES = new URL('../../fixtures/pages/', import.meta.url);
/** Set to write what is read now as what is expected; then look at the difference. */
const isUpdate = process.env['UPDATE_FIXTURES'] === '1';

describe('the pages in fixtures/pages', () => {
  it.each(readdirSync(PAGES))('%s reads as expected', async (name) => {
    const input = readFileSync(new URL(`${name}/input.html`, PAGES));
    const {
      markdown,
      text: _words,
      ...rest
    } = await extract(input, { dom, url: `https://example.com/fixtures/${name}/` });
    expectFile(new URL(`${name}/expected.md`, PAGES), `${markdown}\n`);
    expectFile(new URL(`${name}/expected.json`, PAGES), `${JSON.stringify(rest, null, 2)}\n`);
  });
});

function expectFile(file: URL, content: string): void {
  if (isUpdate) writeFileSync(file, content);
  expect(existsSync(file), `${file.pathname} is missing: look at the page, then run with UPDATE_FIXTURES=1`).toBe(true);
  expect(content).toBe(readFileSync(file, 'utf8'));
}
