import fc from 'fast-check';
import robotsParser from 'robots-parser';
import { describe, expect, it } from 'vitest';
import { parseRobots } from '#src/crawl/robots.js';

/** Its types say that the function is the module's `default`; it is the module. */
const otherReader = robotsParser as unknown as typeof robotsParser.default;

const judge = (file: string, path: string, token = 'pageward') =>
  parseRobots(file, token).judge(`https://example.com${path}`);
const allows = (file: string, path: string, token?: string): boolean => judge(file, path, token).allowed;
/** For everybody. */
const rules = (...lines: string[]): string => ['User-agent: *', ...lines].join('\n');

describe('paths of robots.txt (RFC 9309 2.2.2 and 2.2.3)', () => {
  it.each([
    // pattern, path, matches
    ['/', '/anything', true],
    ['/fish', '/fish', true],
    ['/fish', '/fish.html', true],
    ['/fish', '/fishheads/yummy.html', true],
    ['/fish', '/Fish.asp', false],
    ['/fish', '/catfish', false],
    ['/fish', '/?id=fish', false],
    ['/fish/', '/fish', false],
    ['/fish/', '/fish/?id=1', true],
    ['/fish*', '/fish.html', true],
    ['/fish*', '/catfish', false],
    ['/*.php', '/index.php', true],
    ['/*.php', '/folder/filename.php?parameters', true],
    ['/*.php', '/', false],
    ['/*.php', '/windows.PHP', false],
    ['/*.php$', '/folder/filename.php', true],
    ['/*.php$', '/filename.php?parameters', false],
    ['/*.php$', '/filename.php5', false],
    ['/*.php$', '/filename.php/', false],
    ['/fish*.php', '/fishheads/catfish.php?parameters', true],
    ['/fish*.php', '/Fish.PHP', false],
    ['*', '/anything', true],
    ['*.gif$', '/a.gif', true],
    ['/$', '/', true],
    ['/$', '/a', false],
    ['/a$b', '/a$b', true],
    ['/a$b', '/a', false],
    ['/a**b', '/axxb', true],
    ['/*/*/c$', '/a/b/c', true],
    ['/*/*/c$', '/b/c', false],
    ['/*a*a*a$', '/aaa', true],
    ['/*a*a*a$', '/aa', false],
    ['fish', '/fish', false],
    // Percent-encoding: the table of the RFC, and its neighbours.
    ['/foo/bar?baz=quz', '/foo/bar?baz=quz', true],
    ['/foo/bar?baz=https://foo.bar', '/foo/bar?baz=https%3A%2F%2Ffoo.bar', true],
    ['/foo/bar?baz=https%3A%2F%2Ffoo.bar', '/foo/bar?baz=https://foo.bar', true],
    ['/foo/bar/ツ', '/foo/bar/%E3%83%84', true],
    ['/foo/bar/%E3%83%84', '/foo/bar/ツ', true],
    ['/foo/bar/%e3%83%84', '/foo/bar/%E3%83%84', true],
    ['/foo/bar/%62%61%7A', '/foo/bar/baz', true],
    ['/foo/bar/baz', '/foo/bar/%62%61%7a', true],
    ['/path/file-with-a-%2A.html', '/path/file-with-a-*.html', true],
    ['/path/file-with-a-%2A.html', '/path/file-with-a-x.html', false],
    ['/path/foo-%24', '/path/foo-$', true],
    ['/path/foo-%24', '/path/foo-', false],
    ['/path/foo-%24$', '/path/foo-$', true],
    ['/a%2Fb', '/a/b', false],
    ['/a/b', '/a%2Fb', false],
    ['/a%2fb', '/a%2Fb', true],
    ['/a%2Fb', '/ab', false],
    ['/*u=http%3A%2F%2Fx', '/go?u=http%3A%2F%2Fx', true],
    ['/*u=http://x', '/go?u=http%3A%2F%2Fx', true],
    ['/50%25', '/50%25', true],
    ['/50%25', '/50%', false],
    ['/a b', '/a%20b', true],
    // Signs that a URL keeps as they are, and an encoder of URLs does not.
    ['/a[b]|c', '/a[b]|c', true],
    ['/~user', '/%7Euser', true],
    ["/it's(1)!", "/it's(1)!", true],
    ['/%zz', '/%zz', true],
    ['/\ud800', '/%EF%BF%BD', true],
  ])('%s against %s: %s', (pattern, path, matches) => {
    expect(allows(rules(`Disallow: ${pattern}`), path)).toBe(!matches);
  });

  it.each([
    ['the longer pattern wins, allowed', ['Allow: /p', 'Disallow: /'], '/page', true],
    ['the longer pattern wins, disallowed', ['Allow: /p', 'Disallow: /pa'], '/page', false],
    ['in whatever order', ['Disallow: /', 'Allow: /p'], '/page', true],
    ['a tie allows', ['Disallow: /folder', 'Allow: /folder'], '/folder/page', true],
    ['wildcards count as they are written', ['Allow: /page', 'Disallow: /*.htm'], '/page.htm', false],
    ['an end sign counts', ['Allow: /$', 'Disallow: /'], '/', true],
    ['and matches the end alone', ['Allow: /$', 'Disallow: /'], '/page.htm', false],
    ['octets count, not characters', ['Disallow: /ツ', 'Allow: /%E3%83%84$'], '/ツ', true],
    ['an empty rule says nothing', ['Disallow:'], '/page', true],
    ['nothing matches: allowed', ['Disallow: /x'], '/page', true],
    [
      'of example.com/page',
      ['Allow: /example/page/', 'Disallow: /example/page/disallowed.gif'],
      '/example/page/a',
      true,
    ],
    [
      'the example of the RFC',
      ['Allow: /example/page/', 'Disallow: /example/page/disallowed.gif'],
      '/example/page/disallowed.gif',
      false,
    ],
  ])('%s', (_name, lines, path, allowed) => {
    expect(allows(rules(...lines), path)).toBe(allowed);
  });

  it('always allows robots.txt itself', () => {
    expect(allows(rules('Disallow: /'), '/robots.txt')).toBe(true);
    expect(allows(rules('Disallow: /'), '/robots.txt.bak')).toBe(false);
  });

  it('names the line that decided', () => {
    expect(judge('# a comment\r\n\r\nUser-agent: *\r\nDisallow: /no # here', '/no')).toEqual({
      allowed: false,
      line: 4,
    });
    expect(judge(rules('Disallow: /no'), '/yes')).toEqual({ allowed: true });
  });
});

