import { expect, it } from 'vitest';
import { isSelector } from '#src/page/selector-syntax.js';

it.each([
  ...['p', '*', ' h1 , h2 ', '.a.b#c', 'main > p + p ~ a b', 'x-card', '.größe', '--x', 'p::before'],
  ...['[href]', '[a="]"]', "[a='x y' i]", '[ a = b ]', '[a^=b][c$=d]', '[data-n=1]', '*[a~="b"]'],
  ...['a:not(.x, .y):hover', 'ul:has(> li:nth-child(2n + 1 of .x))', ':is(:is(:is(a)))', '.\\31 23', 'a\\:b', ':root'],
])('%j is a selector', (text) => {
  expect(isSelector(text)).toBe(true);
});

it.each([
  ...[
    '',
    ' ',
    'div >',
    '> p',
    'p,',
    ',p',
    'p,,p',
    'p >> q',
    'p || q',
    '@p',
    'p;q',
    'p{}',
    'p!',
    '#1',
    '.',
    '#',
    ':',
    '//p',
  ],
  ...['[a', 'a]', '[]', '[a!=b]', '[a==b]', '[a=]', '["a"]', ':is(p', 'p)', '()', ':is()', 'p(a)', '"p"', 'p "', '<p>'],
])('%j is none', (text) => {
  expect(isSelector(text)).toBe(false);
});
