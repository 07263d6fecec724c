import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '#src/base/errors.js';
import { matchesGlob, parseGlob } from '#src/crawl/glob.js';
import { createScope, type ScopeOptions } from '#src/crawl/scope.js';

const judged = async (seed: string, options: ScopeOptions, url: string) =>
  (await createScope([seed], options)).judge(new URL(url));

describe('the scope of a crawl', () => {
  it.each<[string, ScopeOptions['scope'], string, string, string | undefined]>([
    ['its host', 'host', 'https://example.com/', 'https://example.com/a', undefined],
    ['its host without www', 'host', 'https://www.example.com/', 'https://example.com/a', undefined],
    ['its host over http', 'host', 'https://example.com/', 'http://example.com/a', undefined],
    ['no subdomain', 'host', 'https://example.com/', 'https://docs.example.com/', 'outside'],
    ['no other port', 'host', 'http://localhost:3000/', 'http://localhost:4000/', 'outside'],
    ['no host that only begins like it', 'host', 'https://example.com/', 'https://example.com.evil.net/', 'outside'],
    ['its subdomains', 'domain', 'https://www.example.co.uk/', 'https://docs.example.co.uk/', undefined],
    ['no neighbour below a public suffix', 'domain', 'https://a.co.uk/', 'https://b.co.uk/', 'outside'],
    ['no other customer of a host', 'domain', 'https://a.github.io/', 'https://b.github.io/', 'outside'],
    ['what ends like it', 'domain', 'https://example.com/', 'https://notexample.com/', 'outside'],
    ['its path', 'prefix', 'https://example.com/docs', 'https://example.com/docs', undefined],
    ['its path with a slash', 'prefix', 'https://example.com/docs', 'https://example.com/docs/', undefined],
    ['what is below its path', 'prefix', 'https://example.com/docs', 'https://example.com/docs/a?b', undefined],
    [
      'no path that only begins like it',
      'prefix',
      'https://example.com/docs',
      'https://example.com/docs-old',
      'outside',
    ],
    [
      'the folder of its file',
      'prefix',
      'https://example.com/docs/index.html',
      'https://example.com/docs/a',
      undefined,
    ],
    ['no path of another host', 'prefix', 'https://example.com/docs', 'https://example.net/docs/a', 'outside'],
  ])('takes in %s', async (_, scope, seed, url, expected) => {
    expect(await judged(seed, { scope: scope ?? 'host' }, url)).toBe(expected);
  });

  it('is that of any of several seeds', async () => {
    const scope = await createScope(['https://a.example/', 'https://b.example/docs'], { scope: 'prefix' });
    expect(scope.judge(new URL('https://a.example/x'))).toBeUndefined();
    expect(scope.judge(new URL('https://b.example/docs/x'))).toBeUndefined();
    expect(scope.judge(new URL('https://b.example/x'))).toBe('outside');
  });

  it('takes in only what is included, and nothing that is excluded', async () => {
    const options = { include: ['/docs/**', /\/blog\/\d+$/g, 're:[?]print='], exclude: ['**/*.pdf', /draft/] };
    const scope = await createScope(['https://example.com/'], options);
    const verdicts = ['/docs', '/docs/a/b', '/blog/17', '/x?print=1', '/about', '/docs/a.pdf', '/docs/draft'].map(
      (path) => scope.judge(new URL(path, 'https://example.com')),
    );
    expect(verdicts).toEqual([undefined, undefined, undefined, undefined, 'not-included', 'excluded', 'excluded']);
    // An expression with `g` would not match twice in a row.
    expect(scope.judge(new URL('https://example.com/blog/17'))).toBeUndefined();
  });

  it('judges where a seed leads by its host alone', async () => {
    const scope = await createScope(['https://example.com/'], { include: ['/docs/**'] });
    expect(scope.reaches(new URL('https://example.com/en'))).toBe(true);
    expect(scope.reaches(new URL('https://example.net/docs'))).toBe(false);
  });

  it.each([{ include: ['re:('] }, { exclude: [' '] }])('refuses a pattern that is none: %j', async (options) => {
    const refusal = createScope(['https://example.com/'], options);
    await expect(refusal).rejects.toBeInstanceOf(UsageError);
    await expect(refusal).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  });

  it('refuses a seed that is no URL', async () => {
    await expect(createScope(['example'])).rejects.toMatchObject({ code: 'INVALID_URL' });
  });

  it('only grows with its reach', async () => {
    const seeds = ['https://a.example.com/docs', 'https://b.co.uk/x/y.html'];
    const [prefix, host, domain] = await Promise.all(
      (['prefix', 'host', 'domain'] as const).map((scope) => createScope(seeds, { scope })),
    );
    const urls = fc
      .tuple(
        fc.constantFrom('a.example.com', 'example.com', 'www.b.co.uk', 'b.co.uk', 'c.co.uk', 'a.example.com:81'),
        fc.constantFrom('', 'docs', 'docs/', 'docs/a', 'docs-b', 'x', 'x/z', 'x/y.html'),
      )
      .map(([name, path]) => new URL(`https://${name}/${path}`));
    fc.assert(
      fc.property(urls, (url) => {
        if (prefix?.reaches(url)) expect(host?.reaches(url)).toBe(true);
        if (host?.reaches(url)) expect(domain?.reaches(url)).toBe(true);
      }),
    );
  });

  it('only grows with what is included, and only shrinks with what is excluded', async () => {
    const pattern = fc.constantFrom('/a/**', '/b', '/*/c', '**/d', '/a?x=*', 're:x=1');
    const path = fc.constantFrom('/a', '/a/d', '/b', '/b/c', '/b?x=1', '/a?x=2', '/e');
    const seeds = ['https://example.com/'];
    await fc.assert(
      fc.asyncProperty(fc.array(pattern, { minLength: 1 }), pattern, path, async (some, more, at) => {
        const url = new URL(at, 'https://example.com');
        const allows = async (options: ScopeOptions) => (await createScope(seeds, options)).judge(url) === undefined;
        if (await allows({ include: some })) expect(await allows({ include: [...some, more] })).toBe(true);
        if (await allows({ exclude: [...some, more] })) expect(await allows({ exclude: some })).toBe(true);
      }),
    );
  });
});

