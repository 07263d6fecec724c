import { expect, it } from 'vitest';
import { nestingDepth } from '#src/page/nesting-depth.js';

it.each([
  ['7', 0],
  ['{}', 1],
  ['{"a":[{"b":[]}],"c":{}}', 4],
  ['{"[[[[":"]]\\"[[[","\\\\":["x"]}', 2],
  ['"never ends [[[', 0],
])('%s is nested %i deep', (json, depth) => {
  expect(nestingDepth(json)).toBe(depth);
});
