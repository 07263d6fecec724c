import { describe, expect, it } from 'vitest';
import { answerHeaders, forwardHead, parseAbsoluteForm, parseAuthority } from '#src/guard/proxy-request.js';

const url = new URL('http://public.test:8080/a?b');
const forward = (method: string, ...rawHeaders: string[]) =>
  forwardHead({ method, target: url.href, rawHeaders: ['Host', 'other.test', ...rawHeaders] }, url);

describe('the framing of a request', () => {
  it.each([
    ['both a length and a coding', ['Content-Length', '3', 'Transfer-Encoding', 'chunked']],
    ['two lengths, equal or not', ['Content-Length', '3', 'content-length', '3']],
    ['two codings', ['Transfer-Encoding', 'chunked', 'Transfer-Encoding', 'chunked']],
    ['a coding that is not chunked alone', ['Transfer-Encoding', 'gzip, chunked']],
    ['a length that is no number', ['Content-Length', '+3']],
    ['a second host', ['Host', 'public.test']],
  ])('is in doubt with %s', (_, headers) => {
    expect(forward('POST', ...headers)).toBeUndefined();
  });

  it('is ours: nothing for a GET, a length or chunks for what has a body', () => {
    expect(forward('GET')).toEqual({
      method: 'GET',
      path: '/a?b',
      headers: ['Host', 'public.test:8080'],
      hasBody: false,
    });
    expect(forward('POST')?.headers).toEqual(['Host', 'public.test:8080', 'Content-Length', '0']);
    expect(forward('GET', 'Content-Length', '3')?.headers).toEqual(['Host', 'public.test:8080', 'Content-Length', '3']);
    expect(forward('GET', 'Transfer-Encoding', 'Chunked')).toMatchObject({
      headers: ['Host', 'public.test:8080', 'Transfer-Encoding', 'chunked'],
      hasBody: true,
    });
  });
});

describe('headers of one connection', () => {
  it('are not sent on in either direction, nor those that Connection names', () => {
    const headers = [
      'Connection',
      'close, X-Hop',
      'X-Hop',
      '1',
      'Keep-Alive',
      '5',
      'TE',
      'trailers',
      'Proxy-Authorization',
      'x',
      'Upgrade',
      'h2c',
    ];
    expect(forward('GET', ...headers, 'X-Kept', '1')?.headers).toEqual(['Host', 'public.test:8080', 'X-Kept', '1']);
    expect(answerHeaders([...headers, 'Set-Cookie', 'a', 'Set-Cookie', 'b'])).toEqual([
      'Set-Cookie',
      'a',
      'Set-Cookie',
      'b',
    ]);
  });
});

describe('a target', () => {
  it.each([
    ['http://public.test/a?b#c', 'http://public.test/a?b'],
    ['HTTP://PUBLIC.test:80', 'http://public.test/'],
    ['ws://public.test/chat', 'http://public.test/chat'],
    ['http://127.1/', 'http://127.0.0.1/'],
    ['https://public.test/', undefined],
    ['wss://public.test/', undefined],
    ['http:///a', undefined],
    ['http:\\\\a', undefined],
    ['/a', undefined],
    ['*', undefined],
    ['file:///etc/passwd', undefined],
  ])('in absolute form, %j, is %s', (target, expected) => {
    expect(parseAbsoluteForm(target)?.href).toBe(expected);
  });

  it.each([
    ['public.test:443', 'https://public.test/'],
    ['public.test:80', 'http://public.test/'],
    ['public.test:8443', 'https://public.test:8443/'],
    ['[::1]:443', 'https://[::1]/'],
    ['2130706433:443', 'https://127.0.0.1/'],
    ['public.test', undefined],
    ['public.test:', undefined],
    ['public.test:65536', undefined],
    ['::1:443', undefined],
    ['[name]:443', undefined],
    ['[::1%lo]:443', undefined],
    ['a@public.test:443', undefined],
    ['public.test:443/', undefined],
    ['public.test:443 x', undefined],
    ['public.test\\:443', undefined],
    ['http://public.test:443', undefined],
  ])('of a tunnel, %j, is %s', (target, expected) => {
    expect(parseAuthority(target)?.href).toBe(expected);
  });
});
