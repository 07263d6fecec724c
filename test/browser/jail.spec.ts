import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, chromium, expect } from '@playwright/test';
import { startEngine } from '#src/browser/engine.js';
import { AS_ORDINARY_USER, type Jail, openJail } from '#src/browser/jail.js';
import { launchBrowser } from '#src/browser/launch.js';
import { launchWrapper } from '#src/browser/launch-wrapper.js';
import { locateBrowser } from '#src/browser/locate.js';
import { createEgressProxy } from '#src/guard/egress-proxy.js';
import { browserProcesses, html, labGuard, test, WORDS } from '../support/browser-rig.js';

const built = (file: string) => JSON.stringify(new URL(`../../dist/${file}`, import.meta.url).href);

test.beforeAll(async () => {
  const fault = await openJail().then(
    (jail) => jail.bridge.close(),
    (error: Error) => error.message,
  );
  test.skip(fault !== undefined, `${fault}`);
});

function namespaceOf(pid: number | string | undefined): Promise<string> {
  return readlink(`/proc/${pid}/ns/net`);
}

/** Every process in that network namespace. A sandboxed renderer has one of its own. */
async function inNamespace(namespace: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const namespaces = await Promise.all(pids.map((pid) => namespaceOf(pid).catch(() => '')));
  return pids.filter((_, index) => namespaces[index] === namespace).map(Number);
}

function browserPid(): number | undefined {
  return browserProcesses().find(({ command }) => !command.includes('--type='))?.pid;
}

/** A browser with none of our switches, which goes to loopback by itself. */
async function launchUnlocked(jail: Jail): Promise<Browser> {
  const wrapper = await launchWrapper([...jail.enter, ...AS_ORDINARY_USER], (await locateBrowser()).path);
  try {
    return await chromium.launch({
      executablePath: wrapper.path,
      chromiumSandbox: true,
      // Of itself WebRTC would not use the only interface there is.
      args: ['--allow-loopback-in-peer-connection'],
    });
  } finally {
    await wrapper.remove();
  }
}

/** Tries TCP port `port` and UDP port `udpPort` of loopback in every way; says what came of it where a page can know. */
async function attack({ port, udpPort }: { port: number; udpPort: number }): Promise<void> {
  const quietly = (url: string) => fetch(url, { mode: 'no-cors' }).catch(() => undefined);
  await quietly(`http://127.0.0.1:${port}/fetch`);
  await quietly(`/to?http://127.0.0.1:${port}/redirect`);
  await new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`);
    socket.onopen = resolve;
    socket.onerror = resolve;
  });
  const peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${udpPort}` }] });
  peer.createDataChannel('x');
  await peer.setLocalDescription(await peer.createOffer());
}

