import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { TEST_CERTIFICATE } from './guard-certificate.js';

const PROGRAM = ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server'].find(
  (file) => existsSync(file),
);

/** Whether tests with Redis can run. Where everything is to be tested, its absence is a failure and not a reason to skip. */
export function hasRedis(): boolean {
  if (PROGRAM !== undefined || process.env.CI !== undefined) return true;
  console.warn('redis-server is not installed: what a crawl does in Redis is not tested');
  return false;
}

/** A Redis of one's own, which writes all it does to an append-only file. */
export class TestRedis {
  readonly url: string;
  readonly #port: number;
  readonly #folder: string;
  readonly #settings: readonly string[];
  #process: ChildProcess | undefined;

  private constructor(port: number, folder: string, settings: readonly string[], url = `redis://127.0.0.1:${port}/`) {
    this.url = url;
    this.#port = port;
    this.#folder = folder;
    this.#settings = settings;
  }

  static async start(settings: readonly string[] = ['--appendonly', 'yes']): Promise<TestRedis> {
    const redis = new TestRedis(await freePort(), await mkdtemp(path.join(tmpdir(), 'pageward-redis-')), settings);
    await redis.start();
    return redis;
  }

  /** One that speaks TLS, with the certificate of the tests, and wants a password. */
  static async startSecure(): Promise<TestRedis> {
    const folder = await mkdtemp(path.join(tmpdir(), 'pageward-redis-'));
    const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
    await writeFile(cert, TEST_CERTIFICATE.cert);
    await writeFile(key, TEST_CERTIFICATE.key);
    const port = await freePort();
    const tls = [
      '--tls-cert-file',
      cert,
      '--tls-key-file',
      key,
      '--tls-auth-clients',
      'no',
      '--tls-ca-cert-file',
      cert,
    ];
    const settings = [
      '--port',
      '0',
      '--tls-port',
      String(port),
      ...tls,
      '--requirepass',
      'secret',
      '--appendonly',
      'yes',
    ];
    const redis = new TestRedis(port, folder, settings, `rediss://:secret@127.0.0.1:${port}/`);
    await redis.start();
    return redis;
  }

  async start(): Promise<void> {
    if (PROGRAM === undefined) throw new Error('redis-server is not installed');
    const own = ['--port', String(this.#port), '--bind', '127.0.0.1', '--dir', this.#folder, '--save', ''];
    const child = spawn(PROGRAM, [...own, ...this.#settings], { stdio: ['ignore', 'pipe', 'ignore'] });
    this.#process = child;
    let told = '';
    for await (const chunk of child.stdout) {
      told += chunk;
      if (told.includes('Ready to accept connections')) break;
    }
    child.stdout.destroy();
    if (child.exitCode !== null) throw new Error(told);
  }

  /** Ends it as a failure of its machine's would, or in good order. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#process;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  client(): Redis {
    return new Redis(this.url);
  }

  async close(): Promise<void> {
    await this.stop('SIGKILL');
    await rm(this.#folder, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
