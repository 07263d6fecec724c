import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainPolicy } from '#src/hosted/domain-policy.js';
import type { Transcript } from '#src/hosted/transcript.js';
import { answer, events, finding, saying } from '../support/hosted-fixtures.js';

const onlyEurope = DomainPolicy.allow(['europa.eu', 'oecd.org/ai']);
const notExample = DomainPolicy.block(['example.com', 'example.org/private']);

function citing(url: string): object {
  const citation = { type: 'web_search_result_location', url, title: 'A page', cited_text: 'x', encrypted_index: 'E' };
  return { role: 'assistant', content: [{ type: 'text', text: 'So it is.', citations: [citation] }] };
}

describe('allowing', () => {
  it.each<[string, object, object]>([
    ['a source', finding('https://evil.com/a'), { url: 'https://evil.com/a', where: 'source' }],
    ['a citation', citing('https://evil.com/a'), { url: 'https://evil.com/a', where: 'citation' }],
    ['a URL in the text', saying('See https://evil.com/a.'), { url: 'https://evil.com/a', where: 'text' }],
    ['a Markdown link', saying('See [this](https://evil.com/a).'), { url: 'https://evil.com/a', where: 'link' }],
    ['a link without a scheme', saying('See [this](//evil.com/a).'), { url: '//evil.com/a', where: 'link' }],
    [
      'a page beside the path',
      saying('https://oecd.org/ai-policy'),
      { url: 'https://oecd.org/ai-policy', where: 'text' },
    ],
    [
      'credentials like a host',
      saying('https://europa.eu@evil.com/'),
      { url: 'https://europa.eu@evil.com/', where: 'text' },
    ],
    ['a source that is no URL', finding('nowhere in particular'), { url: 'nowhere in particular', where: 'source' }],
    ['an IP address', finding('https://93.184.216.34/'), { url: 'https://93.184.216.34/', where: 'source' }],
  ])('%s outside the list is one violation, without a rule', (_, message, violation) => {
    expect(onlyEurope.audit([{ role: 'user', content: 'Well?' }, message])).toEqual([{ ...violation, index: 1 }]);
  });

  it('what is in the list is none, wherever it stands', () => {
    const text = 'https://ec.europa.eu/x, [a](https://EUROPA.eu./) and https://www.oecd.org/ai/x';
    const transcript = [finding('https://europa.eu/a'), citing('https://oecd.org/ai'), saying(text)];
    expect(onlyEurope.audit(transcript)).toEqual([]);
  });

  it('words that look like hosts are none', () => {
    expect(onlyEurope.audit(saying('Change config.py and README.md, e.g. as evil.com does.'))).toEqual([]);
  });
});

describe('blocking', () => {
  it.each<[string, string, object[]]>([
    ['a mention', 'as example.com says', [{ url: 'example.com', where: 'mention', rule: 'example.com' }]],
    ['a subdomain', 'at WWW.Example.com', [{ url: 'WWW.Example.com', where: 'mention', rule: 'example.com' }]],
    ['an address', 'joe@example.com', [{ url: 'example.com', where: 'mention', rule: 'example.com' }]],
    ['a URL', 'https://a.example.com/x', [{ url: 'https://a.example.com/x', where: 'text', rule: 'example.com' }]],
    ['a link', '[x](http://example.com)', [{ url: 'http://example.com', where: 'link', rule: 'example.com' }]],
    [
      'its path',
      'example.org/private/a',
      [{ url: 'example.org/private/a', where: 'mention', rule: 'example.org/private' }],
    ],
    ['the host of a path rule', 'example.org', [{ url: 'example.org', where: 'mention', rule: 'example.org/private' }]],
    ['another path', 'example.org/public and https://example.org/public', []],
    ['a longer name', 'notexample.com and https://notexample.com/', []],
    ['a name that goes on', 'example.com.evil.net', []],
    ['anything else', 'config.py, https://evil.com/ and example', []],
  ])('%s in the text', (_, text, violations) => {
    expect(notExample.audit(saying(text))).toEqual(violations.map((violation) => ({ ...violation, index: 0 })));
  });

  it('a source and a citation under a rule are one violation each, with that rule', () => {
    const url = 'https://example.org/private/a';
    expect(notExample.audit([finding(url), citing(url), finding('https://example.org/public')])).toEqual([
      { url, where: 'source', index: 0, rule: 'example.org/private' },
      { url, where: 'citation', index: 1, rule: 'example.org/private' },
    ]);
  });
});

