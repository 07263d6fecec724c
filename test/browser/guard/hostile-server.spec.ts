import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { constants, deflateRawSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { isPagewardError } from '#src/base/errors.js';
import { createGuard } from '#src/guard/guard.js';
import { JAIL } from '../../support/attack-site.js';
import { type BrowserRig, browserProcesses, test, WORDS } from '../../support/browser-rig.js';
import { openCanary } from '../../support/canary.js';
import { PUBLIC } from '../../support/guard-lab.js';
import { hasOpenssl, orphanCertificate } from '../../support/orphan-certificate.js';

// D and F. What a server does to whoever comes.

test('51 aia: a certificate cannot make the browser fetch its issuer from inside', async ({ rig }) => {
  test.skip(!hasOpenssl(), 'needs openssl');
  const canary = await openCanary();
  const certificate = await orphanCertificate('aia.test', `http://127.0.0.1:${canary.port}`);
  const refused: string[] = [];
  rig.lab.names.set('aia.test', [PUBLIC]);
  rig.lab.route(PUBLIC, 443, await rig.lab.serveTls(certificate, (_, response) => response.end(WORDS)));
  const guard = createGuard({
    resolver: rig.lab.resolver,
    dial: rig.lab.dial,
    reservedNames: [],
    onDecision: (decision) => decision.decision === 'refuse' && refused.push(decision.url),
  });
  await expect(rig.openReader({ jail: JAIL, guard }).read('https://aia.test/')).rejects.toMatchObject({
    code: 'TLS_FAILED',
  });
  expect(refused).toContain(`http://127.0.0.1:${canary.port}/issuer.crt`);
  expect(canary.touched).toEqual([]);
  await canary.close();
});

/** Words, compressed to a six-hundredth, in a piece that can be repeated for ever. */
const WORDS_PACKED = deflateRawSync(Buffer.alloc(1 << 20, 'word '), { finishFlush: constants.Z_FULL_FLUSH });
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/** Ten gigabytes once it is unpacked. */
async function sendBomb(response: ServerResponse, contentType: string): Promise<void> {
  response.writeHead(200, { 'content-type': contentType, 'content-encoding': 'gzip' }).write(GZIP_HEAD);
  for (let sent = 0; sent < 10_240 && !response.destroyed; sent += 1) await write(response, WORDS_PACKED);
  response.end();
}

async function sendWithoutEnd(response: ServerResponse, contentType: string): Promise<void> {
  response.writeHead(200, { 'content-type': contentType });
  while (!response.destroyed) await write(response, Buffer.alloc(1 << 16, 'word '));
}

async function sendHeadersWithoutEnd({ socket }: ServerResponse): Promise<void> {
  socket?.write('HTTP/1.1 200 OK\r\n');
  while (socket !== null && !socket.destroyed) await write(socket, `x-more: ${'a'.repeat(1_000)}\r\n`);
}

async function write(to: NodeJS.WritableStream, chunk: string | Buffer): Promise<void> {
  if (to.write(chunk)) return new Promise((resolve) => void setImmediate(resolve));
  const moved = new AbortController();
  const wait = (event: string) => once(to, event, { signal: moved.signal }).catch(() => undefined);
  await Promise.race([wait('drain'), wait('close')]);
  moved.abort();
}

for (const what of ['bomb', 'endless', 'headers']) {
  test(`75 bomb: a document of ${what} ends in time, memory flat, and the next is read`, async ({ rig }) => {
    await serveBombs(rig);
    const reader = rig.openReader({ jail: JAIL });
    const heap = new MemoryPeak();
    const result = await reader.read(`http://site.test/${what}`, { timeoutMs: 8_000 }).catch((error: unknown) => error);
    // Which limit is met first depends on how fast the machine is: of memory, bytes or time.
    if (isPagewardError(result)) expect(['BROWSER_CRASHED', 'CONNECTION_LOST', 'TIMEOUT']).toContain(result.code);
    else expect(result).toMatchObject({ statusCode: 200 });
    expect((await reader.read('http://site.test/plain')).text).toContain('plenty of words');
    heap.expectFlat();
  });
}

test('75 bomb: a page that loads all of them is read, memory flat', async ({ rig }) => {
  await serveBombs(rig);
  const reader = rig.openReader({ jail: JAIL });
  const heap = new MemoryPeak();
  const page = await reader.read('http://site.test/', { timeoutMs: 15_000 });
  expect(page.text).toContain('plenty of words');
  expect((await reader.read('http://site.test/plain')).text).toContain('plenty of words');
  heap.expectFlat();
});

/** The most memory this process and any renderer take while it looks. */
class MemoryPeak {
  readonly #before = process.memoryUsage.rss();
  #own = 0;
  #renderer = 0;
  readonly #timer = setInterval(() => this.#look(), 250);

  expectFlat(): void {
    clearInterval(this.#timer);
    expect(this.#own - this.#before).toBeLessThan(300e6);
    // It is looked at four times a second, and may grow by half a gigabyte a second.
    if (process.platform === 'linux') expect(this.#renderer).toBeLessThan(1.5e9);
  }

  #look(): void {
    this.#own = Math.max(this.#own, process.memoryUsage.rss());
    for (const { pid, command } of browserProcesses()) {
      if (command.includes('--type=renderer')) this.#renderer = Math.max(this.#renderer, residentBytes(pid));
    }
  }
}

function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4_096;
  } catch {
    return 0;
  }
}

async function serveBombs(rig: BrowserRig): Promise<void> {
  await rig.serve((request, response) => {
    const { pathname, search } = new URL(request.url ?? '', 'http://site.test');
    const type = search === '?image' ? 'image/png' : 'text/html';
    if (pathname === '/bomb') void sendBomb(response, type);
    else if (pathname === '/endless') void sendWithoutEnd(response, type);
    else if (pathname === '/headers') void sendHeadersWithoutEnd(response);
    else {
      const loads = pathname === '/' ? '<img src="/bomb?image"><img src="/endless?image"><img src="/headers">' : '';
      response.setHeader('content-type', 'text/html').end(`${WORDS}${loads}`);
    }
  });
}