/** A UDP server in the jail that prints a line for each datagram; the first line is its port. */
function udpCanaryInside(jail: Jail) {
  const program = `
    const socket = require('node:dgram').createSocket('udp4');
    socket.on('message', () => console.log('heard'));
    socket.bind(0, '127.0.0.1', () => console.log(String(socket.address().port)));
    process.stdin.resume().on('close', () => process.exit());`;
  const [command = '', ...words] = jail.enter;
  return spawn(command, [...words, process.execPath, '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] });
}

test('a browser that nothing else holds back reaches the sockets in its jail and nothing of this machine', async ({
  rig,
}) => {
  const jail = await openJail();
  const guard = labGuard(rig.lab);
  const proxy = await createEgressProxy({ guard, bridge: jail.bridge });
  const browser = await launchUnlocked(jail);

  const outside = await rig.canary();
  const outsideUdp = createSocket('udp4');
  const datagrams: string[] = [];
  outsideUdp.on('message', (message) => datagrams.push(message.toString('latin1')));
  await new Promise<void>((resolve) => outsideUdp.bind(0, '127.0.0.1', resolve));
  const inside: string[] = [];
  const insideServer = createServer((request, response) => {
    inside.push(request.url ?? '');
    response.end();
  });
  insideServer.on('upgrade', (request, socket) => {
    inside.push(request.url ?? '');
    socket.destroy();
  });
  await jail.bridge.listen(insideServer);
  const insidePort = (insideServer.address() as AddressInfo).port;
  const insideUdp = udpCanaryInside(jail);
  const lines = createInterface({ input: insideUdp.stdout });
  const [insideUdpPort] = await once(lines, 'line');
  lines.on('line', (line) => inside.push(line));

  // From here the canaries answer.
  expect(await (await fetch(`http://127.0.0.1:${outside.port}/`)).text()).toBe('the canary sings');
  outsideUdp.send('chirp', outsideUdp.address().port, '127.0.0.1');
  await expect.poll(() => datagrams).toEqual(['chirp']);
  outside.connections = 0;
  datagrams.length = 0;

  await rig.serve((request, response) => {
    const [, target] = request.url?.split('/to?') ?? [];
    if (target === undefined) response.setHeader('content-type', 'text/html').end(WORDS);
    else response.writeHead(302, { location: target }).end();
  });
  const listener = await proxy.open(guard.scope('http://site.test/'));
  const context = await browser.newContext({
    proxy: { server: `http://127.0.0.1:${listener.port}`, bypass: '127.0.0.1' },
  });
  const page = await context.newPage();
  await page.goto('http://site.test/');
  expect(await page.textContent('p')).toContain('plenty of words');
  await page.evaluate(attack, { port: outside.port, udpPort: outsideUdp.address().port });
  await page.evaluate(attack, { port: insidePort, udpPort: Number(insideUdpPort) });
  // The same attacks, begun later, reach what is inside: the first had their time.
  await expect.poll(() => new Set(inside)).toEqual(new Set(['/fetch', '/redirect', '/socket', 'heard']));
  expect(outside.connections).toBe(0);
  expect(datagrams).toEqual([]);
  expect(listener.refusals).toEqual([]);

  await browser.close();
  await proxy.close();
  insideUdp.stdin.end();
  await once(insideUdp, 'exit');
  insideServer.closeAllConnections();
  insideServer.close();
  outsideUdp.close();
  await jail.bridge.close();
});

test('reads in the jail with the browser’s own sandbox on, and the page believes itself online', async ({ rig }) => {
  await rig.serve({ '/': html(`${WORDS}<script>document.write(navigator.onLine ? 'on line' : 'off line')</script>`) });
  const page = await rig.openReader({ jail: 'required', sandbox: 'required' }).read('http://site.test/');
  expect(page.text).toContain('on line');
  expect(page.warnings).toEqual([]);
  const inside = await inNamespace(await namespaceOf(browserPid()));
  expect(inside).toContain(browserPid());
  expect(inside).not.toContain(process.pid);
  expect(browserProcesses().filter(({ command }) => / --no-sandbox( |$)/.test(command))).toEqual([]);
});

test('no page in the jail believes itself offline, neither the first of a browser nor a later one in its tab', async ({
  rig,
}) => {
  await rig.serve({ '/': html(`${WORDS}<script>document.write(navigator.onLine ? 'on line' : 'off line')</script>`) });
  for (let browser = 0; browser < 6; browser += 1) {
    const reader = rig.openReader({ jail: 'required', isolation: 'session' });
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await reader.read('http://site.test/')).text).toContain('on line');
    }
    await reader.close();
  }
});

test('an ordinary user has the jail and the sandbox too', async () => {
  test.skip(process.getuid?.() !== 0, 'only root can become another user; whoever runs this is ordinary already');
  const home = await mkdtemp(path.join(tmpdir(), 'pageward-test-'));
  const program = `
    import { diagnoseBrowser } from ${built('browser/diagnose.js')};
    const { jailed, sandboxed, warnings } = await diagnoseBrowser({ jail: 'required', sandbox: 'required' });
    console.log(JSON.stringify({ jailed, sandboxed, warnings }));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    uid: 65_534,
    gid: 65_534,
    cwd: '/',
    env: { PATH: process.env['PATH'], HOME: home, TMPDIR: '/tmp' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, faults] = await Promise.all([child.stdout.toArray(), child.stderr.toArray()]);
  await rm(home, { recursive: true });
  test.skip(/EACCES/.test(faults.join('')), 'the build is not readable for others');
  expect(JSON.parse(said.join('') || faults.join(''))).toEqual({ jailed: true, sandboxed: true, warnings: [] });
});

test('closing leaves nobody in the jail', async ({ rig }) => {
  const located = await locateBrowser();
  const engine = await startEngine({ guard: labGuard(rig.lab), located, jail: 'required', sandbox: 'auto' });
  const namespace = await namespaceOf(engine.running.pid);
  expect(await inNamespace(namespace)).toContain(engine.running.pid);
  await engine.close();
  await engine.close();
  await expect.poll(() => inNamespace(namespace)).toEqual([]);
});

test('a killed program leaves neither browser nor jail behind', async () => {
  const program = `
    import { createGuard } from ${built('guard/guard.js')};
    import { startEngine } from ${built('browser/engine.js')};
    import { locateBrowser } from ${built('browser/locate.js')};
    const located = await locateBrowser();
    const { running } = await startEngine({ guard: createGuard(), located, jail: 'required', sandbox: 'auto' });
    console.log(String(running.pid));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let namespace: string;
  let pids: number[];
  try {
    const [pid] = await once(createInterface({ input: child.stdout }), 'line');
    namespace = await namespaceOf(pid);
    pids = browserProcesses(child.pid).map((entry) => entry.pid);
    expect(pids).toContain(Number(pid));
    // The browser's own, and the program that opens sockets.
    expect((await inNamespace(namespace)).length).toBeGreaterThan(1);
  } finally {
    child.kill('SIGKILL');
  }
  await expect.poll(() => inNamespace(namespace)).toEqual([]);
  await expect.poll(() => browserProcesses(1).filter(({ pid }) => pids.includes(pid))).toEqual([]);
});

