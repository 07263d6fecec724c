import { connect, type Socket, type TcpNetConnectOpts } from 'node:net';
import { isPagewardError, NetworkError, TimeoutError } from '../base/errors.js';
import { LIMITS } from '../base/limits.js';
import { parseAddress, sameAddress } from './ip-address.js';

/**
 * Opens a TCP connection to a literal address. Rejects with `signal.reason` on abort and leaves no socket behind; with a
 * PagewardError where no other address would do better, and with any other error where only this one failed.
 */
export type Dial = (target: { address: string; port: number }, options: { signal?: AbortSignal }) => Promise<Socket>;

/** How long one address may try before the next is tried beside it (RFC 8305). */
const NEXT_ADDRESS_AFTER_MS = 250;

/** Why one address was not reached, in words that name no address and may be shown to whoever reads the error. */
export class Unreached extends Error {}

/** Dials for real. */
export const dialDirect: Dial = ({ address, port }, { signal }) =>
  connectTcp({ host: address, port, autoSelectFamily: false, lookup: refuseLookup }, signal);

/** Connects to where the options say. Rejects with `signal.reason` on abort and leaves no socket behind. */
export async function connectTcp(options: TcpNetConnectOpts, signal: AbortSignal | undefined): Promise<Socket> {
  signal?.throwIfAborted();
  return await new Promise<Socket>((resolve, reject) => {
    const socket = connect({ noDelay: true, ...options });
    const fail = (error: unknown) => {
      signal?.removeEventListener('abort', onAbort);
      socket.destroy();
      reject(error);
    };
    const onAbort = () => fail(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    socket.once('error', fail);
    socket.once('connect', () => {
      socket.off('error', fail);
      signal?.removeEventListener('abort', onAbort);
      resolve(socket);
    });
  });
}

/** Whether the socket ended where it was sent, and not, through some address translation, at this machine itself. */
export function reached(socket: Socket, address: string, options: { allowSelf: boolean }): boolean {
  const [pinned, remote] = [parseAddress(address), parseAddress(socket.remoteAddress ?? '')];
  const local = parseAddress(socket.localAddress ?? '');
  if (pinned === undefined || remote === undefined || local === undefined) return false;
  return sameAddress(pinned, remote) && (options.allowSelf || !sameAddress(local, remote));
}

/**
 * Dials the addresses one after the other, the next as soon as one fails or is slow, and gives the first connection; the
 * other attempts are aborted. Ends after `LIMITS.connectTimeoutMs`.
 *
 * @throws NetworkError `CONNECT_FAILED`, TimeoutError with `details.phase` `connect`, or the PagewardError of the dialer.
 */
export async function dialFirst(
  dial: Dial,
  { host, port, addresses }: { host: string; port: number; addresses: readonly string[] },
  { signal }: { signal?: AbortSignal } = {},
): Promise<Socket> {
  signal?.throwIfAborted();
  return await new Promise<Socket>((resolve, reject) => {
    const attempts = new Set<AbortController>();
    let started = 0;
    let settled = false;
    let nextTimer: NodeJS.Timeout | undefined;

    const settle = (answer: () => void, reason: unknown) => {
      settled = true;
      clearTimeout(nextTimer);
      clearTimeout(endTimer);
      signal?.removeEventListener('abort', onAbort);
      for (const attempt of attempts) attempt.abort(reason);
      answer();
    };
    const fail = (error: unknown) => settle(() => reject(error), error);
    const onAbort = () => fail(signal?.reason);
    const endTimer = setTimeout(() => fail(slow(host, port)), LIMITS.connectTimeoutMs);
    signal?.addEventListener('abort', onAbort, { once: true });

    const tryNext = (): void => {
      clearTimeout(nextTimer);
      const address = addresses[started];
      if (address === undefined) return;
      started += 1;
      const attempt = new AbortController();
      attempts.add(attempt);
      nextTimer = setTimeout(tryNext, NEXT_ADDRESS_AFTER_MS);
      dial({ address, port }, { signal: attempt.signal }).then(
        (socket) => {
          attempts.delete(attempt);
          // Two may win in the same moment; the later one is nobody's.
          if (settled) socket.destroy();
          else settle(() => resolve(socket), LOST_RACE);
        },
        (error) => {
          attempts.delete(attempt);
          if (settled) return;
          if (isPagewardError(error)) fail(error);
          else if (started < addresses.length) tryNext();
          else if (attempts.size === 0) fail(failed(host, port, error));
        },
      );
    };
    tryNext();
  });
}

const LOST_RACE = 'another address answered first';

function slow(host: string, port: number): TimeoutError {
  return new TimeoutError(`${host}:${port} did not accept a connection in time`, { details: { phase: 'connect' } });
}

function failed(host: string, port: number, cause: unknown): NetworkError {
  const why = cause instanceof Unreached ? `: ${cause.message}` : '';
  return new NetworkError(`${host}:${port} could not be connected to${why}`, {
    code: 'CONNECT_FAILED',
    hint: 'Try again later; the server may be down.',
    cause,
  });
}

function refuseLookup(): never {
  throw new TypeError('a connection is made to a judged address only, never to a name');
}
