import { createSocket, type Socket } from 'node:dgram';
import { parseAddress } from '#src/guard/ip-address.js';

/** A DNS server on loopback that knows what it is told. */
export class TestDns {
  readonly names = new Map<string, readonly string[]>();
  /** Questions as asked: name with root dot, and type. */
  readonly questions: string[] = [];
  /** Names whose questions are never answered. */
  readonly silent = new Set<string>();
  readonly #socket: Socket = createSocket('udp4');

  /** Starts it, and gives its `address:port`. */
  async start(port = 0, host = '127.0.0.1'): Promise<string> {
    this.#socket.on('message', (message, { address, port }) => {
      const { name, type, end } = readQuestion(message);
      this.questions.push(`${name}. ${type === 28 ? 'AAAA' : 'A'}`);
      if (!this.silent.has(name)) this.#socket.send(this.#answer(message, name, type, end), port, address);
    });
    await new Promise<void>((resolve) => void this.#socket.bind(port, host, () => resolve()));
    return `${host}:${this.#socket.address().port}`;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => void this.#socket.close(() => resolve()));
  }

  #answer(question: Buffer, name: string, type: number, end: number): Buffer {
    const known = this.names.get(name);
    const size = type === 28 ? 16 : 4;
    const addresses = (known ?? [])
      .map((text) => parseAddress(text) ?? new Uint8Array())
      .filter(({ length }) => length === size);
    const header = Buffer.from(question.subarray(0, 12));
    header.writeUInt16BE(known === undefined ? 0x8183 : 0x8180, 2);
    header.writeUInt16BE(addresses.length, 6);
    header.writeUInt32BE(0, 8);
    const records = addresses.map((bytes) => {
      const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, size]);
      return Buffer.concat([record, bytes]);
    });
    return Buffer.concat([header, question.subarray(12, end), ...records]);
  }
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}
