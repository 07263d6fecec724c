import { Duplex } from 'node:stream';
import { connect as tlsConnect } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { readClientHello } from '#src/guard/client-hello.js';
import { judgeOpening } from '#src/guard/tunnel-opening.js';

/** The first flight of a real TLS client. */
function realHello(servername: string): Promise<Buffer> {
  return new Promise((resolve) => {
    const wire = new Duplex({
      read() {},
      write(chunk: Buffer, _encoding, callback) {
        callback();
        resolve(chunk);
      },
    });
    tlsConnect({ socket: wire, servername, rejectUnauthorized: false }).on('error', () => {});
  });
}

/** The same handshake bytes, cut into records of `size`. */
function inRecords(hello: Buffer, size: number): Buffer {
  const handshake = hello.subarray(5);
  const records: Buffer[] = [];
  for (let at = 0; at < handshake.length; at += size) {
    const part = handshake.subarray(at, at + size);
    records.push(Buffer.from([0x16, 3, 1, part.length >> 8, part.length & 0xff]), part);
  }
  return Buffer.concat(records);
}

/** The same message with one more extension behind the others. */
function withExtension(hello: Buffer, extension: Buffer): Buffer {
  const sessionId = 5 + 4 + 2 + 32;
  const suites = sessionId + 1 + (hello[sessionId] ?? 0);
  const methods = suites + 2 + hello.readUInt16BE(suites);
  const extensions = methods + 1 + (hello[methods] ?? 0);
  const longer = Buffer.concat([hello, extension]);
  longer.writeUInt16BE(hello.readUInt16BE(extensions) + extension.length, extensions);
  longer.writeUIntBE(hello.readUIntBE(6, 3) + extension.length, 6, 3);
  longer.writeUInt16BE(hello.readUInt16BE(3) + extension.length, 3);
  return longer;
}

describe('a ClientHello', () => {
  it('gives its server name in lower case, or none', async () => {
    expect(readClientHello(await realHello('Public.TEST'))).toEqual({ kind: 'hello', serverName: 'public.test' });
    expect(readClientHello(await realHello(''))).toEqual({ kind: 'hello', serverName: undefined });
  });

  it('is incomplete until its last byte, and never anything else before', async () => {
    const hello = await realHello('public.test');
    for (let length = 0; length < hello.length; length += 1) {
      expect(readClientHello(hello.subarray(0, length)).kind, String(length)).toBe('incomplete');
    }
  });

  it.each([1, 7, 100])('spread over records of %i bytes is read all the same', async (size) => {
    expect(readClientHello(inRecords(await realHello('public.test'), size))).toMatchObject({
      serverName: 'public.test',
    });
  });

  it('is read whatever comes right behind it, as the early data of a resumed connection does', async () => {
    const changeCipherSpec = Buffer.from([0x14, 3, 3, 0, 1, 1]);
    const earlyData = Buffer.from([0x17, 3, 3, 0, 4, 1, 2, 3, 4]);
    const flight = Buffer.concat([await realHello('public.test'), changeCipherSpec, earlyData]);
    expect(readClientHello(flight)).toEqual({ kind: 'hello', serverName: 'public.test' });
  });

  it('with a name too many, a broken length or another message is not TLS', async () => {
    const hello = await realHello('public.test');
    const at = hello.indexOf('public.test');
    const nameType = Buffer.from(hello);
    nameType[at - 3] = 1;
    const longer = Buffer.from(hello);
    longer[at - 1] = 200;
    const twice = withExtension(hello, hello.subarray(at - 9, at + 'public.test'.length));
    const serverHello = Buffer.from(hello);
    serverHello[5] = 2;
    const version = Buffer.from(hello);
    version[1] = 2;
    expect(readClientHello(withExtension(hello, Buffer.from([0xfa, 0xfa, 0, 0])))).toMatchObject({
      serverName: 'public.test',
    });
    for (const bytes of [
      nameType,
      longer,
      twice,
      serverHello,
      version,
      Buffer.from('GET / HTTP/1.1\r\n\r\n'),
      Buffer.from([0x16, 3, 1, 0, 0]),
    ]) {
      expect(readClientHello(bytes).kind).toBe('not-tls');
    }
  });
});

describe('a tunnel', () => {
  const authority = new URL('https://public.test/');
  const handshake = (head: string) =>
    judgeOpening(Buffer.from(head.replace(/\n/g, '\r\n'), 'latin1'), new URL('http://public.test:8080/'));
  const good =
    'GET /chat?a=1 HTTP/1.1\nHost: public.test:8080\nUpgrade: websocket\nConnection: keep-alive, Upgrade\n\n';

  it('may open with TLS for its own host, and with no name for an address', async () => {
    expect(judgeOpening(await realHello('public.test'), authority).kind).toBe('tls');
    expect(judgeOpening(await realHello('other.test'), authority).kind).toBe('refused');
    expect(judgeOpening(await realHello(''), authority).kind).toBe('refused');
    expect(judgeOpening(await realHello(''), new URL('https://93.184.216.34/')).kind).toBe('tls');
    expect(judgeOpening(await realHello('public.test'), new URL('https://93.184.216.34/')).kind).toBe('refused');
  });

  it('may open with a WebSocket handshake for its own host', () => {
    for (const path of ['/chat?a=1', '//other.test/chat?a=1']) {
      const opening = handshake(good.replace('/chat?a=1', path));
      expect(opening.kind === 'websocket' && opening.url.href).toBe(`http://public.test:8080${path}`);
    }
    for (const length of [0, 1, 3, 20, good.length - 1])
      expect(handshake(good.slice(0, length)).kind).toBe('incomplete');
  });

  it.each([
    ['another host', good.replace('public.test', 'other.test')],
    ['another port', good.replace(':8080', ':8081')],
    ['userinfo', good.replace('Host: ', 'Host: a@')],
    ['two hosts', good.replace('Upgrade:', 'Host: public.test:8080\nUpgrade:')],
    ['no upgrade', good.replace('Upgrade: websocket\n', '')],
    ['another upgrade', good.replace('websocket', 'h2c')],
    ['no connection header', good.replace(/Connection.*\n/, '')],
    ['a body', good.replace('Upgrade:', 'Content-Length: 3\nUpgrade:')],
    ['a second request', `${good}GET / HTTP/1.1\n\n`],
    ['absolute form', good.replace('/chat', 'http://other.test/chat')],
    ['another method', good.replace('GET', 'POST')],
    ['a folded header', good.replace('Upgrade:', ' folded\nUpgrade:')],
    ['HTTP/1.0', good.replace('HTTP/1.1', 'HTTP/1.0')],
    ['something else', 'SSH-2.0-x\n'],
    ['redis', '*1\n$4\nPING\n'],
  ])('may not open with %s', (_, head) => {
    expect(handshake(head).kind).toBe('refused');
  });
});
