import { describe, expect, it } from 'vitest';
import { judgeRender, mayHaveFailed, type RenderEvidence } from '#src/page/failed-render.js';
import type { RenderSigns } from '#src/page/render-signs.js';

type Known = Partial<Omit<RenderEvidence, 'signs'>> & Partial<RenderSigns>;

function evidence({ exceptions = 0, lostScripts = 0, complaints = 0, sentWords = 0, ...signs }: Known): RenderEvidence {
  const sound = { text: '', isShort: true, hasOther: false, hasEmptyRoot: false, isBlank: false, hasOverlay: false };
  return { exceptions, lostScripts, complaints, sentWords, signs: { ...sound, ...signs } };
}

const NOTICE = 'Application error: a client-side exception has occurred while loading site.test';

describe('a render failed', () => {
  it.each<[string, Known]>([
    ['a development server reports an error, whatever is below', { hasOverlay: true, isShort: false }],
    ['a framework says so in a page of nothing else', { text: NOTICE }],
    ['exceptions left a root empty', { exceptions: 1, hasEmptyRoot: true, text: 'Menu' }],
    ['a lost script left a root empty', { lostScripts: 1, hasEmptyRoot: true }],
    ['an exception took most of the text away', { exceptions: 1, text: 'Menu', sentWords: 40 }],
    ['a notice goes with an exception', { exceptions: 1, text: 'Something went wrong.' }],
    ['a notice goes with a complaint', { complaints: 1, text: 'Oops! Something is off.' }],
    ['a part of the program did not come', { exceptions: 1, text: 'Loading chunk 3 failed.' }],
    ['nothing is left of much', { sentWords: 40 }],
    ['it went to a blank page', { isBlank: true }],
    ['it still asks for scripts', { text: 'Please enable JavaScript to continue.' }],
  ])('when %s', (_, known) => {
    const all = evidence(known);
    expect(mayHaveFailed(all)).toBe(true);
    expect(judgeRender(all)).toBeTypeOf('string');
  });
});

describe('a render did not fail', () => {
  it.each<[string, Known]>([
    [
      'there is text enough, whatever its scripts did',
      { isShort: false, text: NOTICE, exceptions: 9, sentWords: 9_000 },
    ],
    ['a page about such notices is short', { text: `${NOTICE} ${'and what it means for you '.repeat(30)}` }],
    ['a notice stands alone', { text: 'Something went wrong.' }],
    ['text is gone and nothing went wrong', { text: 'Sign in to read on.', sentWords: 500 }],
    ['an exception took a little text', { exceptions: 1, text: 'Out to lunch. Back at two.', sentWords: 10 }],
    ['a drawing is all there is', { hasOther: true, sentWords: 100 }],
    ['there never was anything', {}],
  ])('when %s', (_, known) => {
    expect(judgeRender(evidence(known))).toBeUndefined();
  });
});
