import { describe, expect, it } from 'vitest';
import { type CallerRules, callerFault, checkBinding, isLoopbackHost } from '#src/base/caller.js';

const LOCAL: CallerRules = { port: 7323, isLoopback: true };
const TOKEN = 'a-token-of-32-characters-or-so..';
const PUBLIC: CallerRules = { port: 7323, isLoopback: false, token: TOKEN };
const known = { authorization: `Bearer ${TOKEN}` };

describe('the caller of a server on loopback', () => {
  it.each(['localhost:7323', 'LOCALHOST:7323', '127.0.0.1:7323', '127.9.8.7:7323', '[::1]:7323'])(
    'may call it by %s',
    (host) => {
      expect(callerFault({ host }, LOCAL)).toBeUndefined();
    },
  );

  it.each([
    undefined,
    '',
    'localhost',
    'localhost:80',
    'attacker.example:7323',
    'localhost.attacker.example:7323',
    '127.0.0.1.attacker.example:7323',
    '127.0.0.1@attacker.example:7323',
    '0.0.0.0:7323',
    '[::]:7323',
    '[::ffff:127.0.0.1]:7323',
    'localhost.:7323',
    'localhost:7323, localhost:7323',
  ])('may not call it by %s, as a name that was made to resolve to it', (host) => {
    expect(callerFault({ host }, LOCAL)).toMatchObject({ status: 403, code: 'WRONG_HOST' });
  });

  it('may call it without a port only where its port is that of http', () => {
    expect(callerFault({ host: 'localhost' }, { ...LOCAL, port: 80 })).toBeUndefined();
  });

  it('may call it by a name that the operator allows, with its port where one is written', () => {
    const rules = { ...LOCAL, allowedHosts: ['Reader.example', 'proxy.example:8443'] };
    expect(callerFault({ host: 'reader.example' }, rules)).toBeUndefined();
    expect(callerFault({ host: 'reader.example:9' }, rules)).toBeUndefined();
    expect(callerFault({ host: 'proxy.example:8443' }, rules)).toBeUndefined();
    expect(callerFault({ host: 'proxy.example' }, rules)).toMatchObject({ code: 'WRONG_HOST' });
    expect(callerFault({ host: 'sub.reader.example' }, rules)).toMatchObject({ code: 'WRONG_HOST' });
  });
});

describe('a page in a browser', () => {
  const host = '127.0.0.1:7323';

  it.each([
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-origin', origin: 'http://127.0.0.1:7323' },
    { origin: 'https://127.0.0.1:7323' },
  ])('of ours may call us: %o', (headers) => {
    expect(callerFault({ host, ...headers }, LOCAL)).toBeUndefined();
  });

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'something-new' },
    { 'sec-fetch-site': 'none', 'sec-purpose': 'prefetch' },
    { 'sec-fetch-site': 'none', 'sec-purpose': 'prefetch;prerender' },
    { origin: 'https://attacker.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:3000' },
    { 'sec-fetch-site': 'same-origin', origin: 'https://attacker.example' },
  ])('of another site may not: %o', (headers) => {
    expect(callerFault({ host, ...headers }, LOCAL)).toMatchObject({ status: 403, code: 'CROSS_SITE' });
  });

  it('of a site that the operator allows may', () => {
    const headers = { host, origin: 'https://app.example', 'sec-fetch-site': 'cross-site' };
    expect(callerFault(headers, { ...LOCAL, allowedOrigins: ['https://app.example'] })).toBeUndefined();
    expect(callerFault(headers, { ...LOCAL, allowedOrigins: ['http://app.example'] })).toMatchObject({
      code: 'CROSS_SITE',
    });
  });
});

describe('the token', () => {
  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    `Basic ${TOKEN}`,
    TOKEN,
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(1)}`,
    `Bearer ${TOKEN.toUpperCase()}`,
    `Bearer ${TOKEN} ${TOKEN}`,
  ])('is not known by %s', (authorization) => {
    expect(callerFault({ host: 'any.example', authorization }, PUBLIC)).toMatchObject({
      status: 401,
      code: 'UNAUTHORIZED',
    });
  });

  it('lets whoever knows it call by any name, unless names are listed', () => {
    expect(callerFault({ host: 'any.example', ...known }, PUBLIC)).toBeUndefined();
    const listed = { ...PUBLIC, allowedHosts: ['reader.example'] };
    expect(callerFault({ host: 'any.example', ...known }, listed)).toMatchObject({ code: 'WRONG_HOST' });
    expect(callerFault({ host: 'reader.example', ...known }, listed)).toBeUndefined();
  });

  it('is asked for on loopback too, where there is one', () => {
    const rules = { ...LOCAL, token: TOKEN };
    expect(callerFault({ host: 'localhost:7323' }, rules)).toMatchObject({ code: 'UNAUTHORIZED' });
    expect(callerFault({ host: 'localhost:7323', authorization: `bearer ${TOKEN}` }, rules)).toBeUndefined();
  });

  it('must be there beyond loopback, and be none that can be guessed', () => {
    const invalid = expect.objectContaining({ code: 'INVALID_OPTION' });
    for (const host of ['127.0.0.1', 'localhost', '::1']) expect(() => checkBinding(host, undefined)).not.toThrow();
    for (const host of ['0.0.0.0', '::', '10.0.0.1', 'reader.example', '']) {
      expect(() => checkBinding(host, undefined)).toThrow(invalid);
      expect(() => checkBinding(host, TOKEN)).not.toThrow();
    }
    for (const token of ['', 'short', 'sixteen chars or', 'ä'.repeat(20)]) {
      expect(() => checkBinding('127.0.0.1', token)).toThrow(invalid);
    }
  });
});

it('a loopback host is an address of the loopback network or its one name', () => {
  for (const host of ['127.0.0.1', '127.255.0.9', '::1', '[::1]', 'localhost']) expect(isLoopbackHost(host)).toBe(true);
  for (const host of ['128.0.0.1', '127.1', '::2', 'a.localhost', 'localhost.example'])
    expect(isLoopbackHost(host)).toBe(false);
});
