import { describe, expect, it } from 'vitest';
import { browserEnvironment } from '#src/browser/browser-environment.js';
import {
  commandLineFaults,
  disableFeatures,
  foreignDisabledFeatures,
  GUARD_DISABLED_FEATURES,
  GUARD_SWITCHES,
  PROXY_BYPASS,
} from '#src/browser/switches.js';

const expected = { proxyPort: 4_000, sandboxed: true };
const good = [
  '/usr/bin/browser --headless',
  ...GUARD_SWITCHES.map(({ text }) => text),
  disableFeatures(['Theirs']),
  '--proxy-server=http://127.0.0.1:4000',
  `--proxy-bypass-list=${PROXY_BYPASS}`,
  '--user-data-dir=/tmp/x',
];
const faultsOf = (line: readonly string[]) => commandLineFaults(line.join(' '), expected);

it('finds nothing wrong with the command line that was asked for', () => {
  expect(faultsOf(good)).toEqual([]);
});

it('asks for every switch that was measured to close a way out, and for no fewer', () => {
  expect(GUARD_SWITCHES.map(({ text }) => text)).toEqual([
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-quic',
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  ]);
  const features = ['RenderDocument', 'WebRtcHideLocalIpsWithMdns', 'AsyncDns', 'DnsOverHttps', 'UseDnsHttpsSvcb'];
  expect(disableFeatures([])).toBe(`--disable-features=${features.join(',')}`);
});

describe('misses', () => {
  it.each(GUARD_SWITCHES.map(({ text }) => text))('%s', (text) => {
    expect(faultsOf(good.filter((part) => part !== text))).toHaveLength(1);
  });

  it.each(GUARD_DISABLED_FEATURES)('the disabled feature %s', (feature) => {
    expect(faultsOf(good.map((part) => part.replace(new RegExp(`,${feature}\\b`), '')))).toHaveLength(1);
  });

  it('the proxy and its bypass rule', () => {
    expect(faultsOf(good.filter((part) => !part.startsWith('--proxy')))).toHaveLength(2);
  });
});

describe('finds what undoes the lock, wherever it came from', () => {
  it.each([
    '--no-sandbox',
    '--no-zygote-sandbox',
    '--disable-namespace-sandbox',
    '--disable-seccomp-filter-sandbox',
    '--no-proxy-server',
    '--proxy-pac-url=http://a/',
    '--proxy-server=http://127.0.0.1:4001',
    '--proxy-bypass-list=localhost',
    '--proxy-bypass-list=<-loopback>;localhost',
    '--disable-features=X',
    '--host-resolver-rules=MAP * 127.0.0.1',
    '--remote-debugging-port=0',
    '--ignore-certificate-errors',
    '--webrtc-ip-handling-policy=default',
  ])('%s', (extra) => {
    expect(faultsOf([...good, extra])).not.toEqual([]);
  });

  it('but takes no longer switch for a forbidden shorter one', () => {
    expect(faultsOf([...good, '--no-sandbox-and-elevated'])).toEqual([]);
  });
});

it('finds Playwright’s own list of disabled features when it stands beside ours', () => {
  expect(foreignDisabledFeatures(good.join(' '))).toBeUndefined();
  const both = ['/usr/bin/browser', '--disable-features=A,B', ...good.slice(1)].join(' ');
  expect(foreignDisabledFeatures(both)).toEqual(['A', 'B']);
});

it('starts the browser with nothing in its environment that could lead past the guard', () => {
  const hostile = {
    http_proxy: 'http://a',
    HTTPS_PROXY: 'http://a',
    NO_PROXY: '*',
    PLAYWRIGHT_DISABLE_FORCED_CHROMIUM_PROXIED_LOOPBACK: '1',
    NODE_OPTIONS: '--require x',
    CHROMIUM_FLAGS: '--no-proxy-server',
    SSLKEYLOGFILE: '/tmp/keys',
    LD_PRELOAD: '/tmp/x.so',
  };
  const kept = { PATH: '/bin', HOME: '/root', LANG: 'C', LC_ALL: 'C' };
  expect(browserEnvironment({ ...hostile, ...kept })).toEqual(kept);
});
