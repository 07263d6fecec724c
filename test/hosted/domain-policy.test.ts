import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGuard } from '#src/guard/guard.js';
import { createHttpClient } from '#src/guard/http-client.js';
import { DomainPolicy } from '#src/hosted/domain-policy.js';
import { HttpReader, type HttpReaderOptions } from '#src/reader/http-reader.js';
import { Lab, OTHER_PUBLIC, PUBLIC } from '../support/guard-lab.js';
import { routes } from '../support/http-server.js';

describe('a domain policy', () => {
  it.each<[DomainPolicy, string, string | undefined, boolean]>([
    [DomainPolicy.allow(['europa.eu']), 'https://ec.europa.eu/x', 'europa.eu', true],
    [DomainPolicy.allow(['europa.eu']), 'https://EC.EUROPA.EU.:8443/x', 'europa.eu', true],
    [DomainPolicy.allow(['europa.eu']), 'https://noteuropa.eu/', undefined, false],
    [DomainPolicy.allow(['europa.eu']), 'https://europa.eu.evil.com/', undefined, false],
    [DomainPolicy.allow(['europa.eu']), 'https://evil.com/europa.eu', undefined, false],
    [DomainPolicy.allow(['europa.eu']), 'https://europa.eu@evil.com/', undefined, false],
    [DomainPolicy.allow(['docs.example.com']), 'example.com', undefined, false],
    [DomainPolicy.allow(['docs.example.com']), 'api.example.com', undefined, false],
    [DomainPolicy.allow(['a.com', 'oecd.org/ai']), 'https://oecd.org/ai/x', 'oecd.org/ai', true],
    [DomainPolicy.allow(['oecd.org/ai']), 'https://oecd.org/ai-policy', undefined, false],
    [DomainPolicy.allow(['oecd.org/ai']), 'oecd.org', undefined, false],
    [
      DomainPolicy.allow(['example.com/*/articles']),
      'https://example.com/en/articles/1',
      'example.com/*/articles',
      true,
    ],
    [DomainPolicy.allow(['example.com/*/articles']), 'https://example.com/articles', undefined, false],
    [DomainPolicy.block(['example.org/private']), 'https://example.org/private/a', 'example.org/private', false],
    [DomainPolicy.block(['example.org/private']), 'https://example.org/public', undefined, true],
    [DomainPolicy.block(['example.org/private']), 'example.org', 'example.org/private', false],
    [DomainPolicy.block(['example.org']), 'not a host', undefined, false],
  ])('%j of %s: rule %s, permitted %s', (policy, subject, rule, permitted) => {
    expect(policy.match(subject)).toBe(rule);
    expect(policy.permits(subject)).toBe(permitted);
    if (URL.canParse(subject)) expect(policy.permits(new URL(subject))).toBe(permitted);
  });

  it.each([['https://europa.eu'], [''], ['europa.eu', '*.eu'], 'europa.eu', undefined])(
    'is not made of %j',
    (rules) => {
      for (const make of [DomainPolicy.allow, DomainPolicy.block]) {
        expect(() => make(rules as string[])).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }));
      }
    },
  );

  it('is what it was made of, whatever becomes of that list', () => {
    const rules = ['a.com'];
    const policy = DomainPolicy.block(rules);
    rules[0] = 'b.com';
    expect(JSON.parse(JSON.stringify(policy))).toEqual({ mode: 'block', rules: ['a.com'] });
    expect(Object.isFrozen(policy.rules)).toBe(true);
    expect(policy.permits('a.com')).toBe(false);
  });
});

describe('given to a reader', () => {
  const UNLIMITED = {};
  const notPrivate = DomainPolicy.block(['other.test', 'public.test/private']);
  const onlyBlog = DomainPolicy.allow(['public.test/blog']);
  let lab: Lab;

  beforeAll(async () => {
    lab = new Lab();
    const site = await lab.serve(
      routes({
        '/blog/': '<title>Blog</title><p>A public page.</p>',
        '/blog/away': { status: 302, headers: { location: 'http://other.test/' } },
        '/blog/in': { status: 302, headers: { location: '/private/' } },
        '/blog/on': { status: 302, headers: { location: '/blog/' } },
        '/private/': '<p>A private page.</p>',
      }),
    );
    const other = await lab.serve(routes({ '/': '<p>Another site.</p>' }));
    for (const [name, address, server] of [
      ['public.test', PUBLIC, site],
      ['other.test', OTHER_PUBLIC, other],
    ] as const) {
      lab.names.set(name, [address]);
      lab.route(address, 80, server);
    }
  });

  afterAll(() => lab.close());

  const guarded = (policy: Pick<HttpReaderOptions, 'domains'>) =>
    createGuard({ resolver: lab.resolver, dial: lab.dial, reservedNames: [], ...policy });

  const BLOCKED = [
    'http://other.test/',
    'http://public.test/private/',
    'http://public.test/blog/away',
    'http://public.test/blog/in',
  ];

  it.each(BLOCKED)('without it %s is read', async (url) => {
    await using reader = new HttpReader({ guard: guarded(UNLIMITED) });
    expect((await reader.read(url)).statusCode).toBe(200);
  });

  describe.each([notPrivate, onlyBlog])('%j', (domains) => {
    it.each(BLOCKED)('keeps it from %s', async (url) => {
      await using reader = new HttpReader({ guard: guarded({ domains }) });
      await expect(reader.read(url)).rejects.toMatchObject({ code: 'REFUSED_DOMAIN' });
    });

    it('lets it read what is permitted, and follow where that leads', async () => {
      await using reader = new HttpReader({ guard: guarded({ domains }) });
      expect((await reader.read('http://public.test/blog/')).text).toContain('A public page.');
      expect((await reader.read('http://public.test/blog/on')).url).toBe('http://public.test/blog/');
    });

    it('holds for the client of the guard alike', async () => {
      const client = createHttpClient({ guard: guarded({ domains }) });
      await expect(client.request({ url: 'http://other.test/' })).rejects.toMatchObject({ code: 'REFUSED_DOMAIN' });
      await client.close();
    });
  });

  it('is judged before anybody is asked for the name', async () => {
    await using reader = new HttpReader({ domains: onlyBlog, resolver: lab.resolver });
    lab.lookups.length = 0;
    await expect(reader.read('http://evil.example.com/')).rejects.toMatchObject({ code: 'REFUSED_DOMAIN' });
    expect(lab.lookups).toEqual([]);
  });

  it.each<HttpReaderOptions>([
    { domains: onlyBlog, allowDomains: ['a.com'] },
    { domains: onlyBlog, blockDomains: ['a.com'] },
    { domains: onlyBlog, guard: createGuard() },
    { domains: ['a.com'] as never },
    { domains: { mode: 'allow', rules: ['*.com'] } },
  ])('is refused beside another list, and in another shape: %j', (options) => {
    expect(() => new HttpReader(options)).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }));
  });
});
