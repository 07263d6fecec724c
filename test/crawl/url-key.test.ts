import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { urlKey } from '#src/crawl/url-key.js';

const keyOf = (url: string, options = {}) => urlKey(url, options)?.key;

describe('the normal form of a URL', () => {
  it.each([
    ['the case of scheme and host', 'HTTPS://Example.COM/A', 'https://example.com/A'],
    ['the port of the scheme', 'https://example.com:443/a', 'https://example.com/a'],
    ['dot segments', 'https://example.com/a/../b/./c', 'https://example.com/b/c'],
    ['escaped dot segments', 'https://example.com/a/%2e%2E/b', 'https://example.com/b'],
    ['escapes of plain characters', 'https://example.com/%7euser/%61', 'https://example.com/~user/a'],
    ['the case of escapes', 'https://example.com/a%2fb?q=%c3%bc', 'https://example.com/a%2Fb?q=%C3%BC'],
    ['letters beyond ASCII', 'https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
    ['a percent sign that escapes nothing', 'https://example.com/100%', 'https://example.com/100%25'],
    ['the order of parameters', 'https://example.com/?b=2&a=1', 'https://example.com/?a=1&b=2'],
    ['a space as a plus', 'https://example.com/?q=a+b', 'https://example.com/?q=a%20b'],
    ['an empty query', 'https://example.com/a?', 'https://example.com/a'],
    ['empty parameters', 'https://example.com/a?&&x=1&', 'https://example.com/a?x=1'],
    ['an anchor', 'https://example.com/a#part', 'https://example.com/a'],
    ['an anchor into the text', 'https://example.com/a#:~:text=word', 'https://example.com/a'],
    ['an empty place', 'https://example.com/#/', 'https://example.com/'],
    ['an empty place with a mark', 'https://example.com/#!/', 'https://example.com/'],
    ['tracking parameters', 'https://example.com/a?utm_source=x&id=1&GCLID=y&fbclid=z', 'https://example.com/a?id=1'],
    ['a session of Java', 'https://example.com/a;jsessionid=0A1B?x=1', 'https://example.com/a?x=1'],
    ['a session of ASP.NET', 'https://example.com/(S(lit3py55t21z5v55))/a.aspx', 'https://example.com/a.aspx'],
    ['a session of PHP', 'https://example.com/a?PHPSESSID=1&b=2', 'https://example.com/a?b=2'],
  ])('is without %s', (_, spelt, normal) => {
    expect(keyOf(spelt)).toBe(normal);
  });

  it.each([
    ['two schemes', 'http://example.com/', 'https://example.com/'],
    ['two ports', 'https://example.com/', 'https://example.com:8443/'],
    ['a host and its subdomain', 'https://example.com/', 'https://www.example.com/'],
    ['the case of a path', 'https://example.com/A', 'https://example.com/a'],
    ['a slash at the end', 'https://example.com/a', 'https://example.com/a/'],
    ['an escaped slash', 'https://example.com/a%2Fb', 'https://example.com/a/b'],
    ['an escaped question mark', 'https://example.com/a%3Fb', 'https://example.com/a?b'],
    ['an escaped ampersand', 'https://example.com/?a=1%26b=2', 'https://example.com/?a=1&b=2'],
    ['an escaped plus', 'https://example.com/?a=1%2B2', 'https://example.com/?a=1+2'],
    ['lists in another order', 'https://example.com/?a=1&a=2', 'https://example.com/?a=2&a=1'],
    ['an index file', 'https://example.com/', 'https://example.com/index.html'],
    ['places', 'https://example.com/#/a', 'https://example.com/#/b'],
    ['names that only begin like tracking', 'https://example.com/?utmost=1', 'https://example.com/'],
  ])('tells apart %s', (_, one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other));
  });

  it.each([
    'https://user:secret@example.com/',
    'https://user@example.com/',
    'mailto:a@example.com',
    'javascript:void(0)',
    'ftp://example.com/',
    '/relative',
    '',
    'data:text/html,x',
  ])('is none of %s', (url) => {
    expect(urlKey(url)).toBeUndefined();
  });

  it('keeps what is fetched as it is written, without tracking and anchors', () => {
    expect(urlKey('https://example.com/%7ea?b=2&utm_medium=x&a=1#part')?.url).toBe('https://example.com/%7ea?b=2&a=1');
  });

  it('keeps a session in what is fetched', () => {
    expect(urlKey('https://example.com/a;jsessionid=1')?.url).toBe('https://example.com/a;jsessionid=1');
  });

  it('keeps places, in both', () => {
    expect(urlKey('https://example.com/app#/a/b')).toEqual({
      key: 'https://example.com/app#/a/b',
      url: 'https://example.com/app#/a/b',
      route: '#/a/b',
    });
    expect(urlKey('https://example.com/#!about')?.route).toBe('#!about');
  });

  it('drops and keeps the parameters that the operator names', () => {
    const options = { dropParams: ['ref', 'x-*'], keepParams: ['utm_id'] };
    expect(keyOf('https://example.com/?ref=1&X-trace=2&utm_id=3&utm_source=4&y=5', options)).toBe(
      'https://example.com/?utm_id=3&y=5',
    );
  });

  const segment = fc.string({ unit: fc.constantFrom(...'aZ0.-~%/?=&+;()#!:@é%4%2E%2f%41'.split('')), maxLength: 12 });
  const spelt = fc
    .tuple(fc.constantFrom('http', 'HTTPS'), fc.constantFrom('a.example', 'B.example:8080', 'a.example:443'), segment)
    .map(([scheme, host, rest]) => `${scheme}://${host}/${rest}`)
    .filter((url) => urlKey(url) !== undefined);

  it('is its own normal form', () => {
    fc.assert(
      fc.property(fc.oneof(spelt, fc.webUrl({ withQueryParameters: true, withFragments: true })), (url) => {
        const key = keyOf(url) ?? '';
        expect(keyOf(key)).toBe(key);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is that of what is fetched', () => {
    fc.assert(
      fc.property(spelt, (url) => {
        expect(keyOf(urlKey(url)?.url ?? '')).toBe(keyOf(url));
      }),
      { numRuns: 2_000 },
    );
  });

  it('never takes two origins for one', () => {
    fc.assert(
      fc.property(spelt, (url) => {
        expect(new URL(keyOf(url) ?? '').origin).toBe(new URL(url).origin);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is equal whatever the order of parameters and whatever is escaped that need not be', () => {
    const name = fc.string({ unit: fc.constantFrom(...'abcxyz09-_.~'.split('')), minLength: 1, maxLength: 6 });
    const params = fc.uniqueArray(fc.tuple(name, name), { selector: ([first]) => first, maxLength: 6 });
    const escaped = (text: string) =>
      [...text].map((character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
    const query = (pairs: readonly string[][]) => pairs.map((pair) => pair.join('=')).join('&');
    fc.assert(
      fc.property(params, name, (pairs, path) => {
        const turned = [...pairs].reverse().map(([first, value]) => [first, escaped(value)]);
        expect(keyOf(`https://a.example/${escaped(`x${path}`)}?${query(turned)}`)).toBe(
          keyOf(`https://a.example/x${path}?${query(pairs)}`),
        );
      }),
    );
  });
});
