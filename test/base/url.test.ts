import { expect, it } from 'vitest';
import { asUrl } from '#src/base/url.js';

it('finds the URL in a text with letters beyond ASCII in its host, however often it has been asked', () => {
  let found = 0;
  for (let count = 0; count < 50_000; count += 1)
    found += asUrl('http://bücher.example/')?.hostname === 'xn--bcher-kva.example' ? 1 : 0;
  expect(found).toBe(50_000);
});

it('takes a reference with its base, and no text that is none', () => {
  expect(asUrl('../b?q=1', 'http://a.test/c/d')?.href).toBe('http://a.test/b?q=1');
  for (const text of ['', 'b', '//b', 'http://', 'http://[::1', 'http://a b/'])
    expect(asUrl(text), text).toBeUndefined();
});
