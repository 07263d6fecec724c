import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createGuard, type Decision, type GuardOptions, type Resolver } from '#src/guard/guard.js';

const PUBLIC = '93.184.216.34';
const nobody: Resolver = async (host) => {
  throw new Error(`${host} must not be asked for`);
};
const knows =
  (names: Record<string, readonly string[]>): Resolver =>
  async (host) =>
    names[host] ?? [];
const guardOf = (options: GuardOptions = {}) => createGuard({ resolver: nobody, interfaces: () => [], ...options });
const verdict = (decision: Decision) => (decision.decision === 'allow' ? 'allow' : decision.code);

const corpus = join(process.env['PAGEWARD_CORPORA'] ?? '../shared/corpora', 'hostile-urls.jsonl');

describe('the corpus of hostile URLs', () => {
  if (!existsSync(corpus)) {
    it.skip(`is not there: set PAGEWARD_CORPORA to read ${corpus}`);
    return;
  }
  interface Row {
    url: string;
    expect: 'allow' | 'refuse';
    why: string;
    group: string;
    answers?: string[];
  }
  const rows = readFileSync(corpus, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

  it(`is judged right, all ${rows.length} rows, without asking DNS`, async () => {
    const guard = guardOf();
    const wrong: unknown[] = [];
    for (const { url, expect: expected, why, group, answers } of rows) {
      const decision = await guard.check(url, answers ? { answers } : {});
      if (decision.decision !== expected) wrong.push({ url, why, group, decision });
    }
    expect(wrong).toEqual([]);
    expect(rows.length).toBeGreaterThan(300);
  });
});

describe('the reason of a refusal', () => {
  it.each([
    ['ftp://example.com/', 'REFUSED_SCHEME', `scheme 'ftp' is not allowed`],
    ['ws://example.com/', 'REFUSED_SCHEME', `scheme 'ws' is not allowed`],
    ['http://user:secret@example.com/', 'REFUSED_CREDENTIALS', 'credentials in the URL are not allowed'],
    ['http://@example.com/', 'REFUSED_CREDENTIALS', 'credentials in the URL are not allowed'],
    ['http://metadata.google.internal/', 'REFUSED_NAME', 'metadata.google.internal is an internal host name'],
    ['http://LocalHost./', 'REFUSED_NAME', 'localhost is an internal host name'],
    ['http://127.0.0.1/', 'REFUSED_ADDRESS', '127.0.0.1 is a non-public address'],
    ['http://2130706433/', 'REFUSED_ADDRESS', '127.0.0.1 (2130706433) is a non-public address'],
    ['http://127.0.0.1:22/', 'REFUSED_ADDRESS', '127.0.0.1 is a non-public address'],
    ['http://[::1]:8080/', 'REFUSED_ADDRESS', '::1 is a non-public address'],
    [`http://${PUBLIC}:25/`, 'REFUSED_PORT', 'port 25 is not allowed'],
    ['http://exa mple.com/', 'REFUSED_URL', 'the URL contains whitespace or control characters'],
    ['http://example.com\\@127.0.0.1/', 'REFUSED_URL', 'a backslash in the URL is not allowed'],
    [`http://example.com/${'a'.repeat(8200)}`, 'REFUSED_URL', 'the URL is longer than 8192 bytes'],
    ['/etc/passwd', 'INVALID_URL', 'the URL is not absolute'],
    ['http:///x', 'INVALID_URL', 'the URL has no host'],
    ['http://[::1', 'INVALID_URL', 'the URL is not valid'],
  ])('for %j is %s', async (url, code, reason) => {
    expect(await guardOf().check(url)).toMatchObject({ decision: 'refuse', code, reason });
  });

  it('never names an address that DNS gave, but the detail for the operator does', async () => {
    const decision = await guardOf().check('http://inside.example/', { answers: [PUBLIC, '10.1.2.3'] });
    expect(decision).toMatchObject({
      code: 'REFUSED_ADDRESS',
      reason: 'inside.example resolves to a non-public address',
    });
    const { detail, ...shown } = decision as Extract<Decision, { decision: 'refuse' }>;
    expect(JSON.stringify(shown)).not.toContain('10.1.2.3');
    expect(detail).toContain('10.1.2.3');
  });

  it('hides the credentials of the URL', async () => {
    expect(JSON.stringify(await guardOf().check('http://user:secret@example.com/'))).not.toContain('secret');
  });

  it('says so when a local proxy tool seems to be faking DNS', async () => {
    const decision = await guardOf().check('http://example.com/', { answers: ['198.18.0.7', '198.19.3.4'] });
    expect(decision).toMatchObject({ code: 'REFUSED_ADDRESS', hint: expect.stringContaining('198.18.0.0/15') });
  });
});

describe('names', () => {
  it('are asked of the resolver in ASCII, lower-case, without root dot', async () => {
    const asked: string[] = [];
    const guard = guardOf({
      resolver: async (host) => {
        asked.push(host);
        return [PUBLIC];
      },
    });
    expect(await guard.check('http://BÜCHER.example./')).toMatchObject({
      decision: 'allow',
      host: 'xn--bcher-kva.example',
    });
    expect(asked).toEqual(['xn--bcher-kva.example']);
  });

  it('below the reserved ones are refused, and those that only begin alike are not', async () => {
    const guard = guardOf({ resolver: async () => [PUBLIC] });
    for (const host of [
      'a.b.internal',
      'x.test',
      'METADATA.goog',
      'router',
      'ip6-localhost',
      'ｆｏｏ．ｌｏｃａｌ',
      'a.home.arpa',
    ]) {
      expect(verdict(await guard.check(`http://${host}/`)), host).toBe('REFUSED_NAME');
    }
    for (const host of [
      'metadata.example.com',
      'internal.example.com',
      'mylocalhost.com',
      'a.internal.io',
      'notinternal.net',
    ]) {
      expect(verdict(await guard.check(`http://${host}/`)), host).toBe('allow');
    }
  });

  it('that nobody can have are refused unasked', async () => {
    const guard = guardOf({ resolver: async () => [PUBLIC] });
    const label = 'a'.repeat(63);
    const longest = `${label}.${label}.${label}.${'a'.repeat(61)}`;
    for (const host of [longest, `${longest}.`, `${label}.example`, 'a_b.-c-.example']) {
      expect(verdict(await guard.check(`http://${host}/`)), host).toBe('allow');
    }
    for (const host of [
      `a.${longest}`,
      `a${label}.example`,
      'a..example',
      '.example.com',
      'example.com..',
      '127.0.0.1..',
    ]) {
      expect(verdict(await guard.check(`http://${host}/`)), host).toBe('REFUSED_NAME');
    }
  });

  it('that no resolver knows, and those whose resolver fails, are refused as such', async () => {
    expect(verdict(await guardOf({ resolver: async () => [] }).check('http://example.com/'))).toBe('DNS_FAILED');
    expect(verdict(await guardOf().check('http://example.com/'))).toBe('DNS_FAILED');
  });

  it('are refused for one bad answer among many, wherever it stands, and for one that is no address', async () => {
    for (const answers of [
      [PUBLIC, '10.0.0.1'],
      ['10.0.0.1', PUBLIC],
      [PUBLIC, '::ffff:127.0.0.1'],
      [PUBLIC, 'junk'],
      [PUBLIC, ''],
    ]) {
      expect(verdict(await guardOf().check('http://example.com/', { answers })), String(answers)).toBe(
        'REFUSED_ADDRESS',
      );
    }
  });

  it('are allowed with all their addresses, ready to be dialled', async () => {
    const answers = [PUBLIC, '2606:4700:0:0::1111', '::ffff:8.8.8.8'];
    expect(await guardOf().check('https://example.com/', { answers })).toMatchObject({
      host: 'example.com',
      port: 443,
      addresses: [PUBLIC, '2606:4700::1111', '8.8.8.8'],
    });
  });

  it('with more answers than anybody needs are dialled at the first ones only, and refused for a bad one behind', async () => {
    const answers = Array.from({ length: 40 }, (_, index) => `8.8.8.${index}`);
    const decision = await guardOf().check('https://example.com/', { answers });
    expect(decision.decision === 'allow' && decision.addresses).toHaveLength(32);
    const hiding = await guardOf().check('https://example.com/', { answers: [...answers, '127.0.0.1'] });
    expect(verdict(hiding)).toBe('REFUSED_ADDRESS');
  });

  it('are refused for an answer that is no text, whatever it would turn into', async () => {
    for (const answer of [
      null,
      16_843_009,
      {},
      [PUBLIC],
      { toString: () => PUBLIC, split: () => ['1', '1', '1', '1'] },
    ]) {
      const answers = [PUBLIC, answer] as string[];
      expect(verdict(await guardOf({ resolver: async () => answers }).check('http://example.com/'))).toBe(
        'REFUSED_ADDRESS',
      );
    }
  });

  it('whose resolver gives something else than a list do not resolve', async () => {
    for (const answer of [undefined, null, {}, PUBLIC, new Set([PUBLIC])]) {
      const resolver = (async () => answer) as unknown as Resolver;
      expect(verdict(await guardOf({ resolver }).check('http://example.com/')), String(answer)).toBe('DNS_FAILED');
    }
    const throwing = (() => {
      throw new Error('at once');
    }) as Resolver;
    expect(verdict(await guardOf({ resolver: throwing }).check('http://example.com/'))).toBe('DNS_FAILED');
  });
});

describe('this machine', () => {
  const interfaces = () => [
    { address: '127.0.0.1', cidr: '127.0.0.1/8' },
    { address: '81.2.69.142', cidr: '81.2.69.142/28' },
    { address: '82.10.0.1', cidr: '82.10.0.1/16' },
    { address: '2a00:1450:4001:82a::5', cidr: '2a00:1450:4001:82a::5/64' },
  ];

  it.each([
    ['81.2.69.142', 'REFUSED_ADDRESS'],
    ['81.2.69.143', 'REFUSED_ADDRESS'],
    ['81.2.69.160', 'allow'],
    ['82.10.0.1', 'REFUSED_ADDRESS'],
    ['82.10.0.2', 'allow'],
    ['[2a00:1450:4001:82a::5]', 'REFUSED_ADDRESS'],
    ['[2a00:1450:4001:82a::99]', 'REFUSED_ADDRESS'],
    ['[2a00:1450:4001:82b::99]', 'allow'],
    ['[64:ff9b::81.2.69.142]', 'REFUSED_ADDRESS'],
  ])('and its neighbours on the link are internal, public addresses or not: %s', async (host, expected) => {
    expect(verdict(await guardOf({ interfaces }).check(`http://${host}/`))).toBe(expected);
    if (expected !== 'allow') expect(verdict(await guardOf().check(`http://${host}/`))).toBe('allow');
  });

  it('are known within seconds when they change', async () => {
    let address = '81.2.69.142';
    const guard = guardOf({ interfaces: () => [{ address, cidr: null }] });
    expect(verdict(await guard.check('http://81.2.70.1/'))).toBe('allow');
    address = '81.2.70.1';
    const later = performance.now() + 4_000;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => later);
    expect(verdict(await guard.check('http://81.2.70.1/'))).toBe('REFUSED_ADDRESS');
    clock.mockRestore();
  });

  it.each([
    ['81.2.69.142', 'REFUSED_ADDRESS'],
    ['81.2.69.143', 'allow'],
    ['[2a00:1450:4001:82a::5]', 'REFUSED_ADDRESS'],
    ['[2a00:1450:4001:82a::99]', 'allow'],
    ['10.0.0.1', 'REFUSED_ADDRESS'],
  ])('stays internal where the operator lets its neighbours through: %s', async (host, expected) => {
    const guard = guardOf({ interfaces, allowNeighbours: true });
    expect(verdict(await guard.check(`http://${host}/`))).toBe(expected);
  });
});

