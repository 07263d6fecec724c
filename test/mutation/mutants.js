import { GUARD_DISABLED_FEATURES, GUARD_SWITCHES } from '../../dist/browser/switches.js';
import { IPV4_RANGES, IPV6_RANGES } from '../../dist/guard/address-ranges.js';
import { RESERVED_NAMES } from '../../dist/guard/reserved-names.js';
import { BAD_PORTS } from '../../dist/guard/url-rules.js';

/**
 * One thing less in the built guard. `search` must stand exactly once in `file` and is replaced; `test` is the quick test
 * that has to notice.
 *
 * @typedef {{ name: string, file: string, search: string, replace: string, test: string }} Mutant
 */

/** @returns {Mutant[]} */
export function guardMutants() {
  return [...rows(), ...rules(), ...callers()];
}

/** Every row of every table, taken out. */
function rows() {
  const ranges = [...IPV4_RANGES, ...IPV6_RANGES].map(({ cidr }) => ({
    name: `range ${cidr}`,
    file: 'guard/address-ranges.js',
    search: `\\{ cidr: '${escaped(cidr)}',.*\\},`,
    replace: '',
    test: 'test/guard/address.test.ts',
  }));
  // A row within another is there to be read.
  const needed = RESERVED_NAMES.filter(({ name }) => !RESERVED_NAMES.some((row) => name.endsWith(`.${row.name}`)));
  const names = needed.map(({ name }) => ({
    name: `reserved name ${name}`,
    file: 'guard/reserved-names.js',
    search: `\\{ name: '${escaped(name)}',.*\\},`,
    replace: '',
    test: 'test/guard/url-rules.test.ts',
  }));
  const ports = [...BAD_PORTS].map((port) => ({
    name: `bad port ${port}`,
    file: 'guard/url-rules.js',
    search: `(?<=BAD_PORTS = new Set\\(\\[[\\d,\\s]*)\\b${port},`,
    replace: '',
    test: 'test/guard/url-rules.test.ts',
  }));
  const switches = GUARD_SWITCHES.map(({ text }) => ({
    name: `switch ${text}`,
    file: 'browser/switches.js',
    search: `\\{\\s*text: '${escaped(text)}',[^{}]*\\},`,
    replace: '',
    test: 'test/browser/switches.test.ts',
  }));
  const features = GUARD_DISABLED_FEATURES.map((feature) => ({
    name: `disabled feature ${feature}`,
    file: 'browser/switches.js',
    search: `'${feature}',`,
    replace: '',
    test: 'test/browser/switches.test.ts',
  }));
  return [...ranges, ...names, ...ports, ...switches, ...features];
}

