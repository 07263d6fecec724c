import type { BrowserContext } from 'playwright';
import { delay } from '../base/deadline.js';
import { BrowserError } from '../base/errors.js';
import type { Refusal } from '../base/refusal.js';
import { type Canary, openCanary } from '../guard/canary.js';
import type { EgressProxy } from '../guard/egress-proxy.js';
import { firstOf } from './first-of.js';
import type { RunningBrowser } from './launch.js';
import type { LocatedBrowser } from './locate.js';
import { hasPassed, recordPass, type SelfTestSubject } from './self-test-record.js';
import { evaluate, openTab } from './tab.js';

/** Where the browser runs. */
export interface SelfTestSurroundings {
  /** The proxy that the browser was launched with. */
  readonly proxy: EgressProxy;
  /** In a jail WebRTC has no interface to try, and no way for a packet to take. */
  readonly jailed: boolean;
}

/** How long the browser may take to try all of it. */
const ATTEMPTS_MS = 10_000;
/** How long it may look for a way by UDP after that; it gives up in some twenty milliseconds when it is not to use any. */
const GATHERING_MS = 2_000;
const LOOK_EVERY_MS = 10;
/** A name reserved for being nobody's (RFC 2606). */
const NOBODY = 'self-test.invalid';

/**
 * Sees to it that what this browser's pages send comes to the guard, by having a page of ours try to get past it. What
 * has passed once is not tried again (see {@link hasPassed}). Leaves the browser running, whatever comes of it.
 *
 * @throws BrowserError `GUARD_SELFTEST`, or `BROWSER_CRASHED`.
 */
export async function assureGuarded(
  running: RunningBrowser,
  { located, ...surroundings }: SelfTestSurroundings & { readonly located: LocatedBrowser },
): Promise<void> {
  const subject: SelfTestSubject = { located, product: running.product, jailed: surroundings.jailed };
  if (await hasPassed(subject)) return;
  await selfTest(running, surroundings);
  await recordPass(subject);
}

/** The test itself, whatever passed before. Throws as {@link assureGuarded} does. */
export async function selfTest(running: RunningBrowser, { proxy, jailed }: SelfTestSurroundings): Promise<void> {
  const [web, relay] = await Promise.all([openCanary(), openCanary()]);
  const canaries = { web, relay };
  try {
    // Refuses all of it unjudged: what the operator lets through must not come through now.
    const listener = await proxy.open({ callerUrl: 'about:blank' }, { budgets: { requests: 0 } });
    const tab = await openTab(running, listener, {});
    const outside = tryOutsideOfTabs(running, web);
    try {
      const tried = evaluate(tab, jailed ? webAttempts(canaries) : allAttempts(canaries));
      tried.catch(() => undefined);
      const expected = jailed ? webRefusals(canaries) : [...webRefusals(canaries), ...relayRefusals(canaries)];
      const refusals = () => [...listener.refusals, ...proxy.refuseAll.refusals];
      const missing = await missingRefusals(refusals, expected, canaries);
      if (missing.length > 0) throw failed(`the guard saw nothing of ${missing.join(' and ')}`);
      await firstOf(tried, GATHERING_MS);
    } finally {
      await Promise.all([tab.close(), outside]);
    }
    const [visit] = [...web.visits, ...relay.visits];
    if (visit !== undefined) throw failed(`a ${visit} came past the guard`);
  } finally {
    await Promise.all([web.close(), relay.close()]);
  }
}

interface Canaries {
  readonly web: Canary;
  readonly relay: Canary;
}

interface ExpectedRefusal {
  readonly attempt: string;
  readonly url: string;
}

/**
 * What belongs to no tab takes the proxy of the launch, which a managed policy (ProxySettings) silently takes away while
 * tabs keep theirs.
 */
async function tryOutsideOfTabs({ browser }: RunningBrowser, { tcpPort }: Canary): Promise<void> {
  let context: BrowserContext | undefined;
  try {
    context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${tcpPort}/launch`, { timeout: ATTEMPTS_MS, waitUntil: 'commit' });
  } catch {
    // How it ends does not matter: who saw it does.
  } finally {
    await context?.close().catch(() => undefined);
  }
}

function webAttempts({ web }: Canaries): string {
  return `fetch('http://127.0.0.1:${web.tcpPort}/', { mode: 'no-cors' }).catch(() => {});
    void new WebSocket('ws://127.0.0.1:${web.tcpPort}/');`;
}

function webRefusals({ web }: Canaries): ExpectedRefusal[] {
  return [
    { attempt: 'a request of no tab', url: `http://127.0.0.1:${web.tcpPort}/launch` },
    { attempt: 'a fetch', url: `http://127.0.0.1:${web.tcpPort}/` },
    // A tunnel, of which only the origin is known.
    { attempt: 'a WebSocket', url: `https://127.0.0.1:${web.tcpPort}/` },
  ];
}

/** Resolves in the page when WebRTC has looked for all its ways out. */
function allAttempts(canaries: Canaries): string {
  const { web, relay } = canaries;
  const relays = [
    `turn:127.0.0.1:${relay.udpPort}?transport=udp`,
    `turn:127.0.0.1:${relay.tcpPort}?transport=tcp`,
    `turn:${NOBODY}:80?transport=tcp`,
  ];
  return `${webAttempts(canaries)}
    new Promise((resolve) => {
      const peer = new RTCPeerConnection({ iceServers: [
        { urls: 'stun:127.0.0.1:${web.udpPort}' },
        { urls: ${JSON.stringify(relays)}, username: 'a', credential: 'b' },
      ] });
      peer.createDataChannel('x');
      peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && resolve();
      peer.setLocalDescription();
    })`;
}

function relayRefusals({ relay }: Canaries): ExpectedRefusal[] {
  return [
    { attempt: 'a TURN connection', url: `https://127.0.0.1:${relay.tcpPort}/` },
    { attempt: 'a TURN connection by name', url: `http://${NOBODY}/` },
  ];
}

/** What the guard has not been asked for after a while. Over as soon as a canary has been visited. */
async function missingRefusals(
  refusals: () => readonly Refusal[],
  expected: readonly ExpectedRefusal[],
  { web, relay }: Canaries,
): Promise<string[]> {
  const end = performance.now() + ATTEMPTS_MS;
  for (;;) {
    if (web.visits.length + relay.visits.length > 0) return [];
    const seen = new Set(refusals().map((refusal) => refusal.url));
    const missing = expected.filter(({ url }) => !seen.has(url));
    if (missing.length === 0 || performance.now() > end) return missing.map(({ attempt }) => attempt);
    await delay(LOOK_EVERY_MS);
  }
}

function failed(reason: string): BrowserError {
  return new BrowserError(`The browser is not locked in: ${reason}`, {
    code: 'GUARD_SELFTEST',
    hint: 'Use another browser, best a headless shell (`npx pageward setup`): a managed policy or a wrapper may be at work.',
  });
}