describe('ports', () => {
  it('beyond the usual ones are for the URL that the caller gives, and for no other', async () => {
    const guard = guardOf();
    expect(verdict(await guard.check(`http://${PUBLIC}:3000/`))).toBe('allow');
    const scope = guard.scope(`http://${PUBLIC}:3000/`);
    expect(verdict(await guard.judge(`http://${PUBLIC}:3000/sub`, { scope }))).toBe('allow');
    expect(verdict(await guard.judge(`http://${PUBLIC}:3001/sub`, { scope }))).toBe('REFUSED_PORT');
    for (const port of [80, 443, 8080, 8443]) {
      expect(verdict(await guard.judge(`http://${PUBLIC}:${port}/`, { scope }))).toBe('allow');
    }
  });

  it('of names are refused before DNS is asked', async () => {
    const guard = guardOf();
    expect(verdict(await guard.judge('http://example.com:3001/', { scope: guard.scope('http://a.example/') }))).toBe(
      'REFUSED_PORT',
    );
  });

  it('are the operator’s to choose, but for those of other protocols', async () => {
    const guard = guardOf({ ports: [9999] });
    const scope = guard.scope('https://example.com/');
    expect(verdict(await guard.judge(`http://${PUBLIC}:9999/`, { scope }))).toBe('allow');
    expect(verdict(await guard.judge(`http://${PUBLIC}/`, { scope }))).toBe('REFUSED_PORT');
    for (const port of [25, 0, 65_536, 1.5]) {
      expect(() => createGuard({ ports: [port] })).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }));
    }
  });
});

