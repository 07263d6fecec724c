import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  BrowserError,
  InvalidInputError,
  isPagewardError,
  NetworkError,
  PagewardError,
  RefusedError,
  ResponseError,
  SearchError,
  TimeoutError,
  UsageError,
} from '#src/base/errors.js';
import { checkOptions } from '#src/base/options.js';
import { effectivePort, parseUrl, redactUrl } from '#src/base/url.js';
import { VERSION } from '#src/base/version.js';

describe('errors', () => {
  it('carry class, code, hint and details as JSON', () => {
    const error = new RefusedError('no', { code: 'REFUSED_PORT', hint: 'ask', details: { port: 25 } });
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'RefusedError',
      code: 'REFUSED_PORT',
      message: 'no',
      retryable: false,
      hint: 'ask',
      details: { port: 25 },
    });
    expect(error).toBeInstanceOf(PagewardError);
  });

  it('are known by their brand, across copies of the package', () => {
    const foreign = { [Symbol.for('pageward.error')]: true, code: 'TIMEOUT' };
    expect([new TimeoutError('x'), foreign, new Error('x'), null, 'x'].map(isPagewardError)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('say whether the same call may succeed later', () => {
    const retryable = [
      new NetworkError('x', { code: 'CONNECT_FAILED' }),
      new TimeoutError('x'),
      new ResponseError('x', { code: 'RATE_LIMITED' }),
      new BrowserError('x', { code: 'BROWSER_CRASHED' }),
      new SearchError('x', { code: 'SEARCH_BLOCKED' }),
    ];
    const final = [
      new ResponseError('x', { code: 'HTTP_STATUS' }),
      new BrowserError('x', { code: 'BROWSER_MISSING' }),
      new SearchError('x', { code: 'SEARCH_UNREADABLE' }),
      new UsageError('x', { code: 'INVALID_URL' }),
      new InvalidInputError('x'),
    ];
    expect(retryable.every(({ retryable }) => retryable)).toBe(true);
    expect(final.some(({ retryable }) => retryable)).toBe(false);
  });

  it('keep their cause', () => {
    const cause = new Error('inner');
    expect(new NetworkError('x', { code: 'TLS_FAILED', cause }).cause).toBe(cause);
  });
});

describe('checkOptions', () => {
  const schema = z.strictObject({ timeoutMs: z.number().int().min(0, 'must not be negative').optional() });

  it('names owner, option, rule and value', () => {
    expect(() => checkOptions(schema, { timeoutMs: -1 }, 'HttpReader')).toThrow(
      expect.objectContaining({
        code: 'INVALID_OPTION',
        message: 'HttpReader: timeoutMs: must not be negative (got -1)',
      }),
    );
  });

  it('does not quote what may be a key', () => {
    const keyed = z.strictObject({ headers: z.record(z.string(), z.string().max(3)) });
    expect(() => checkOptions(keyed, { headers: { 'x-key': 'secret' } }, 'HttpReader')).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('secret') }),
    );
  });

  it('refuses an unknown option', () => {
    expect(() => checkOptions(schema, { timeOut: 5 }, 'HttpReader')).toThrow('HttpReader: timeOut: is not an option');
  });
});

describe('urls', () => {
  it.each(['', 'example.com', '/path', 'http://', 'https://exa mple.com/'])('refuses to parse %j', (raw) => {
    expect(() => parseUrl(raw)).toThrow(expect.objectContaining({ code: 'INVALID_URL' }));
  });

  it('hides credentials in messages', () => {
    expect(redactUrl('https://user:secret@example.com/x')).toBe('https://***@example.com/x');
    expect(redactUrl('nonsense://us er:secret@x')).not.toContain('secret');
    for (const url of [
      'http://user:pa/secret@x/',
      'http:/user:secret@[x]/',
      'http:\\\\u:secret@[x]',
      'http://u:a@secret@[x]/',
    ]) {
      expect(redactUrl(url)).not.toContain('secret');
      expect(() => parseUrl(url)).toThrow(expect.objectContaining({ message: expect.not.stringContaining('secret') }));
    }
  });

  it.each([
    ['http://a.example/', 80],
    ['https://a.example/', 443],
    ['wss://a.example/', 443],
    ['http://a.example:8080/', 8080],
  ])('knows the port of %s', (url, port) => {
    expect(effectivePort(new URL(url))).toBe(port);
  });
});

it('states the version of package.json', () => {
  expect(VERSION).toBe(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version);
});
