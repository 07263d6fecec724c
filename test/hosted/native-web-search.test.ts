import { describe, expect, it } from 'vitest';
import { DomainPolicy } from '#src/hosted/domain-policy.js';
import { type NativeWebSearchOptions, nativeWebSearch } from '#src/hosted/native-web-search.js';

describe('an option of a hosted search', () => {
  it.each<NativeWebSearchOptions>([
    {},
    { allowDomains: ['europa.eu', 'oecd.org/ai', 'example.com/*', 'example.com/*/articles'] },
    { blockDomains: [] },
    { domains: { mode: 'allow', rules: ['europa.eu'] } },
    { maxUses: 1 },
    { dynamicFiltering: false },
    { searchContextSize: 'high' },
    { userLocation: {} },
    { userLocation: { city: 'Liège', region: 'Wallonia', country: 'BE', timezone: 'Europe/Brussels' } },
  ])('is accepted: %j', (options) => {
    expect(() => nativeWebSearch(options)).not.toThrow();
  });

  it.each([
    [{ allowDomains: ['https://europa.eu'] }],
    [{ allowDomains: ['http://x'] }],
    [{ allowDomains: ['//x.com'] }],
    [{ allowDomains: ['*.example.com'] }],
    [{ blockDomains: ['ex*.com'] }],
    [{ blockDomains: ['exam*ple.com/a'] }],
    [{ allowDomains: ['аmazon.com'] }],
    [{ allowDomains: ['bücher.de'] }],
    [{ allowDomains: ['europa.eu', ''] }],
    [{ allowDomains: ['  '] }],
    [{ allowDomains: ['europa .eu'] }],
    [{ allowDomains: ['europa.eu:443'] }],
    [{ allowDomains: ['user:secret@europa.eu'] }],
    [{ allowDomains: ['europa.eu?a=b'] }],
    [{ allowDomains: ['europa.eu/a#b'] }],
    [{ allowDomains: 'europa.eu' }],
    [{ allowDomains: [1] }],
    [{ allowDomains: ['a.com'], blockDomains: ['b.com'] }],
    [{ allowDomains: [], blockDomains: [] }],
    [{ allowDomains: ['a.com'], domains: { mode: 'allow', rules: ['a.com'] } }],
    [{ domains: ['a.com'] }],
    [{ maxUses: 0 }],
    [{ maxUses: -1 }],
    [{ maxUses: 1.5 }],
    [{ maxUses: '3' }],
    [{ maxUses: Number.POSITIVE_INFINITY }],
    [{ dynamicFiltering: 'yes' }],
    [{ searchContextSize: 'huge' }],
    [{ userLocation: { country: 'BEL' } }],
    [{ userLocation: { country: '' } }],
    [{ userLocation: { timezone: 'Europe/Nowhere' } }],
    [{ userLocation: { timezone: '+01:00' } }],
    [{ userLocation: { timezone: '' } }],
    [{ userLocation: { city: ' ' } }],
    [{ userLocation: { latitude: 50 } }],
    [{ onWarning: 'console' }],
  ])('is rejected before any request: %j', (options) => {
    expect(() => nativeWebSearch(options as NativeWebSearchOptions)).toThrow(
      expect.objectContaining({ code: 'INVALID_OPTION' }),
    );
  });

  it.each([
    ['max_use', 'maxUses'],
    ['maxUse', 'maxUses'],
    ['allowedDomains', 'allowDomains'],
  ])('that there is not, %s, is rejected with what was meant', (name, meant) => {
    expect(() => nativeWebSearch({ [name]: 3 } as NativeWebSearchOptions)).toThrow(
      expect.objectContaining({ code: 'INVALID_OPTION', hint: expect.stringContaining(meant) }),
    );
  });
});

const LOCATION = { city: 'Liège', country: 'be', timezone: 'Europe/Brussels' };

describe('for Anthropic', () => {
  it('everything that it knows is passed on in its names', () => {
    const search = nativeWebSearch({
      allowDomains: ['Europa.EU.', 'oecd.org/ai/', 'example.com/*/articles'],
      maxUses: 5,
      userLocation: LOCATION,
    });
    expect(search.anthropic()).toEqual({
      tool: {
        type: 'web_search_20250305',
        name: 'web_search',
        max_uses: 5,
        allowed_domains: ['europa.eu', 'oecd.org/ai/', 'example.com/*/articles'],
        user_location: { type: 'approximate', city: 'Liège', country: 'BE', timezone: 'Europe/Brussels' },
      },
      warnings: [],
    });
  });

  it('what is not given is not there', () => {
    expect(nativeWebSearch({ blockDomains: [], userLocation: {} }).anthropic()).toEqual({
      tool: { type: 'web_search_20250305', name: 'web_search' },
      warnings: [],
    });
  });

  it('dynamic filtering takes the version that does it, and keeps the results in the answer', () => {
    expect(nativeWebSearch({ blockDomains: ['example.org'], dynamicFiltering: true }).anthropic().tool).toEqual({
      type: 'web_search_20260318',
      name: 'web_search',
      response_inclusion: 'full',
      blocked_domains: ['example.org'],
    });
  });
});

