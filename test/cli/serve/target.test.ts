import { describe, expect, it } from 'vitest';
import { targetOf } from '#src/cli/serve/target.js';

describe('the address after the first slash', () => {
  it.each([
    '/https://example.com/x?q=1',
    '/http://example.com/?format=json&reader=browser',
    '/https://example.com/a%20b/%2e%2e/c?u=https%3A%2F%2Fother.example',
    '/https://example.com//double//slashes',
    '/https://user:secret@example.com/',
    '/HTTPS://EXAMPLE.COM/',
    '/https://example.com/x#part',
    '/https://[2001:db8::1]:8443/x',
    '/https:///example.com',
  ])('is taken byte for byte: %s', (written) => {
    expect(targetOf(written)).toBe(written.slice(1));
  });

  it.each([
    ['/example.com', 'https://example.com'],
    ['/example.com/x?q=https://other.example/', 'https://example.com/x?q=https://other.example/'],
    ['/example.com:8080/x', 'https://example.com:8080/x'],
    ['/bücher.example/', 'https://bücher.example/'],
    ['/localhost/x', 'https://localhost/x'],
    ['/host:8080', 'https://host:8080'],
    ['/127.0.0.1/', 'https://127.0.0.1/'],
    ['/[::1]/', 'https://[::1]/'],
  ])('gets https where no scheme is written: %s', (written, url) => {
    expect(targetOf(written)).toBe(url);
  });

  it.each([
    ['/https:/example.com/x', 'https://example.com/x'],
    ['/http:/example.com//x', 'http://example.com//x'],
  ])('gets back the slash that a client or proxy took: %s', (written, url) => {
    expect(targetOf(written)).toBe(url);
  });

  it('loses the second slash of an address joined to ours', () => {
    expect(targetOf('//https://example.com//x')).toBe('https://example.com//x');
    expect(targetOf('//http%3A%2F%2Fexample.com')).toBe('http://example.com');
  });

  it('is decoded once where it is percent-encoded as a whole', () => {
    expect(targetOf('/https%3A%2F%2Fexample.com%2Fa%2520b%3Fq%3D1')).toBe('https://example.com/a%20b?q=1');
    expect(targetOf('/http%3a//example.com/')).toBe('http://example.com/');
  });

  it.each(['/ftp://example.com/', '/file:///etc/passwd', '/javascript:alert(1)', '/user:pw@example.com/'])(
    'keeps another scheme, for the guard to refuse: %s',
    (written) => {
      expect(targetOf(written)).toBe(written.slice(1));
    },
  );

  it.each([
    '/',
    '//example.com/',
    '/x',
    '/../etc/passwd',
    '/%2e%2e/',
    '/?url=x',
    '/a b.example',
    '/user@example.com/',
    '/.',
    '/\\example.com',
    '/https%3A%ff',
  ])('is none in %s', (written) => {
    expect(() => targetOf(written)).toThrow(expect.objectContaining({ code: 'INVALID_URL' }));
  });
});