describe('groups of robots.txt (RFC 9309 2.2.1)', () => {
  const others = 'User-agent: *\nDisallow: /\n\n';

  it.each([
    ['the group that names us counts alone', `${others}User-agent: pageward\nDisallow: /x`, '/y', true],
    ['also where it says nothing', `${others}User-agent: pageward\nDisallow:`, '/y', true],
    ['also where it has no rule', `User-agent: pageward\nUser-agent: x\nAllow: /\n${others}`, '/y', true],
    ['whatever the case', `${others}user-AGENT: PageWard\nAllow: /`, '/y', true],
    ['with a version behind the name', `${others}User-agent: pageward/2.0\nAllow: /`, '/y', true],
    ['with more behind the name', `${others}User-agent: pageward (the reader)\nAllow: /`, '/y', true],
    ['not where it only begins like us', `${others}User-agent: page\nAllow: /`, '/y', false],
    ['nor where we only begin like it', `${others}User-agent: pageward-images\nAllow: /`, '/y', false],
    ['nor where we stand in a sentence', `${others}User-agent: not pageward\nAllow: /`, '/y', false],
    [
      'groups of one name are merged',
      `User-agent: pageward\nDisallow: /a\n${others}User-agent: pageward\nDisallow: /b`,
      '/b',
      false,
    ],
    [
      'whatever stands between them',
      `User-agent: pageward\nDisallow: /a\n${others}User-agent: pageward\nDisallow: /b`,
      '/a',
      false,
    ],
    [
      'and so are groups for everybody',
      'User-agent: *\nDisallow: /a\nUser-agent: x\nDisallow: /c\nUser-agent: *\nDisallow: /b',
      '/a',
      false,
    ],
    [
      'several names have a group together',
      'User-agent: x\nUser-agent: pageward\nUser-agent: y\nDisallow: /',
      '/y',
      false,
    ],
    ['a rule ends the naming', 'User-agent: x\nDisallow: /\nUser-agent: pageward\nDisallow: /a', '/y', true],
    ['an empty line does not', 'User-agent: pageward\n\nUser-agent: x\n\nDisallow: /', '/y', false],
    [
      'nor does a sitemap',
      'User-agent: pageward\nSitemap: https://example.com/s.xml\nUser-agent: x\nDisallow: /',
      '/y',
      false,
    ],
    ['nor an unknown line', 'User-agent: pageward\nNoindex: /a\nUser-agent: x\nDisallow: /', '/y', false],
    ['nor a crawl delay', 'User-agent: pageward\nCrawl-delay: 1\nUser-agent: x\nDisallow: /', '/y', false],
    ['rules before any name are for nobody', 'Disallow: /\nUser-agent: *\nDisallow: /a', '/y', true],
    ['a star with more behind it is everybody', 'User-agent: * # all\nDisallow: /', '/y', false],
    ['a star in a name is nobody', 'User-agent: *ward\nDisallow: /', '/y', true],
    ['an empty name is nobody', 'User-agent:\nDisallow: /', '/y', true],
    ['no file at all', '', '/y', true],
  ])('%s', (_name, file, path, allowed) => {
    expect(allows(file, path)).toBe(allowed);
  });

  it.each([
    ['line feeds', '\n'],
    ['carriage returns and line feeds', '\r\n'],
    ['carriage returns', '\r'],
  ])('are cut into lines at %s', (_name, end) => {
    const file = ['User-agent: *', 'Disallow: /no', 'Allow: /no/but'].join(end);
    expect([allows(file, '/no'), allows(file, '/no/but')]).toEqual([false, true]);
  });

  it('are read behind a byte order mark, among spaces and in any case', () => {
    expect(allows('\ufeffUser-agent: *\nDisallow: /', '/')).toBe(false);
    expect(allows('  USER-agent  :\t*  \n\tDISALLOW:/no', '/no')).toBe(false);
  });

  it('are read among what is no record at all', () => {
    const file = '<html>\nUser-agent: *\n%PDF\nDisallow\n: /x\nDisallow: /no\n\u0000\u0001';
    expect([allows(file, '/no'), allows(file, '/x')]).toEqual([false, true]);
  });

  it('are the same whoever asks for a property of objects', () => {
    expect(allows('User-agent: __proto__\nDisallow: /', '/')).toBe(true);
    expect(allows('User-agent: constructor\nDisallow: /', '/', 'constructor')).toBe(false);
  });
});

