import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Dial, dialDirect, dialFirst, reached } from '#src/guard/dial.js';
import { createGuard } from '#src/guard/guard.js';
import { deferred, Lab, type LabServer, until } from '../support/guard-lab.js';

let lab: Lab;
let server: LabServer;

beforeEach(async () => {
  lab = new Lab();
  server = await lab.serveTcp(() => {});
});

afterEach(async () => {
  vi.useRealTimers();
  await lab.close();
});

describe('dialling', () => {
  it('connects to the address itself', async () => {
    const socket = await dialDirect({ address: '127.0.0.1', port: server.port }, {});
    expect([socket.remoteAddress, socket.remotePort]).toEqual(['127.0.0.1', server.port]);
    socket.destroy();
  });

  it('never looks up a name', async () => {
    await expect(dialDirect({ address: 'localhost', port: server.port }, {})).rejects.toThrow('never to a name');
    expect(server.connections).toBe(0);
  });

  it('rejects with the reason of an abort', async () => {
    const aborted = dialFirst(
      dialDirect,
      { host: 'a', port: server.port, addresses: ['127.0.0.1'] },
      { signal: AbortSignal.abort('no') },
    );
    await expect(aborted).rejects.toBe('no');
    expect(server.connections).toBe(0);
  });
});

describe('of several addresses', () => {
  const target = { host: 'many.example', port: 80, addresses: ['192.0.2.1', '192.0.2.2', '192.0.2.3'] };

  /** A dialer that is told what becomes of each address. */
  function scripted() {
    const attempts = new Map<string, { signal: AbortSignal | undefined } & ReturnType<typeof deferred<Socket>>>();
    const dial: Dial = ({ address }, { signal }) => {
      const attempt = { ...deferred<Socket>(), signal };
      attempts.set(address, attempt);
      return attempt.promise;
    };
    const attempt = (index: number) => attempts.get(target.addresses[index] ?? '') ?? expect.unreachable();
    return { dial, attempts, attempt };
  }
  const socketStub = () => Object.assign(new EventEmitter(), { destroy: vi.fn() }) as unknown as Socket;

  it('the next is tried at once when one fails', async () => {
    const { dial, attempts, attempt } = scripted();
    const winner = socketStub();
    const dialling = dialFirst(dial, target);
    attempt(0).reject(new Error('refused'));
    await until(() => attempts.size === 2);
    attempt(1).resolve(winner);
    expect(await dialling).toBe(winner);
  });

  it('the next is tried beside one that is slow, and the losers are aborted', async () => {
    vi.useFakeTimers();
    const { dial, attempts, attempt } = scripted();
    const dialling = dialFirst(dial, target);
    expect(attempts.size).toBe(1);
    vi.advanceTimersByTime(250);
    expect(attempts.size).toBe(2);
    const winner = socketStub();
    attempt(1).resolve(winner);
    expect(await dialling).toBe(winner);
    expect([attempt(0).signal?.aborted, attempt(1).signal?.aborted]).toEqual([true, false]);
    const late = socketStub();
    attempt(0).resolve(late);
    await attempt(0).promise;
    expect(late.destroy).toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('none answering is a failed connection, and none in time is a time-out', async () => {
    vi.useFakeTimers();
    const failing: Dial = () => Promise.reject(new Error('refused'));
    await expect(dialFirst(failing, target)).rejects.toMatchObject({ code: 'CONNECT_FAILED' });
    const { dial, attempt } = scripted();
    const dialling = dialFirst(dial, target);
    dialling.catch(() => {});
    vi.advanceTimersByTime(10_000);
    await expect(dialling).rejects.toMatchObject({ code: 'TIMEOUT', details: { phase: 'connect' } });
    expect(attempt(2).signal?.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a connection', () => {
  const socketBetween = (localAddress: string, remoteAddress: string) => ({ localAddress, remoteAddress }) as Socket;

  it('counts only if it ended where it was sent, and not at this machine unasked', () => {
    const far = socketBetween('10.0.0.2', '93.184.216.34');
    expect(reached(far, '93.184.216.34', { allowSelf: false })).toBe(true);
    expect(reached(far, '93.184.216.35', { allowSelf: false })).toBe(false);
    expect(reached(socketBetween('10.0.0.2', '::ffff:93.184.216.34'), '93.184.216.34', { allowSelf: false })).toBe(
      true,
    );
    const self = socketBetween('93.184.216.34', '93.184.216.34');
    expect(reached(self, '93.184.216.34', { allowSelf: false })).toBe(false);
    expect(reached(self, '93.184.216.34', { allowSelf: true })).toBe(true);
    expect(reached({} as Socket, '93.184.216.34', { allowSelf: true })).toBe(false);
  });

  it('to this machine is made when the operator allows it', async () => {
    const guard = createGuard({ allowPrivate: [`127.0.0.1:${server.port}`] });
    const decision = await guard.check(`http://127.0.0.1:${server.port}/`);
    if (decision.decision !== 'allow') return expect.unreachable();
    const socket = await guard.connect(decision);
    expect(socket.remoteAddress).toBe('127.0.0.1');
    socket.destroy();
  });

  it('that ended elsewhere than at what was judged is not used', async () => {
    const guard = createGuard({ allowPrivate: [`127.0.0.1:${server.port}`] });
    const decision = await guard.check(`http://127.0.0.1:${server.port}/`);
    if (decision.decision !== 'allow') return expect.unreachable();
    // What a transparent proxy of the system would do.
    const peer = Socket.prototype as unknown as { _getpeername(): { address: string } };
    const elsewhere = vi.spyOn(peer, '_getpeername').mockReturnValue({ address: '127.0.0.2' });
    try {
      await expect(guard.connect(decision)).rejects.toMatchObject({ code: 'CONNECT_FAILED' });
    } finally {
      elsewhere.mockRestore();
    }
    await until(() => lab.openSockets === 0);
  });
});