describe('for OpenAI', () => {
  it('everything that it knows is passed on in its names, and its sources are asked for', () => {
    const search = nativeWebSearch({
      blockDomains: ['example.org'],
      searchContextSize: 'low',
      userLocation: LOCATION,
      dynamicFiltering: false,
    });
    expect(search.openai()).toEqual({
      tool: {
        type: 'web_search',
        filters: { blocked_domains: ['example.org'] },
        search_context_size: 'low',
        user_location: { type: 'approximate', city: 'Liège', country: 'BE', timezone: 'Europe/Brussels' },
      },
      include: ['web_search_call.action.sources'],
      warnings: [],
    });
  });

  it('an empty location is passed on: without one it would be the United States', () => {
    expect(nativeWebSearch({ userLocation: {} }).openai().tool).toEqual({
      type: 'web_search',
      user_location: { type: 'approximate' },
    });
  });
});

describe('an option that a provider does not have', () => {
  it.each<[NativeWebSearchOptions, 'anthropic' | 'openai', RegExp]>([
    [{ maxUses: 3 }, 'openai', /^maxUses is ignored/],
    [{ dynamicFiltering: true }, 'openai', /^dynamicFiltering is ignored/],
    [{ searchContextSize: 'medium' }, 'anthropic', /^searchContextSize is ignored/],
  ])('%j is ignored by %s with a warning, which is returned and told', (options, provider, warning) => {
    const heard: string[] = [];
    const search = nativeWebSearch({ ...options, onWarning: (text) => heard.push(text) });
    expect(heard).toEqual([]);
    const { tool, warnings } = search[provider]();
    expect(warnings).toEqual([expect.stringMatching(warning)]);
    expect(heard).toEqual(warnings);
    expect(tool).toEqual(nativeWebSearch()[provider]().tool);
  });

  it('is none to the provider that has it', () => {
    expect(nativeWebSearch({ maxUses: 3, dynamicFiltering: true }).anthropic().warnings).toEqual([]);
    expect(nativeWebSearch({ searchContextSize: 'low' }).openai().warnings).toEqual([]);
  });
});

describe('a domain restriction', () => {
  const many = Array.from({ length: 101 }, (_, number) => `site${number}.example.com`);

  it.each<[string, NativeWebSearchOptions, ('anthropic' | 'openai')[]]>([
    ['of more rules than OpenAI takes', { allowDomains: many }, ['openai']],
    ['of more rules to block than OpenAI takes', { blockDomains: many }, ['openai']],
    ['of an address', { allowDomains: ['93.184.216.34'] }, ['anthropic', 'openai']],
    ['of an address to block', { blockDomains: ['a.com', '93.184.216.34/x'] }, ['anthropic', 'openai']],
  ])('%s is never dropped: it throws', (_, options, providers) => {
    const search = nativeWebSearch(options);
    for (const provider of providers) {
      expect(() => search[provider]()).toThrow(expect.objectContaining({ code: 'UNSUPPORTED_BY_PROVIDER' }));
    }
  });

  it('of no domain at all throws: to a provider no list is no restriction', () => {
    for (const options of [{ allowDomains: [] }, { domains: DomainPolicy.allow([]) }]) {
      expect(() => nativeWebSearch(options)).toThrow(expect.objectContaining({ code: 'UNSUPPORTED_BY_PROVIDER' }));
    }
  });

  it('of as many rules as OpenAI takes is passed on whole', () => {
    const { filters } = nativeWebSearch({ allowDomains: many.slice(1) }).openai().tool;
    expect(filters?.allowed_domains).toEqual(many.slice(1));
  });

  it('with a path is passed on to OpenAI as it is, with the warning that it may not be heeded', () => {
    const { tool, warnings } = nativeWebSearch({ allowDomains: ['europa.eu', 'oecd.org/ai'] }).openai();
    expect(tool.filters).toEqual({ allowed_domains: ['europa.eu', 'oecd.org/ai'] });
    expect(warnings).toEqual([expect.stringContaining('oecd.org/ai')]);
  });
});

describe('the search of a policy', () => {
  it('has the list of the policy, and the other options', () => {
    const policy = DomainPolicy.block(['example.org']);
    expect(policy.nativeWebSearch({ maxUses: 2 }).anthropic().tool).toEqual({
      type: 'web_search_20250305',
      name: 'web_search',
      max_uses: 2,
      blocked_domains: ['example.org'],
    });
    expect(policy.nativeWebSearch().openai().tool.filters).toEqual({ blocked_domains: ['example.org'] });
  });

  it('takes no second list', () => {
    const other = { allowDomains: ['a.com'] } as object;
    expect(() => DomainPolicy.block(['example.org']).nativeWebSearch(other)).toThrow(
      expect.objectContaining({ code: 'INVALID_OPTION' }),
    );
  });
});
