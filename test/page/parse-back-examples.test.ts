import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/**
 * Lost on purpose or for good: a link within the page and a title that only repeats its link are written as text, and four
 * examples hold tags that no Markdown would give back.
 */
const MAY_DIFFER = 6;

it('gives back all of CommonMark’s own examples that Markdown can', async () => {
  const script = ['bench/extraction/roundtrip.mjs', '--spec', 'node_modules/commonmark-spec/spec.txt', '--json'];
  const module = 'bench/extraction-modules/pageward.js#set';
  const { stdout } = await promisify(execFile)(process.execPath, [...script, '--module', module]);
  const { examples, lenient, errors } = JSON.parse(stdout);
  expect(examples).toBeGreaterThan(500);
  expect({ errors, differing: examples - lenient }).toEqual({ errors: 0, differing: MAY_DIFFER });
});
