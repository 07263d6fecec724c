import { describe, expect, it } from 'vitest';
import { parseRefresh } from '#src/page/refresh.js';

const PAGE = 'https://a.test/dir/page';

describe('an announced move', () => {
  it.each([
    ['0;url=/next', 'https://a.test/next', 0],
    ['5; URL = next', 'https://a.test/dir/next', 5],
    [`0;url='/a b'; more`, 'https://a.test/a%20b', 0],
    ['1.5, "https://b.test/"', 'https://b.test/', 1],
    ['.5;/next', 'https://a.test/next', 0],
    ['  0  url=/next', 'https://a.test/next', 0],
    ['0;urlish', 'https://a.test/dir/urlish', 0],
  ])('%j', (content, url, delaySeconds) => {
    expect(parseRefresh(content, PAGE)).toEqual({ url, delaySeconds });
  });

  it.each([
    '',
    '5',
    '5;',
    'url=/next',
    '-1;url=/next',
    '0;url=javascript:alert(1)',
    '0;url=#here',
    `30;url=${PAGE}`,
    '5x;/next',
  ])('is none in %j', (content) => expect(parseRefresh(content, PAGE)).toBeUndefined());
});