/** Every rule that is no row of a table, switched off. */
function rules() {
  const guardTest = 'test/guard/guard.test.ts';
  const urlTest = 'test/guard/url-rules.test.ts';
  const carriedTest = 'test/guard/carried-ipv4.test.ts';
  const grantsTest = 'test/guard/private-grants.test.ts';
  const nat64Test = 'test/guard/nat64.test.ts';
  const upstreamTest = 'test/guard/upstream-proxy.test.ts';
  const addressTest = 'test/guard/address.test.ts';
  /** @type {[name: string, file: string, search: string, replace: string, test?: string][]} */
  const list = [
    ['any bad answer refuses', 'refusal-reasons', 'of answers) {', 'of answers.slice(0, 1)) {'],
    ['a bad answer among the first refuses', 'refusal-reasons', 'of answers) {', 'of answers.slice(-1)) {'],
    ['IPv4-mapped is unwrapped', 'ip-address', 'hasPrefix(bytes, MAPPED) ?', 'false ?', addressTest],
    ['NAT64 is unwrapped', 'ip-address', 'hasPrefix(bytes, NAT64) ?', 'false ?', addressTest],
    ['ISATAP is unwrapped', 'address', 'judgeIsatap(address) ?? PUBLIC', 'PUBLIC', addressTest],
    ['IPv6 is public in 2000::/3 only', 'address', '!contains(GLOBAL_UNICAST, address)', 'false', addressTest],
    ['an address has 4 or 16 bytes', 'address', 'address.length !== 16', 'false', urlTest],
    ['own addresses are internal', 'own-network', 'addresses.some((own)', '[].some((own)'],
    ['neighbours are internal', 'own-network', 'neighbourhoods.some(', '[].some('],
    ['denyCidrs', 'admission', 'policy.deny.some(', '[].some('],
    [
      'denyCidrs sees through wrapping',
      'admission',
      '[target.address, ...carriedIpv4(target.address),',
      '[target.address,',
    ],
    ['compatible carries', 'carried-ipv4', 'is(COMPATIBLE) ||', '', carriedTest],
    ['translated carries', 'carried-ipv4', '|| is(TRANSLATED)', '', carriedTest],
    ['6to4 carries', 'carried-ipv4', 'is(SIX_TO_FOUR)', 'false', carriedTest],
    ['a Teredo server', 'carried-ipv4', 'bytes.slice(4, 8), ', '', carriedTest],
    ['a Teredo client', 'carried-ipv4', ', bytes.slice(12).map((byte) => byte ^ 0xff)', '', carriedTest],
    ['every layout of a local NAT64', 'carried-ipv4', '[48, 56, 64, 96]', '[96]', carriedTest],
    ['ISATAP carries', 'carried-ipv4', 'if (isatap)', 'if (false)', carriedTest],
    ['a name that leads outside too', 'connection-judge', 'admissions.some(isPublic) ||', '', grantsTest],
    ['a name that has led outside', 'connection-judge', '|| this.#outsideNames.has(caller.host)', '', grantsTest],
    [
      'a name that leads outside later',
      'connection-judge',
      'mustStayInside && admission',
      'false && admission',
      grantsTest,
    ],
    ['NAT64 of the network', 'admission', 'nat64.prefixes.flatMap(', '[].flatMap(', nat64Test],
    ['NAT64 of literal addresses', 'connection-judge', 'options.checkOnly && ', '', nat64Test],
    ['an address is judged as itself too', 'admission', 'of forms) {', 'of forms.slice(-1)) {', nat64Test],
    ['the upstream is out of reach', 'admission', 'if (isUpstream(target))', 'if (false)', upstreamTest],
    [
      'the upstream is not asked for itself',
      'upstream-dial',
      'if (isSame(socket, target))',
      'if (false)',
      upstreamTest,
    ],
    ['the upstream must say yes', 'upstream-dial', 'if (statusCode >= 300)', 'if (false)', upstreamTest],
    ['the upstream says no more than that', 'upstream-dial', 'if (rest > 0)', 'if (false)', upstreamTest],
    ['ports', 'admission', 'policy.ports.has(port) ||', 'true ||'],
    ['allowPrivate lists count for their own reads', 'admission', 'reach.privateGranted && entries', 'entries'],
    ['a CIDR of allowPrivate keeps to the ports', 'admission', "portAllowed || entry.kind !== 'cidr'", 'true'],
    ['bad ports', 'connection-judge', 'if (BAD_PORTS.has(port))', 'if (false)'],
    ['domain rules', 'connection-judge', 'if (!domains ||', 'if (true ||'],
    ['a tunnel shows no path', 'connection-judge', 'connection.pathVisible ? url : url.hostname', 'url'],
    ['single labels', 'url-rules', "!host.includes('.') ||", ''],
    ['schemes as written', 'url-rules', "if (scheme !== 'http' && scheme !== 'https')", 'if (false)', urlTest],
    [
      'schemes as parsed',
      'url-rules',
      "if (url.protocol !== 'http:' && url.protocol !== 'https:')",
      'if (false)',
      urlTest,
    ],
    ['credentials as written', 'url-rules', "authority.includes('@')", 'false', urlTest],
    ['credentials as parsed', 'url-rules', "url.username !== '' || url.password !== ''", 'false', urlTest],
    ['control characters', 'url-rules', 'if (hasControlOrSpace(raw))', 'if (false)'],
    ['backslashes', 'url-rules', "beforeQuery.includes('\\\\')", 'false'],
    ['the length of a URL', 'url-rules', '.length > LIMITS.urlBytes)', '.length > 1e9)'],
    ['the root dot', 'url-rules', "url.hostname.endsWith('.') ?", 'false ?'],
    [
      'a tunnel is not for the reads of another origin',
      'egress-gate',
      'originOf(scope) !== originOf(this.scope)',
      'false',
      'test/guard/egress-proxy.test.ts',
    ],
    ['what was reached is what was judged', 'guard', 'if (reached(', 'if (true || reached(', 'test/guard/dial.test.ts'],
  ];
  return list.map(([name, file, search, replace, test = guardTest]) => ({
    name: `rule: ${name}`,
    file: `guard/${file}.js`,
    search: escaped(search),
    replace,
    test,
  }));
}

/** Who may call a server of ours. */
function callers() {
  /** @type {[string, string, string][]} */
  const list = [
    ['a name of ours', 'isLoopbackHost(host.name) &&', ''],
    ['our port', '&& host.port === port', ''],
    ['names that are listed', 'if (wanted === undefined || wanted.name !== host.name)', 'if (wanted === undefined)'],
    ['the port of a name that is listed', '|| wanted.port === host.port', '|| true'],
    [
      'names are left open beyond loopback only',
      '(!isLoopback && allowedHosts.length === 0)',
      'allowedHosts.length === 0',
    ],
    ['the origin of a page', 'const isForeign = origin !== undefined &&', 'const isForeign = false &&'],
    ['the site of a page', "(site === 'none' || site === 'same-origin')", 'true'],
    ['the token', 'if (isSame(given, token))', 'if (true)'],
    ['the length of what is given for the token', 'one.length ^ other.length', '0'],
    ['a token beyond loopback', 'if (token === undefined && !isLoopbackHost(host))', 'if (false)'],
    ['a token that cannot be guessed', 'if (token !== undefined && !new RegExp(', 'if (false && !new RegExp('],
  ];
  return list.map(([name, search, replace]) => ({
    name: `caller: ${name}`,
    file: 'base/caller.js',
    search: escaped(search),
    replace,
    test: 'test/base/caller.test.ts',
  }));
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
