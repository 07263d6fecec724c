import { describe, expect, it } from 'vitest';
import { readOptionsOf, requestOptionsOf } from '#src/cli/serve/request-options.js';

const fromQuery = (query: string, headers = {}) => requestOptionsOf(new URLSearchParams(query), headers);
const invalid = (hint: RegExp | undefined = undefined) =>
  expect.objectContaining({ code: 'INVALID_OPTION', ...(hint && { hint: expect.stringMatching(hint) }) });

describe('the options of a request', () => {
  it('are the same by query and by header; the query wins', () => {
    const options = { images: true, maxChars: 500, waitFor: { selector: '#done' }, scroll: 'auto', noCache: true };
    expect(fromQuery('images&maxChars=500&waitFor=%23done&scroll=auto&noCache=1')).toEqual(options);
    const headers = {
      ...{ 'x-pageward-images': 'true', 'x-pageward-max-chars': '500', 'x-pageward-wait-for': '#done' },
      ...{ 'x-pageward-scroll': 'auto', 'x-pageward-no-cache': '', 'user-agent': 'x' },
    };
    expect(fromQuery('', headers)).toEqual(options);
    expect(fromQuery('maxChars=7', headers)).toEqual({ ...options, maxChars: 7 });
  });

  it('take several selectors, and every other option once', () => {
    expect(fromQuery('selector=main&selector=.a,.b&exclude=nav')).toEqual({
      selector: ['main', '.a,.b'],
      exclude: ['nav'],
    });
    expect(() => fromQuery('maxChars=1&maxChars=2')).toThrow(invalid());
  });

  it.each([
    'maxChars=0',
    'maxChars=x',
    'offset=-1',
    'reader=lynx',
    'format=pdf',
    'content=all',
    'images=maybe',
    'timeout=soon',
    'scroll=0',
    'selector=',
  ])('must make sense: %s', (query) => {
    expect(() => fromQuery(query)).toThrow(invalid());
  });

  it('that there are not are told with the one that was likely meant', () => {
    expect(() => fromQuery('imagse=true')).toThrow(invalid(/^Did you mean images\?$/));
    expect(() => fromQuery('', { 'x-pageward-max-char': '1' })).toThrow(invalid(/maxChars/));
    expect(() => fromQuery('toString=1')).toThrow(invalid());
    expect(() => fromQuery('__proto__=1')).toThrow(invalid());
  });

  it.each([
    'allowPrivate',
    'allowDomain',
    'header',
    'proxy',
    'actions',
    'userAgent',
    'storageState',
    'insecureTls',
    'captureJson',
    'browserPath',
    'jail',
    'noSandbox',
    'maxBytes',
    'ports',
    'pdf',
  ])('never widen what is reached or run: %s is none', (name) => {
    expect(() => fromQuery(`${name}=true`)).toThrow(invalid());
  });

  it('run no program of the caller’s in a page', () => {
    expect(() => fromQuery('waitFor=js:fetch(1)')).toThrow(invalid());
    expect(() => fromQuery('waitFor=load')).toThrow(invalid());
    expect(fromQuery('waitFor=250')).toEqual({ waitFor: { delayMs: 250 } });
  });

  it.each([
    [30_000, undefined, 30_000],
    [30_000, 5_000, 5_000],
    [30_000, 90_000, 30_000],
    [30_000, 0, 30_000],
    [0, undefined, 0],
    [0, 5_000, 5_000],
  ])('may shorten the operator’s time, and not lengthen it: %s, %s', (capMs, timeout, timeoutMs) => {
    expect(readOptionsOf(timeout === undefined ? {} : { timeout }, capMs)).toEqual({ timeoutMs });
  });

  it('ask the reader for what they mean', () => {
    const options = fromQuery('format=png&selector=main&links=referenced&content=full&waitFor=%23a&timeout=2s&noCache');
    expect(readOptionsOf(options, 30_000)).toEqual({
      timeoutMs: 2_000,
      content: 'full',
      include: ['main'],
      links: 'referenced',
      screenshot: { fullPage: true, format: 'png' },
      bypassCache: true,
      actions: [{ wait: { selector: '#a' }, timeoutMs: 2_000 }],
    });
    expect(readOptionsOf({ format: 'html' }, 0)).toEqual({ timeoutMs: 0, html: true });
  });
});