test('starts anew, jail and all, when the program inside has died', async ({ rig }) => {
  await rig.serve({ '/': html(WORDS) });
  const reader = rig.openReader({ jail: 'required' });
  await reader.load({ url: 'http://site.test/' });
  const namespace = await namespaceOf(browserPid());
  const inside = await inNamespace(namespace);
  const browsers = new Set(browserProcesses().map(({ pid }) => pid));
  for (const pid of inside.filter((other) => !browsers.has(other))) process.kill(pid, 'SIGKILL');
  await expect.poll(() => inNamespace(namespace)).toEqual([]);
  const document = await reader.load({ url: 'http://site.test/' });
  expect(document.body).toContain('plenty');
  expect(document.warnings).toEqual([]);
});

test('where there can be no jail, reads without it and says so, or not at all', async ({ rig }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pageward-test-'));
  const script = `#!/bin/sh
    case "$*" in *--net*) echo 'unshare: unshare failed: Operation not permitted' >&2; exit 1;; esac
    PATH="\${PATH#*:}" exec unshare "$@"`;
  await writeFile(path.join(folder, 'unshare'), script, { mode: 0o755 });
  await rig.serve({ '/': html(WORDS) });
  const { PATH } = process.env;
  process.env['PATH'] = `${folder}:${PATH}`;
  try {
    const required = rig.openReader({ jail: 'required' }).load({ url: 'http://site.test/' });
    await expect(required).rejects.toMatchObject({
      code: 'BROWSER_LAUNCH',
      message: expect.stringContaining('user namespaces'),
      hint: expect.stringContaining('sysctl'),
    });
    const { body, warnings } = await rig.openReader({ sandbox: 'required' }).load({ url: 'http://site.test/' });
    expect(body).toContain('plenty');
    expect(warnings).toEqual([expect.stringMatching(/without its jail.*user namespaces.*sysctl/)]);
    expect((await rig.openReader({ jail: 'off' }).load({ url: 'http://site.test/' })).warnings).toEqual([]);
  } finally {
    process.env['PATH'] = PATH;
    await rm(folder, { recursive: true });
  }
});

test('where the browser’s own sandbox does not start, reads without it and says so, or not at all', async ({ rig }) => {
  test.skip(process.getuid?.() !== 0, 'only for root we make the sandbox’s namespace');
  const folder = await mkdtemp(path.join(tmpdir(), 'pageward-test-'));
  const script = `#!/bin/sh\necho 'unshare: unshare failed: Operation not permitted' >&2\nexit 1`;
  await writeFile(path.join(folder, 'unshare'), script, { mode: 0o755 });
  await rig.serve({ '/': html(WORDS) });
  const { PATH } = process.env;
  process.env['PATH'] = `${folder}:${PATH}`;
  try {
    const required = rig.openReader({ jail: 'off', sandbox: 'required' }).load({ url: 'http://site.test/' });
    await expect(required).rejects.toMatchObject({ code: 'BROWSER_LAUNCH' });
    const { body, warnings } = await rig.openReader({ jail: 'off' }).load({ url: 'http://site.test/' });
    expect(body).toContain('plenty');
    expect(warnings).toEqual([expect.stringMatching(/without its own sandbox.*not permitted/)]);
  } finally {
    process.env['PATH'] = PATH;
    await rm(folder, { recursive: true });
  }
});

test('takes no browser that has stayed outside for one inside', async () => {
  const jail = await openJail();
  const launch = { located: await locateBrowser(), proxyPort: 9, sandbox: 'auto', timeoutMs: 20_000 } as const;
  const started = launchBrowser({ ...launch, jail: { ...jail, enter: ['env'] } });
  await expect(started).rejects.toMatchObject({
    code: 'BROWSER_LAUNCH',
    message: expect.stringContaining('not in its jail'),
  });
  await jail.bridge.close();
  expect(browserProcesses()).toEqual([]);
});
