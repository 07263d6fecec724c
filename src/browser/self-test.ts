import { delay } from '../base/deadline.js';
import { BrowserError } from '../base/errors.js';
import { type Canary, openCanary } from '../guard/canary.js';
import type { EgressListener, EgressProxy } from '../guard/egress-proxy.js';
import { firstOf } from './first-of.js';
import type { RunningBrowser } from './launch.js';
import type { LocatedBrowser } from './locate.js';
import { hasPassed, recordPass, type SelfTestSubject } from './self-test-record.js';
import { evaluate, openTab } from './tab.js';

/** How long the browser may take to try all of it. */
const ATTEMPTS_MS = 10_000;
/** How long it may look for a way by UDP after that; it gives up in some twenty milliseconds when it is not to use any. */
const GATHERING_MS = 2_000;
const ASK_AGAIN_MS = 10;
/** Reserved for being nobody's. */
const NOBODY = 'self-test.invalid';

/**
 * Sees to it that what this browser's pages send comes to the guard, by having a page of ours try to get past it. What
 * has passed once is not tried again (see {@link hasPassed}). A browser that fails is closed.
 *
 * @throws BrowserError `GUARD_SELFTEST`, or `BROWSER_CRASHED`.
 */
export async function assureGuarded(
  running: RunningBrowser,
  { located, proxy }: { located: LocatedBrowser; proxy: EgressProxy },
): Promise<void> {
  const subject: SelfTestSubject = { located, product: running.product };
  if (await hasPassed(subject)) return;
  try {
    await selfTest(running, proxy);
  } catch (error) {
    await running.close();
    throw error;
  }
  await recordPass(subject);
}

/** The test itself, whatever passed before. Throws as {@link assureGuarded} does, and leaves the browser running. */
export async function selfTest(running: RunningBrowser, proxy: EgressProxy): Promise<void> {
  const [canary, relay] = await Promise.all([openCanary(), openCanary()]);
  // Refuses all of it unjudged: what the operator lets through must not come through now.
  const listener = await proxy.open({ callerUrl: 'about:blank' }, { budgets: { requests: 0 } });
  try {
    const tab = await openTab(running, listener, {});
    try {
      const gathering = evaluate(tab, attemptsScript(canary, relay));
      gathering.catch(() => undefined);
      const missing = await missingAttempts(listener, canary, relay);
      if (missing.length > 0) throw failed(`the guard saw nothing of ${missing.join(' and ')}`);
      await firstOf(gathering, GATHERING_MS);
    } finally {
      await tab.close();
    }
    const [visit] = [...canary.visits, ...relay.visits];
    if (visit !== undefined) throw failed(`a ${visit} of a page came past the guard`);
  } finally {
    await Promise.all([canary.close(), relay.close()]);
  }
}

/** Runs in the page; resolves when WebRTC has looked for all its ways out. */
function attemptsScript(canary: Canary, relay: Canary): string {
  const relays = [
    `turn:127.0.0.1:${relay.udpPort}?transport=udp`,
    `turn:127.0.0.1:${relay.tcpPort}?transport=tcp`,
    `turn:${NOBODY}:80?transport=tcp`,
  ];
  return `new Promise((resolve) => {
    fetch('http://127.0.0.1:${canary.tcpPort}/', { mode: 'no-cors' }).catch(() => {});
    new WebSocket('ws://127.0.0.1:${canary.tcpPort}/');
    const peer = new RTCPeerConnection({ iceServers: [
      { urls: 'stun:127.0.0.1:${canary.udpPort}' },
      { urls: ${JSON.stringify(relays)}, username: 'a', credential: 'b' },
    ] });
    peer.createDataChannel('x');
    peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && resolve();
    peer.setLocalDescription();
  })`;
}

/** What the guard has not been asked for after a while. Over as soon as a canary has been visited. */
async function missingAttempts(listener: EgressListener, canary: Canary, relay: Canary): Promise<string[]> {
  const attempts = [
    { name: 'a fetch', url: `http://127.0.0.1:${canary.tcpPort}/` },
    { name: 'a WebSocket', url: `https://127.0.0.1:${canary.tcpPort}/` },
    { name: 'a TURN connection', url: `https://127.0.0.1:${relay.tcpPort}/` },
    { name: 'a TURN connection by name', url: `http://${NOBODY}/` },
  ];
  const end = performance.now() + ATTEMPTS_MS;
  for (;;) {
    const seen = new Set(listener.refusals.map((refusal) => refusal.url));
    const missing = attempts.filter(({ url }) => !seen.has(url));
    const visited = canary.visits.length + relay.visits.length > 0;
    if (missing.length === 0 || visited || performance.now() > end)
      return visited ? [] : missing.map(({ name }) => name);
    await delay(ASK_AGAIN_MS);
  }
}

function failed(reason: string): BrowserError {
  return new BrowserError(`The browser is not locked in: ${reason}`, {
    code: 'GUARD_SELFTEST',
    hint: 'Use another browser, best a headless shell (`npx pageward setup`): a managed policy or a wrapper may be at work.',
  });
}