describe('other records of robots.txt', () => {
  it('give all sitemaps, of whatever group', () => {
    const file = 'Sitemap: https://a.example/1.xml\nUser-agent: x\nSITEMAP : https://b.example/2.xml # two\nSitemap:';
    expect(parseRobots(file, 'pageward').sitemaps).toEqual(['https://a.example/1.xml', 'https://b.example/2.xml']);
  });

  it.each([
    ['for everybody', 'User-agent: *\nCrawl-delay: 2', 2_000],
    ['with a fraction', 'User-agent: *\nCrawl-delay: 0.5', 500],
    ['for us by name', 'User-agent: *\nCrawl-delay: 9\nUser-agent: pageward\nCrawl-delay: 1', 1_000],
    ['for others', 'User-agent: x\nCrawl-delay: 9', undefined],
    ['not for us where our group has none', 'User-agent: *\nCrawl-delay: 9\nUser-agent: pageward\nAllow: /', undefined],
    ['the longest of several', 'User-agent: *\nCrawl-delay: 2\nAllow: /\nUser-agent: *\nCrawl-delay: 1', 2_000],
    ['that makes no sense', 'User-agent: *\nCrawl-delay: soon', undefined],
    ['below zero', 'User-agent: *\nCrawl-delay: -1', undefined],
  ])('give the crawl delay %s', (_name, file, delayMs) => {
    expect(parseRobots(file, 'pageward').crawlDelayMs).toBe(delayMs);
  });
});

describe('reading robots.txt', () => {
  it('never throws, whatever the text and the URL', () => {
    const line = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .tuple(fc.constantFrom('User-agent: ', 'Disallow: ', 'Allow: ', 'Crawl-delay: '), fc.string({ unit: 'binary' }))
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(fc.array(line), fc.webUrl({ withQueryParameters: true }), (lines, url) => {
        expect(typeof parseRobots(['User-agent: *', ...lines].join('\n'), 'pageward').judge(url).allowed).toBe(
          'boolean',
        );
      }),
    );
  });

  it('judges ordinary files as another reader of them does', () => {
    const path = fc
      .array(fc.constantFrom('/', 'a', 'b', 'ab', '.html'), { maxLength: 5 })
      .map((parts) => `/${parts.join('')}`);
    const pattern = fc.tuple(path, fc.constantFrom('', '*', '$', '*b', '*.html$')).map((parts) => parts.join(''));
    const rule = fc.tuple(fc.constantFrom('Allow', 'Disallow'), pattern).map((parts) => parts.join(': '));
    const group = fc.tuple(
      fc.constantFrom('*', 'pageward', 'otherbot'),
      fc.array(rule, { minLength: 1, maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(group, { maxLength: 4 }), path, (groups, asked) => {
        const file = groups.map(([agent, lines]) => [`User-agent: ${agent}`, ...lines].join('\n')).join('\n\n');
        const other = otherReader('https://example.com/robots.txt', file);
        expect(allows(file, asked)).toBe(other.isAllowed(`https://example.com${asked}`, 'pageward'));
      }),
      { numRuns: 500 },
    );
  });

  it('takes no longer for patterns made to be slow', () => {
    const steps = '*a'.repeat(100_000);
    expect(allows(rules(`Disallow: /${steps}b`), `/${'a'.repeat(8_000)}`)).toBe(true);
  });

  it('judges all spellings of a path alike', () => {
    const path = fc.array(fc.constantFrom(...'abzAZ09-._~')).map((letters) => `/${letters.join('')}`);
    const spelt = (text: string, at: number) =>
      text.replace(/[^/]/g, (letter, index: number) =>
        (index + at) % 2 === 0 ? `%${letter.charCodeAt(0).toString(16)}` : letter,
      );
    fc.assert(
      fc.property(path, path, fc.nat(1), fc.nat(1), (pattern, asked, one, other) => {
        const expected = !new URL(asked, 'https://example.com').pathname.startsWith(pattern);
        const file = rules(`Disallow: ${spelt(pattern, one)}`);
        // Dots that a URL takes for segments are the URL parser's business.
        fc.pre(
          new URL(spelt(asked, other), 'https://example.com').pathname.length >= asked.length && !asked.includes('.'),
        );
        expect(allows(file, spelt(asked, other))).toBe(expected);
      }),
    );
  });
});