describe('allowPrivate', () => {
  it('true lets everything internal through but the ports of other protocols', async () => {
    const guard = guardOf({ allowPrivate: true, resolver: knows({ 'wiki.corp': ['10.0.0.5'], wiki: ['10.0.0.6'] }) });
    const scope = guard.scope('https://example.com/');
    for (const url of [
      'http://127.0.0.1:4173/',
      'http://localhost:3000/',
      'http://wiki.corp:8081/',
      'http://wiki/',
      'http://[::1]:5000/',
    ]) {
      expect(verdict(await guard.judge(url, { scope })), url).toBe('allow');
    }
    expect(verdict(await guard.check('http://127.0.0.1:22/'))).toBe('REFUSED_PORT');
    expect(verdict(await guard.judge(`http://${PUBLIC}:3000/`, { scope }))).toBe('REFUSED_PORT');
  });

  it('as host:port means this port of this host', async () => {
    const guard = guardOf({
      allowPrivate: ['127.0.0.1:4173', 'wiki.corp:8080', '[::1]:4174'],
      resolver: knows({ 'wiki.corp': ['10.0.0.5'] }),
    });
    for (const url of [
      'http://127.0.0.1:4173/',
      'http://localhost:4173/',
      'http://wiki.corp:8080/',
      'http://[::1]:4174/',
    ]) {
      expect(verdict(await guard.check(url)), url).toBe('allow');
    }
    for (const url of [
      'http://127.0.0.1:4174/',
      'http://127.0.0.2:4173/',
      'http://10.0.0.5:8080/',
      'http://[::1]:4173/',
    ]) {
      expect(verdict(await guard.check(url)), url).toBe('REFUSED_ADDRESS');
    }
    expect(verdict(await guard.check('http://wiki.corp/'))).not.toBe('allow');
    expect(verdict(await guard.check('http://localhost:9000/'))).not.toBe('allow');
  });

  it('as a network means its machines, on the usual ports and that of the caller’s URL', async () => {
    const guard = guardOf({ allowPrivate: ['10.0.0.0/8'] });
    const scope = guard.scope('http://10.1.1.1:9000/');
    expect(verdict(await guard.judge('http://10.1.1.1:9000/', { scope }))).toBe('allow');
    expect(verdict(await guard.judge('http://10.2.2.2/', { scope }))).toBe('allow');
    expect(verdict(await guard.judge('http://10.2.2.2:6379/', { scope }))).toBe('REFUSED_ADDRESS');
    expect(verdict(await guard.check('http://11.0.0.1/'))).toBe('allow');
    expect(verdict(await guard.check('http://192.168.0.1/'))).toBe('REFUSED_ADDRESS');
  });

  it('as a list does not count for a page from outside, whatever its name resolves to later', async () => {
    const answers = [[PUBLIC], ['127.0.0.1']];
    const guard = guardOf({ allowPrivate: ['127.0.0.0/8'], resolver: async () => answers.shift() ?? [] });
    const scope = guard.scope('http://attacker.example/');
    expect(verdict(await guard.judge('http://attacker.example/', { scope }))).toBe('allow');
    expect(verdict(await guard.judge('http://127.0.0.1/', { scope }))).toBe('REFUSED_ADDRESS');
    expect(verdict(await guard.judge('http://attacker.example/', { scope }))).toBe('REFUSED_ADDRESS');
    expect(verdict(await guard.judge('http://localhost/', { scope }))).toBe('REFUSED_NAME');
  });

  it('as a list does not count before the caller’s own URL has been looked up either', async () => {
    const guard = guardOf({ allowPrivate: ['127.0.0.1:4173'], resolver: async () => [PUBLIC] });
    const scope = guard.scope('http://attacker.example:4173/');
    expect(verdict(await guard.judge('http://127.0.0.1:4173/', { scope }))).toBe('REFUSED_ADDRESS');
    const none = guard.scope('about:blank');
    expect(verdict(await guard.judge('http://127.0.0.1:4173/', { scope: none }))).toBe('REFUSED_ADDRESS');
  });

  it('counts for what an allowed page loads, in its own read', async () => {
    const guard = guardOf({ allowPrivate: ['127.0.0.1:4173', '127.0.0.1:4174'] });
    const scope = guard.scope('http://127.0.0.1:4173/');
    expect(verdict(await guard.judge('http://127.0.0.1:4173/', { scope }))).toBe('allow');
    expect(verdict(await guard.judge('http://127.0.0.1:4174/', { scope }))).toBe('allow');
    expect(verdict(await guard.judge('http://127.0.0.1:4175/', { scope }))).toBe('REFUSED_ADDRESS');
  });

  it('loses against denyCidrs, in every spelling of an address', async () => {
    const guard = guardOf({
      allowPrivate: true,
      denyCidrs: ['::ffff:10.0.0.0/104', '93.184.216.0/24', '2606:4700::/32'],
    });
    for (const host of [
      '10.1.2.3',
      PUBLIC,
      '[::ffff:10.1.2.3]',
      '[64:ff9b::10.1.2.3]',
      '[2606:4700::1111]',
      '167837955',
    ]) {
      expect(verdict(await guard.check(`http://${host}/`)), host).toBe('REFUSED_ADDRESS');
    }
    expect(verdict(await guard.check('http://192.168.0.1/'))).toBe('allow');
    expect(verdict(await guard.check('http://example.com/', { answers: [PUBLIC] }))).toBe('REFUSED_ADDRESS');
  });

  it.each(['10.0.0.0/33', 'localhost', 'http://127.0.0.1:80', '127.0.0.1:99999', '127.0.0.1:22', '*:80', ''])(
    'does not accept the entry %j',
    (entry) => {
      expect(() => createGuard({ allowPrivate: [entry] })).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }));
    },
  );
});