describe('an audit', () => {
  const bad = 'https://evil.com/';

  it('begins at the entry that it is told', () => {
    const transcript = [saying(bad), saying('fine'), saying(bad)];
    expect(onlyEurope.audit(transcript).map(({ index }) => index)).toEqual([0, 2]);
    expect(onlyEurope.audit(transcript, { since: 1 }).map(({ index }) => index)).toEqual([2]);
    expect(onlyEurope.audit(transcript, { since: 3 })).toEqual([]);
    // What is no number must not pass for a clean answer.
    expect(onlyEurope.audit(transcript, { since: Number.NaN })).toHaveLength(2);
  });

  it('looks at what the assistant said only', () => {
    const results = { type: 'tool_result', tool_use_id: 'toolu_1', content: bad };
    const transcript = [
      { role: 'user', content: bad },
      { role: 'user', content: [{ type: 'text', text: bad }, results] },
      { role: 'system', content: bad },
      { type: 'function_call_output', call_id: 'call_1', output: bad },
      { role: 'tool', content: bad },
    ];
    expect(onlyEurope.audit(transcript)).toEqual([]);
    expect(onlyEurope.audit([...transcript, { role: 'assistant', content: bad }])).toHaveLength(1);
  });

  it('finds the same URL in two places twice, and in one place once', () => {
    const message = {
      role: 'assistant',
      content: [...(finding(bad) as { content: object[] }).content, { type: 'text', text: `${bad} and ${bad}` }],
    };
    expect(onlyEurope.audit(message)).toEqual([
      { url: bad, where: 'source', index: 0 },
      { url: bad, where: 'text', index: 0 },
    ]);
  });

  it('finds a link that a citation has cut in two', () => {
    const content = ['see [the page](https://ev', 'il.com/a) for more'].map((text) => ({ type: 'text', text }));
    expect(onlyEurope.audit({ role: 'assistant', content })).toEqual([
      { url: 'https://evil.com/a', where: 'link', index: 0 },
    ]);
  });

  it('does not make one text of two that a search stands between', () => {
    const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } };
    const content = [{ type: 'text', text: 'https://europa.eu' }, search, { type: 'text', text: '.evil.com' }];
    expect(onlyEurope.audit({ role: 'assistant', content })).toEqual([]);
  });

  it('reads what a model says when it refuses', () => {
    const content = [{ type: 'refusal', refusal: `Not even from ${bad}` }];
    expect(onlyEurope.audit({ type: 'message', role: 'assistant', status: 'completed', content })).toHaveLength(1);
  });

  it.each([
    ['anthropic-search', 'anthropic-stream'],
    ['openai-search', 'openai-stream'],
  ])('finds in %s what the filter should have kept away, and the same in %s', (whole, stream) => {
    const policy = DomainPolicy.block(['opinions.example', 'statistics.example/energy']);
    const found = policy.audit(answer(whole));
    expect(found).toContainEqual({
      url: 'https://opinions.example/blog/batteries',
      where: 'source',
      index: 0,
      rule: 'opinions.example',
    });
    expect(found.map(({ where }) => where)).toContain('citation');
    const index = events(stream).length - 1;
    expect(policy.audit(events(stream))).toEqual(found.map((violation) => ({ ...violation, index })));
    expect(policy.audit(events(stream), { since: index + 1 })).toEqual([]);
  });

  it.each(['anthropic-paused', 'anthropic-errors', 'anthropic-dynamic-filtering'])('reads %s', (name) => {
    const policy = DomainPolicy.allow(['energy.example']);
    const places = policy.audit(answer(name)).map(({ url, where, index }) => `${index} ${where} ${new URL(url).host}`);
    expect(places).toEqual(
      {
        'anthropic-paused': ['2 source opinions.example', '2 citation opinions.example'],
        'anthropic-errors': ['0 source www.statistics.example'],
        'anthropic-dynamic-filtering': ['0 source opinions.example'],
      }[name],
    );
  });
});

describe('whatever the transcript,', () => {
  const part = fc.oneof(
    fc.record({ type: fc.constant('text'), text: fc.string(), citations: fc.anything() }),
    fc.record({ type: fc.constant('web_search_tool_result'), content: fc.anything() }),
    fc.anything(),
  );
  const entry = fc.oneof(
    fc.record({ role: fc.constant('assistant'), content: fc.array(part) }),
    fc.record({ type: fc.constant('web_search_call'), action: fc.dictionary(fc.string(), fc.anything()) }),
    fc.record({ output: fc.array(fc.record({ role: fc.constant('assistant'), content: fc.array(part) })) }),
    fc.constantFrom(...events('anthropic-stream'), ...events('openai-stream')),
    fc.object(),
  );

  it('an audit throws nothing and leaves it as it was', () => {
    fc.assert(
      fc.property(fc.array(entry), fc.integer(), (transcript, since) => {
        const before = structuredClone(transcript);
        for (const policy of [onlyEurope, notExample]) policy.audit(transcript, { since });
        expect(transcript).toEqual(before);
      }),
    );
  });

  it('an audit works on what is frozen', () => {
    for (const name of ['anthropic-search', 'openai-search']) {
      const transcript = frozen(answer(name));
      expect(DomainPolicy.allow(['energy.example']).audit(transcript as Transcript).length).toBeGreaterThan(0);
    }
  });

  it('each URL in the text is found outside the one list and inside the other', () => {
    const hosts = fc.constantFrom('example.com', 'www.example.com', 'example.net', 'notexample.com');
    const around = fc.constantFrom(['', ''], ['(', ').'], ['[x](', ' "T")'], ['<', '>'], ['see ', ', and'], ['"', '"']);
    fc.assert(
      fc.property(hosts, around, fc.constantFrom('', '/', '/a/b?c=d'), (host, [before = '', after = ''], path) => {
        const url = `https://${host}${path}`;
        const message = saying(`${before}${url}${after}`);
        const isInside = host.endsWith('example.com') && host !== 'notexample.com';
        const outside = DomainPolicy.allow(['example.com']).audit(message);
        expect(outside.map((violation) => violation.url)).toEqual(isInside ? [] : [url]);
        const inside = DomainPolicy.block(['example.com']).audit(message);
        expect(inside.map((violation) => violation.url)).toEqual(isInside ? [url] : []);
      }),
    );
  });
});

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(frozen);
  return Object.freeze(value);
}