describe('a glob', () => {
  it.each<[string, string, boolean]>([
    ['/docs/**', '/docs', true],
    ['/docs/**', '/docs/', true],
    ['/docs/**', '/docs/a/b', true],
    ['/docs/**', '/docs2', false],
    ['/docs/*', '/docs/a', true],
    ['/docs/*', '/docs/a/b', false],
    ['/docs/*', '/docs', false],
    ['/docs', '/docs/', true],
    ['/**/edit', '/a/b/edit', true],
    ['/**/edit', '/edit', true],
    ['/a/**/b/**/c', '/a/x/b/y/b/z/c', true],
    ['/a/**/b/**/c', '/a/x/c/y/b', false],
    ['*.pdf', '/a/b/c.pdf', true],
    ['*.pdf', '/a/b/c.pdf/d', false],
    ['/search?*', '/search?q=1', true],
    ['/search?*', '/search', true],
    ['/search?q=*', '/search', false],
    ['/search', '/search?q=1', true],
    ['//*.example.com/**', '/x', true],
    ['//example.net/**', '/x', false],
    ['https://www.example.com/x', '/x', true],
    ['http://www.example.com/x', '/x', false],
  ])('%s on %s: %s', (pattern, path, expected) => {
    expect(matchesGlob(parseGlob(pattern), new URL(path, 'https://www.example.com'))).toBe(expected);
  });

  it('agrees with the regular expression that says the same', () => {
    const segment = fc.constantFrom('a', 'b', 'ab');
    const part = fc.oneof(segment, fc.constantFrom('*', '**', 'a*', '*b'));
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 6 }),
        fc.array(segment, { minLength: 1, maxLength: 7 }),
        (parts, path) => {
          const source = parts
            .map((text) => (text === '**' ? '(?:/[^/]+)*' : `/${text.replace('*', '[^/]*')}`))
            .join('');
          const expected = new RegExp(`^${source}$`).test(`/${path.join('/')}`);
          expect(matchesGlob(parseGlob(`/${parts.join('/')}`), new URL(`https://a.example/${path.join('/')}`))).toBe(
            expected,
          );
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