describe('an IPv6 address that may end in a port', () => {
  it.each(['::1:80', '2001:db8::1:443', ' fd00::1:2 '])('is refused: %j', (entry) => {
    for (const policy of [{ denyCidrs: [entry] }, { allowPrivate: [entry] }]) {
      expect(() => createGuard(policy)).toThrow(
        expect.objectContaining({ code: 'INVALID_OPTION', hint: expect.stringContaining(`${entry.trim()}/128`) }),
      );
    }
  });

  it.each(['::1', '::1:80/128', '2001:db8::1', '::ab:cd', '1:2:3:4:5:6:7:80', '::'])('is not: %j', (entry) => {
    for (const policy of [{ denyCidrs: [entry] }, { allowPrivate: [entry] }]) createGuard(policy);
  });
});

describe('a domain policy', () => {
  it('is applied to names and literals before DNS is asked', async () => {
    const guard = guardOf({ allowDomains: ['example.com/docs', PUBLIC] });
    expect(verdict(await guard.check('http://example.com/docs/a', { answers: [PUBLIC] }))).toBe('allow');
    expect(verdict(await guard.check('http://example.com/other'))).toBe('REFUSED_DOMAIN');
    expect(verdict(await guard.check('http://example.org/'))).toBe('REFUSED_DOMAIN');
    expect(verdict(await guard.check(`http://${PUBLIC}/`))).toBe('allow');
    expect(verdict(await guard.check('http://8.8.8.8/'))).toBe('REFUSED_DOMAIN');
  });

  it.each([
    [{ allowDomains: ['example.com/docs'] }, 'https://example.com/docs', 'REFUSED_DOMAIN'],
    [{ allowDomains: ['example.com/docs', 'example.com'] }, 'https://example.com/docs', undefined],
    [{ blockDomains: ['example.com/private'] }, 'https://example.com/docs', 'REFUSED_DOMAIN'],
    [{ blockDomains: ['example.com/private'] }, 'https://example.org/', undefined],
  ])('with %j a tunnel for %s, whose path is not seen, is judged by its host: %s', (policy, url, code) => {
    const guard = guardOf(policy);
    expect(guard.judgeUrl(url)).toBeUndefined();
    expect(guard.judgeUrl(url, { pathVisible: false })?.code).toBe(code);
  });
});

