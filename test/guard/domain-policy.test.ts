import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { match, parseDomainRules, pathRuledHosts, permits } from '#src/guard/domain-policy.js';

const allow = (...allowDomains: string[]) => parseDomainRules({ allowDomains }) ?? expect.unreachable();
const block = (...blockDomains: string[]) => parseDomainRules({ blockDomains }) ?? expect.unreachable();

describe('a rule', () => {
  it.each([
    'europa.eu',
    'EUROPA.eu.',
    'oecd.org/ai',
    'example.com/*',
    'example.com/*/articles',
    'a-b.example/x*y*z',
    '127.0.0.1',
  ])('%j is accepted', (rule) => {
    expect(allow(rule).rules).toHaveLength(1);
  });

  it.each([
    'https://europa.eu',
    'http://x',
    '//x.com',
    '*.example.com',
    'ex*.com',
    'exam*ple.com/a',
    'аmazon.com',
    'bücher.de',
    '',
    '  ',
    'example.com /a',
    'example.com:8080',
    'mailto:a',
    'user@example.com',
    'example.com/a?b',
    'example.com/a#b',
    'example.com\\a',
    '/path',
    'a..b',
    '2130706433',
    'a.com,b.com',
    'a.com;b.com',
  ])('%j is rejected by name', (rule) => {
    expect(() => allow(rule)).toThrow(
      expect.objectContaining({ code: 'INVALID_OPTION', message: expect.stringContaining(JSON.stringify(rule)) }),
    );
  });

  it('may stand in one list only', () => {
    expect(() => parseDomainRules({ allowDomains: ['a.com'], blockDomains: ['b.com'] })).toThrow(
      expect.objectContaining({ code: 'INVALID_OPTION' }),
    );
    expect(() => parseDomainRules({ blockDomains: [], domains: { mode: 'block', rules: [] } })).toThrow(
      expect.objectContaining({ code: 'INVALID_OPTION' }),
    );
    expect(parseDomainRules({})).toBeUndefined();
  });

  it('is the same in a list of one policy', () => {
    expect(parseDomainRules({ domains: { mode: 'allow', rules: ['a.com'] } })).toEqual(allow('a.com'));
    expect(parseDomainRules({ domains: { mode: 'block', rules: ['a.com'] } })).toEqual(block('a.com'));
    expect(() => parseDomainRules({ domains: { mode: 'allow', rules: ['https://a.com'] } })).toThrow(
      expect.objectContaining({ code: 'INVALID_OPTION' }),
    );
  });

  it('of an empty list to allow allows nothing', () => {
    expect(permits(allow(), 'https://example.com/')).toBe(false);
    expect(permits(block(), 'https://example.com/')).toBe(true);
  });
});

describe('allowing', () => {
  it.each([
    ['europa.eu', 'https://europa.eu/', true],
    ['europa.eu', 'https://ec.europa.eu/x', true],
    ['europa.eu', 'ec.europa.eu', true],
    ['europa.eu', 'https://EC.Europa.EU./x', true],
    ['europa.eu', 'https://europa.eu:8443/x', true],
    ['europa.eu', 'https://noteuropa.eu/', false],
    ['europa.eu', 'https://europa.eu.evil.com/', false],
    ['europa.eu', 'https://evil.com/europa.eu', false],
    ['europa.eu', 'https://europa.eu@evil.com/', false],
    ['docs.example.com', 'example.com', false],
    ['docs.example.com', 'api.example.com', false],
    ['oecd.org/ai', 'https://oecd.org/ai', true],
    ['oecd.org/ai', 'https://oecd.org/ai/', true],
    ['oecd.org/ai', 'https://oecd.org/ai?x=1', true],
    ['oecd.org/ai', 'https://www.oecd.org/ai/x', true],
    ['oecd.org/ai', 'https://oecd.org/ai-policy', false],
    ['oecd.org/ai', 'https://oecd.org/AI', false],
    ['oecd.org/ai', 'https://oecd.org/x/../ai/y', true],
    ['oecd.org/ai', 'https://oecd.org/ai/../x', false],
    ['oecd.org/ai', 'https://oecd.org/%61i', true],
    ['oecd.org/ai', 'https://oecd.org/ai%2Fx', false],
    ['oecd.org/ai', 'https://oecd.org//ai', false],
    ['oecd.org/ai', 'https://oecd.org/ai/%2e%2E/x', false],
    ['oecd.org/ai', 'https://oecd.org\\ai', true],
    ['oecd.org/ai', 'oecd.org', false],
    ['oecd.org/ai', 'https://oecd.org/', false],
    ['oecd.org/ai/', 'https://oecd.org/ai', true],
    ['example.com/*', 'https://example.com/', true],
    ['example.com/*', 'https://example.com/a/b', true],
    ['example.com/*/articles', 'https://example.com/en/articles', true],
    ['example.com/*/articles', 'https://example.com/en/articles/1', true],
    ['example.com/*/articles', 'https://example.com/articles', false],
    ['example.com/*/news/*', 'https://example.com/en/news/today', true],
    ['example.com/v*.*/api', 'https://example.com/v1.20/api', true],
    ['example.com/v*.*/api', 'https://example.com/v1/api', false],
    ['example.com/a*a', 'https://example.com/a', false],
    ['example.com/a*a', 'https://example.com/aa', true],
    ['example.com', 'not a host', false],
    ['example.com', '', false],
    ['example.com', 'example.com:8443', true],
    ['example.com', 'example.com/a', true],
    ['example.com', 'someone@example.com', false],
    ['example.com', 'mailto:someone@example.com', false],
    ['example.com', 'evil.com\\.example.com', false],
    ['example.com', 'https:example.com', false],
    ['oecd.org/ai', 'oecd.org/ai/x', true],
    ['oecd.org/ai', 'oecd.org/ai-policy', false],
    ['oecd.org/ai', 'oecd.org?ai', false],
  ])('%s permits %j: %s', (rule, subject, permitted) => {
    expect(permits(allow(rule), subject)).toBe(permitted);
    expect(match(allow(rule), subject)).toBe(permitted ? rule : undefined);
  });
});

