/** One launch switch and why the browser must have it. */
export interface LaunchSwitch {
  readonly text: string;
  readonly reason: string;
}

/**
 * What locks the browser into the egress guard, beside the proxy itself. Measured by packet capture over 74 attack pages
 * on full Chromium and on the headless shell: with all of them nothing left but to the guard, without any one of them
 * something did. Removing a row opens a hole.
 */
export const GUARD_SWITCHES: readonly LaunchSwitch[] = [
  {
    text: '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    reason: 'WebRTC sends UDP past any proxy. The headless shell reads this spelling.',
  },
  {
    text: '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    reason: 'The same; full Chromium in its new headless mode reads only this spelling.',
  },
  { text: '--disable-quic', reason: 'QUIC is UDP, which an HTTP proxy cannot carry.' },
  {
    text: '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    reason:
      'TURN and STUN names are looked up by the browser itself: a probe of internal names, and a way out for data.',
  },
];

/** What else the browser is started with. */
export const READING_SWITCHES: readonly LaunchSwitch[] = [
  {
    text: '--block-new-web-contents',
    reason:
      'A window that a page opens is never read, shares its process, and can hold it up for seconds while it is closed.',
  },
  {
    text: '--enable-logging=stderr',
    reason: 'The headless shell heeds the next switch only with this one.',
  },
  {
    text: '--log-level=2',
    reason:
      'Errors only: what pages write to their consoles would go to stderr, of which Playwright keeps the last 300 lines.',
  },
];

/** What Playwright starts a browser with that must not be there. */
export const UNWANTED_SWITCHES: readonly LaunchSwitch[] = [
  {
    text: '--disable-ipc-flooding-protection',
    reason:
      'A page that moves within itself for ever keeps the whole browser busy, other pages too: ten seconds for 100 000 moves. What people use lets through 200 in ten seconds.',
  },
];

/** Features off for the guard's sake. */
export const GUARD_DISABLED_FEATURES: readonly string[] = [
  // A remote candidate named x.local makes the browser send multicast DNS, and every RTCPeerConnection joins the group.
  'WebRtcHideLocalIpsWithMdns',
  // The browser must look no name up by itself.
  'AsyncDns',
  'DnsOverHttps',
  'UseDnsHttpsSvcb',
];

/** Features off for the sake of speed, by name, with what each costs. None is part of any wall. */
const READING_DISABLED_FEATURES: Readonly<Record<string, string>> = {
  RenderDocument:
    'A frame, a view and all their pipes made anew for each document of the same site, too: a third of the processor time of a navigation. Another site still gets another process.',
};

/**
 * What Playwright 1.65 disables. Chromium keeps only the last `--disable-features`, so that adding ours would drop these
 * (and bring start-up traffic back): Playwright's switch is taken out and one merged list put in. Should another
 * Playwright have another list, the launch sees it on the live command line and starts again with that one.
 */
export const PLAYWRIGHT_DISABLED_FEATURES: readonly string[] = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/** Literal, and the only bypass rule ever: it takes loopback and link-local out of Chromium's implicit bypass. */
export const PROXY_BYPASS = '<-loopback>';

const DISABLE_FEATURES = '--disable-features=';
// Each of these reopens a way past the guard or past the browser's own walls, wherever it came from.
const FORBIDDEN = [
  '--no-proxy-server',
  '--proxy-pac-url',
  '--proxy-auto-detect',
  '--host-rules',
  '--remote-debugging-port',
  '--remote-debugging-address',
  '--ignore-certificate-errors',
  '--ignore-certificate-errors-spki-list',
  '--disable-web-security',
  '--load-extension',
  '--single-process',
];

/** Each takes the browser's own sandbox away, or a part of it. */
const SANDBOX_OFF = [
  '--no-sandbox',
  '--no-zygote-sandbox',
  '--disable-namespace-sandbox',
  '--disable-seccomp-filter-sandbox',
];

/** The one merged `--disable-features`. */
export function disableFeatures(playwrights: readonly string[]): string {
  return (
    DISABLE_FEATURES +
    [...new Set([...playwrights, ...Object.keys(READING_DISABLED_FEATURES), ...GUARD_DISABLED_FEATURES])].join(',')
  );
}

/** The list Playwright really put on a command line, when it stands there beside ours; `undefined` when only ours does. */
export function foreignDisabledFeatures(commandLine: string): string[] | undefined {
  const lists = valuesOf(commandLine, DISABLE_FEATURES);
  return lists.length > 1 ? lists[0]?.split(',') : undefined;
}

/** What a command line must show for the browser to count as locked in. */
export interface ExpectedLaunch {
  readonly proxyPort: number;
  readonly sandboxed: boolean;
}

/**
 * What is wrong with the command line of a running browser; empty when it is as asked. A wrapper script, a flags file or
 * an environment variable of the system can change a launch without a word.
 */
export function commandLineFaults(commandLine: string, expected: ExpectedLaunch): string[] {
  const faults: string[] = [];
  for (const { text } of GUARD_SWITCHES) {
    const [name = ''] = text.split('=');
    const wanted = text.slice(name.length + 1);
    // Of a switch that stands twice the last wins.
    const last = valuesOf(commandLine, wanted === '' ? name : `${name}=`).at(-1);
    if (last !== wanted) faults.push(`${text} is missing`);
  }
  const features = valuesOf(commandLine, DISABLE_FEATURES);
  const disabled = new Set(features.at(-1)?.split(','));
  if (features.length !== 1) faults.push(`${DISABLE_FEATURES}… stands ${features.length} times`);
  for (const feature of GUARD_DISABLED_FEATURES) {
    if (!disabled.has(feature)) faults.push(`the feature ${feature} is not disabled`);
  }
  const proxies = valuesOf(commandLine, '--proxy-server=');
  if (proxies.at(-1) !== `http://127.0.0.1:${expected.proxyPort}`) faults.push('--proxy-server is not the guard');
  if (valuesOf(commandLine, '--proxy-bypass-list=').at(-1) !== PROXY_BYPASS) faults.push('loopback bypasses the guard');
  for (const name of FORBIDDEN) if (valuesOf(commandLine, name).length > 0) faults.push(`${name} is set`);
  for (const name of expected.sandboxed ? SANDBOX_OFF : [])
    if (valuesOf(commandLine, name).length > 0) faults.push(`${name} is set`);
  return faults;
}

/** What follows each occurrence of `prefix`, up to the next switch. The browser joins its arguments with bare spaces. */
function valuesOf(commandLine: string, prefix: string): string[] {
  return ` ${commandLine}`
    .split(/ (?=--)/)
    .filter(
      (argument) =>
        argument.startsWith(prefix) && /^(?:=|$)/.test(prefix.endsWith('=') ? '' : argument.slice(prefix.length)),
    )
    .map((argument) => argument.slice(prefix.length));
}