describe('the guard', () => {
  it('tells the operator of every decision once', async () => {
    const seen: string[] = [];
    const guard = guardOf({ onDecision: (decision) => seen.push(verdict(decision)) });
    await guard.check('http://127.0.0.1/');
    await guard.check('nonsense');
    await guard.check(`http://${PUBLIC}/`);
    guard.judgeUrl('ftp://example.com/');
    expect(seen).toEqual(['REFUSED_ADDRESS', 'INVALID_URL', 'allow', 'REFUSED_SCHEME']);
  });

  it('rejects with the reason of an abort, even if the resolver never answers', async () => {
    const controller = new AbortController();
    const guard = guardOf({ resolver: () => new Promise(() => controller.abort('enough')) });
    await expect(guard.check('http://example.com/', { signal: controller.signal })).rejects.toBe('enough');
  });

  it.each([
    { denyCidrs: ['nonsense'] },
    { allowPrivate: ['x'] },
    { allowDomains: ['a'], blockDomains: ['b'] },
    { allowDomains: ['a'], domains: { mode: 'allow', rules: ['a'] } },
    { domains: ['a'] },
    { domains: { mode: 'deny', rules: ['a'] } },
    { domains: { mode: 'allow', rules: 'a' } },
    { domains: { mode: 'allow', rules: [''] } },
    { resolver: 'nobody' },
    { denyCidr: [] },
    { ports: '80' },
    { onDecision: true },
  ])('is not made from the policy %j', (policy) => {
    expect(() => createGuard(policy as GuardOptions)).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }));
  });
});