describe('blocking', () => {
  it.each([
    ['example.org/private', 'https://example.org/private/a', 'example.org/private'],
    ['example.org/private', 'https://example.org/public', undefined],
    ['example.org/private', 'https://example.org//private/a', 'example.org/private'],
    ['example.org/a/private', 'https://example.org/a//%70rivate', 'example.org/a/private'],
    ['example.org/*', 'https://example.org/', 'example.org/*'],
    ['example.org/*', 'https://example.org//', 'example.org/*'],
    ['example.org/private', 'example.org', 'example.org/private'],
    ['example.org/private', 'example.org/private/a', 'example.org/private'],
    ['example.org/private', 'example.org/public', undefined],
    ['example.com', 'https://a.example.com/', 'example.com'],
    ['example.com', 'notexample.com', undefined],
  ])('%s names for %j the rule %s', (rule, subject, found) => {
    expect(match(block(rule), subject)).toBe(found);
    expect(permits(block(rule), subject)).toBe(found === undefined);
  });
});

describe('no spelling of a URL', () => {
  const labels = fc.constantFrom('a', 'www', 'docs', 'example', 'evil', 'not-example');
  const hosts = fc.array(labels, { minLength: 1, maxLength: 3 }).map((parts) => `${parts.join('.')}.com`);
  const paths = fc.array(fc.constantFrom('a', 'b', 'ai', 'private', '..', '.'), { maxLength: 3 });
  const rules = fc.tuple(hosts, paths).map(([host, path]) => `${host}/${path.join('/')}`);
  const spellings = fc.record({
    userinfo: fc.constantFrom('', 'user@', 'example.com:x@', 'a.com%2F@'),
    dot: fc.constantFrom('', '.'),
    port: fc.constantFrom('', ':443', ':8443'),
    upper: fc.boolean(),
    encoded: fc.boolean(),
  });

  it('passes where the plain one does not', () => {
    fc.assert(
      fc.property(rules, hosts, paths, spellings, (rule, host, path, { userinfo, dot, port, upper, encoded }) => {
        const plain = `https://${host}/${path.join('/')}`;
        const cased = upper ? host.toUpperCase() : host;
        const spelled = `https://${userinfo}${cased}${dot}${port}/${path.join('/')}`;
        const odd = encoded ? spelled.replace(/a(?!.*a)/, '%61') : spelled;
        for (const policy of [allow(rule), block(rule)]) {
          expect(permits(policy, odd), `${odd} under ${policy.mode} ${rule}`).toBe(permits(policy, plain));
        }
      }),
    );
  });

  it('is allowed by a rule for a host unless that rule blocks it', () => {
    fc.assert(
      fc.property(hosts, hosts, paths, (rule, host, path) => {
        const url = `https://${host}/${path.join('/')}`;
        expect(permits(allow(rule), url)).toBe(!permits(block(rule), url));
        expect(permits(allow(rule), host)).toBe(!permits(block(rule), host));
      }),
    );
  });
});

describe('where no path is seen', () => {
  it('the hosts of rules with a path are those of which the path decides', () => {
    expect(pathRuledHosts(allow('example.com/a', 'example.com/b', 'example.org'))).toEqual(['example.com']);
    expect(pathRuledHosts(block('example.com/a', 'example.org'))).toEqual(['example.com']);
  });

  it('a path does not decide of a host that is allowed altogether', () => {
    expect(pathRuledHosts(allow('www.example.com/a', 'example.com'))).toEqual([]);
  });
});
