import { execFileSync, spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Jail, openJail } from '#src/browser/jail.js';
import { createEgressProxy } from '#src/guard/egress-proxy.js';
import { createGuard } from '#src/guard/guard.js';

const fault = await openJail().then(
  (jail) => jail.bridge.close(),
  (error: Error) => error.message,
);
const { PATH } = process.env;

/** What a program in the jail gets from `url`, through `proxyPort` in there when given. */
async function fetchInside(jail: Jail, url: string, proxyPort?: number): Promise<string> {
  const { hostname, port } = new URL(url);
  const options = proxyPort === undefined ? { hostname, port } : { hostname: '127.0.0.1', port: proxyPort, path: url };
  const program = `
    require('node:http').get(${JSON.stringify(options)}, async (response) => {
      process.stdout.write(response.statusCode + ' ' + Buffer.concat(await response.toArray()));
    }).on('error', ({ code }) => process.stdout.write(code));`;
  const [command = '', ...words] = jail.enter;
  const child = spawn(command, [...words, process.execPath, '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  return Buffer.concat(await child.stdout.toArray()).toString();
}

function fetchOutside(port: number): Promise<string> {
  return new Promise((resolve) => {
    get({ hostname: '127.0.0.1', port }, (response) => resolve(`${response.resume().statusCode}`)).on(
      'error',
      (error) => resolve(String('code' in error && error.code)),
    );
  });
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

async function openFiles(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length;
}

if (fault !== undefined) it.skip(`the jail is not tested: ${fault}`);

describe.skipIf(fault !== undefined)('the jail', () => {
  let jail: Jail;
  beforeEach(async () => {
    jail = await openJail();
  });
  afterEach(() => jail.bridge.close());

  it('has sockets of its own: who is inside reaches them, who is outside does not', async () => {
    const outer = createServer((_, response) => response.end('outside'));
    await new Promise<void>((resolve) => outer.listen(0, '127.0.0.1', resolve));
    const inner = createServer((_, response) => response.end('inside'));
    await jail.bridge.listen(inner);
    expect(await fetchInside(jail, `http://127.0.0.1:${portOf(inner)}/`)).toBe('200 inside');
    expect(await fetchInside(jail, `http://127.0.0.1:${portOf(outer)}/`)).toBe('ECONNREFUSED');
    expect(await fetchOutside(portOf(outer))).toBe('200');
    expect(await fetchOutside(portOf(inner))).toBe('ECONNREFUSED');
    inner.close();
    outer.close();
  });

  it('has no way to any network', async () => {
    const [program = '', ...words] = jail.enter;
    const routes = execFileSync(program, [...words, 'cat', '/proc/net/route', '/proc/net/fib_trie'], {
      encoding: 'utf8',
    });
    expect(routes).toContain('127.0.0.1');
    expect(routes.match(/\b\d+\.\d+\.\d+\.\d+\b/g)?.filter((address) => !address.startsWith('127.'))).toEqual([]);
  });

  it('takes the port of a listener inside for no port of this machine', async () => {
    const guard = createGuard({ allowPrivate: true });
    await using proxy = await createEgressProxy({ guard, bridge: jail.bridge });
    const listener = await proxy.open(guard.scope('about:blank'));
    const server = createServer((_, response) => response.end('the server of that port'));
    await new Promise<void>((resolve, reject) =>
      server.once('error', reject).listen(listener.port, '127.0.0.1', resolve),
    );
    const url = `http://127.0.0.1:${listener.port}/`;
    listener.setScope(guard.scope(url));
    expect(await fetchInside(jail, url, listener.port)).toBe('200 the server of that port');
    server.close();
  });

  it('keeps no file open for listeners that are closed, here or inside', async () => {
    const guard = createGuard();
    await using proxy = await createEgressProxy({ guard, bridge: jail.bridge });
    const [here, inside] = [await openFiles(process.pid), await openFiles(jail.bridge.pid)];
    let left = 200;
    const lane = async (): Promise<void> => {
      while (left-- > 0) await (await proxy.open(guard.scope('about:blank'))).close();
    };
    await Promise.all(Array.from({ length: 8 }, lane));
    expect(await openFiles(process.pid)).toBe(here);
    expect(await openFiles(jail.bridge.pid)).toBe(inside);
  });

  it('opens no more sockets when its program has ended, and says so', async () => {
    const waiting = Promise.allSettled([1, 2].map(() => jail.bridge.listen(createServer())));
    process.kill(jail.bridge.pid, 'SIGKILL');
    for (const { status } of await waiting) expect(status).toBe('rejected');
    await jail.bridge.ended;
    await expect(jail.bridge.listen(createServer())).rejects.toMatchObject({ code: 'BROWSER_CRASHED' });
  });
});

describe.skipIf(fault !== undefined)('where something is missing', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'pageward-test-'));
    process.env['PATH'] = folder;
  });
  afterEach(async () => {
    process.env['PATH'] = PATH;
    await rm(folder, { recursive: true });
  });

  /** Leaves only these programs on the search path. */
  async function only(...names: string[]): Promise<void> {
    for (const name of names) {
      const found = execFileSync('sh', ['-c', 'command -v "$1"', 'sh', name], { env: { PATH }, encoding: 'utf8' });
      await symlink(found.trim(), path.join(folder, name));
    }
  }

  it('names unshare', async () => {
    await only('sh');
    await expect(openJail()).rejects.toMatchObject({
      code: 'BROWSER_LAUNCH',
      message: expect.stringContaining('unshare is missing'),
      hint: expect.stringContaining('util-linux'),
    });
  });

  it('names nsenter', async () => {
    await only('sh', 'unshare', 'perl');
    await expect(openJail()).rejects.toMatchObject({ message: expect.stringContaining('nsenter is missing') });
  });

  it('names what could have brought loopback up', async () => {
    await only('sh', 'unshare', 'nsenter');
    await expect(openJail()).rejects.toMatchObject({
      message: expect.stringMatching(/ip nor ifconfig nor perl/),
      hint: expect.stringContaining('iproute2'),
    });
  });

  it.each(['ip', 'perl'])('makes do with %s', async (name) => {
    await only('sh', 'unshare', 'nsenter', name);
    await (await openJail()).bridge.close();
  });

  it('takes this machine’s own network for no jail', async () => {
    const unshare = '#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done\nshift\nexec "$@"\n';
    await writeFile(path.join(folder, 'unshare'), unshare, { mode: 0o755 });
    await writeFile(path.join(folder, 'ip'), '#!/bin/sh\n', { mode: 0o755 });
    await only('sh', 'nsenter');
    await expect(openJail()).rejects.toMatchObject({
      code: 'BROWSER_LAUNCH',
      message: expect.stringMatching(/instead of loopback alone|no network of its own/),
    });
  });

  it('says how to allow user namespaces', async () => {
    const unshare = path.join(folder, 'unshare');
    await writeFile(unshare, '#!/bin/sh\necho "unshare: unshare failed: Operation not permitted" >&2\nexit 1\n');
    await chmod(unshare, 0o755);
    await only('sh');
    await expect(openJail()).rejects.toMatchObject({
      message: expect.stringContaining('user namespaces'),
      hint: expect.stringContaining('unprivileged_userns'),
    });
  });
});
