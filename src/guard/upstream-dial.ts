import type { Socket } from 'node:net';
import { withDeadline } from '../base/deadline.js';
import { NetworkError, TimeoutError } from '../base/errors.js';
import { LIMITS } from '../base/limits.js';
import { hostWithPort } from '../base/url.js';
import { readCaBundle } from './ca-bundle.js';
import { type ConnectAnswer, readConnectAnswer } from './connect-answer.js';
import { connectTcp, type Dial, Unreached } from './dial.js';
import { parseAddress, sameAddress } from './ip-address.js';
import { createTlsClient, type StartTls } from './tls-client.js';
import type { UpstreamProxy } from './upstream-proxy.js';

type Target = Parameters<Dial>[0];
type WholeAnswer = Exclude<ConnectAnswer, { kind: 'incomplete' }>;

/**
 * Dials by asking a proxy for a tunnel to the literal address: it never learns a name, and so cannot resolve one anew. That
 * the tunnel ends where it was asked for is the proxy's word. The proxy is the operator's, and the only host that is
 * connected to without being judged; its name goes to the system's resolver.
 *
 * What the proxy says of one address is an {@link Unreached}; what is wrong with the proxy itself, and so no better with
 * another address, is a NetworkError `CONNECT_FAILED`. Neither names the proxy in its message, which a model may come to
 * see; `details.proxy` does.
 *
 * @param caBundle whom TLS to the proxy trusts besides the built-in authorities: PEM text or a path.
 */
export function createUpstreamDial(proxy: UpstreamProxy, { caBundle }: { caBundle?: string | undefined } = {}): Dial {
  let startTls: Promise<StartTls> | undefined;

  const connectToProxy = async (signal: AbortSignal): Promise<Socket> => {
    if (proxy.secure) startTls ??= tlsTrusting(caBundle);
    const secure = await startTls;
    const socket = await connectTcp({ host: proxy.host, port: proxy.port }, signal).catch((cause: unknown) => {
      signal.throwIfAborted();
      throw fault(proxy, 'could not be connected to', { cause, hint: 'Check that it runs, and its host and port.' });
    });
    if (secure === undefined) return socket;
    return await secure(socket, proxy.host, { signal }).catch((cause: unknown) => {
      signal.throwIfAborted();
      throw fault(proxy, 'made no secure connection', { cause, hint: TLS_HINT });
    });
  };

  const openTunnel = async (target: Target, signal: AbortSignal): Promise<Socket> => {
    const socket = await connectToProxy(signal);
    try {
      if (isSame(socket, target)) throw new Unreached('it is the proxy itself');
      socket.write(connectRequest(proxy, target));
      const answer = await nextAnswer(socket, signal);
      judgeAnswer(proxy, answer);
      return socket;
    } catch (error) {
      socket.destroy();
      throw error;
    }
  };

  return async (target, { signal }) => {
    const deadline = { signal, timeoutMs: LIMITS.proxyTimeoutMs, what: 'the proxy' };
    let opening: Promise<Socket> | undefined;
    try {
      return await withDeadline(deadline, (inner) => {
        opening = openTunnel(target, inner);
        return opening;
      });
    } catch (error) {
      // One that opened in the very moment of the abort is nobody's.
      opening?.then(
        (late) => late.destroy(),
        () => undefined,
      );
      if (error instanceof TimeoutError) throw fault(proxy, 'did not answer in time', { cause: error });
      throw error;
    }
  };
}

const TLS_HINT = 'If its certificate is from an authority of your own, give that as caBundle.';

async function tlsTrusting(caBundle: string | undefined): Promise<StartTls> {
  return createTlsClient(caBundle === undefined ? {} : { caBundle: await readCaBundle(caBundle) });
}

function connectRequest({ authorization }: UpstreamProxy, { address, port }: Target): string {
  const authority = hostWithPort(address, port);
  const credentials = authorization === undefined ? '' : `Proxy-Authorization: ${authorization}\r\n`;
  return `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${credentials}\r\n`;
}

/** Where names are mixed up, a public one may lead to the proxy, which would then be asked for itself. */
function isSame({ remoteAddress = '', remotePort }: Socket, { address, port }: Target): boolean {
  const [remote, asked] = [parseAddress(remoteAddress), parseAddress(address)];
  return remote !== undefined && asked !== undefined && remotePort === port && sameAddress(remote, asked);
}

/**
 * @throws Unreached, NetworkError
 */
function judgeAnswer(proxy: UpstreamProxy, answer: WholeAnswer): void {
  if (answer.kind === 'unreadable') throw fault(proxy, answer.why, { hint: 'Check its host, port and scheme.' });
  const { statusCode, rest } = answer;
  if (statusCode === 407) {
    const given = proxy.authorization !== undefined;
    throw fault(proxy, given ? 'does not accept the user and password' : 'wants a user and password', {
      hint: 'Write them into its URL: http://user:password@host:port.',
    });
  }
  if (statusCode >= 300) throw new Unreached(`the proxy answered ${statusCode}`);
  // Nobody has been spoken to yet, so nobody has anything to say: it would be taken for the server's answer.
  if (rest > 0) throw fault(proxy, 'sent more than its answer');
}

/** Reads the answer's head and leaves the socket as if it had never been read from. */
function nextAnswer(socket: Socket, signal: AbortSignal): Promise<WholeAnswer> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0);
    const stop = () => {
      socket.off('readable', onReadable).off('end', onClose).off('close', onClose).off('error', onClose);
      signal.removeEventListener('abort', onAbort);
    };
    const onReadable = () => {
      for (let chunk: Buffer | null = socket.read(); chunk !== null; chunk = socket.read()) {
        bytes = Buffer.concat([bytes, chunk]);
      }
      const answer = readConnectAnswer(bytes);
      if (answer.kind === 'incomplete') return;
      stop();
      // Only a turn after its last listener has gone is the stream ready for the next reader.
      process.nextTick(resolve, answer);
    };
    const onClose = () => {
      stop();
      resolve({ kind: 'unreadable', why: 'closed the connection without an answer' });
    };
    const onAbort = () => {
      stop();
      reject(signal.reason);
    };
    socket.on('readable', onReadable).once('end', onClose).once('close', onClose).once('error', onClose);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
}

function fault({ shown }: UpstreamProxy, what: string, more: { cause?: unknown; hint?: string } = {}): NetworkError {
  const hint = more.hint ?? 'Try again later; the proxy may be overloaded.';
  return new NetworkError(`the proxy ${what}`, {
    code: 'CONNECT_FAILED',
    hint,
    details: { proxy: shown },
    cause: more.cause,
  });
}
