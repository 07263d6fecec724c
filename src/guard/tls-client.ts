import { isIP, type Socket } from 'node:net';
import { connect, createSecureContext, rootCertificates, type SecureContext, type TLSSocket } from 'node:tls';
import { NetworkError, TimeoutError } from '../base/errors.js';
import { LIMITS } from '../base/limits.js';
import { certificatesIn } from './ca-bundle.js';
import type { CertificateParts } from './client-certificate.js';

/** Whom TLS trusts, and as whom it comes. */
export interface TlsTrust {
  /** PEM certificates trusted besides the built-in ones. */
  readonly caBundle?: string;
  /** Accept any certificate. The guard's address rules hold all the same. */
  readonly insecureTls?: boolean;
  /** By the origin that each is shown to. */
  readonly clientCertificates?: ReadonlyMap<string, CertificateParts>;
}

/** Speaks TLS over a connection that has been made already, to the name that the caller asked for. */
export type StartTls = (
  socket: Socket,
  host: string,
  /** `origin`: of what is asked for, to which a client certificate may be shown. */
  options: { readonly origin?: string; readonly signal?: AbortSignal },
) => Promise<TLSSocket>;

/**
 * @returns a function that rejects with NetworkError `TLS_FAILED`, TimeoutError or `signal.reason`, and then has destroyed
 * the socket.
 * @throws UsageError `INVALID_OPTION` when `caBundle` holds no certificate.
 */
export function createTlsClient({ caBundle, insecureTls = false, clientCertificates }: TlsTrust): StartTls {
  const ca = caBundle === undefined ? {} : { ca: [...rootCertificates, ...certificatesIn(caBundle)] };
  const plain = caBundle === undefined ? undefined : createSecureContext(ca);
  const showing = new Map(
    Array.from(clientCertificates ?? [], ([origin, parts]) => [origin, createSecureContext({ ...ca, ...parts })]),
  );
  const contextFor = (origin: string | undefined): SecureContext | undefined => showing.get(origin ?? '') ?? plain;
  return (socket, host, { origin, signal }) =>
    new Promise<TLSSocket>((resolve, reject) => {
      const secureContext = contextFor(origin);
      const tlsSocket = connect({
        socket,
        host,
        // SNI carries names only (RFC 6066); `host` is still what the certificate must be for.
        servername: isIP(host) ? '' : host,
        ALPNProtocols: ['http/1.1'],
        // Said aloud, because NODE_TLS_REJECT_UNAUTHORIZED=0 would otherwise switch it off.
        rejectUnauthorized: !insecureTls,
        ...(secureContext ? { secureContext } : {}),
      });
      const fail = (error: unknown) => {
        stopWatching();
        tlsSocket.destroy();
        socket.destroy();
        reject(error);
      };
      const onError = (cause: Error) => fail(tlsError(host, cause));
      const onClose = () => fail(tlsError(host, new Error('the server closed the connection')));
      const onAbort = () => fail(signal?.reason);
      const timer = setTimeout(() => fail(tooSlow(host)), LIMITS.connectTimeoutMs);
      const stopWatching = () => {
        clearTimeout(timer);
        tlsSocket.off('close', onClose);
        signal?.removeEventListener('abort', onAbort);
      };
      tlsSocket.once('close', onClose);
      tlsSocket.once('error', onError);
      signal?.addEventListener('abort', onAbort, { once: true });
      tlsSocket.once('secureConnect', () => {
        stopWatching();
        tlsSocket.off('error', onError);
        resolve(tlsSocket);
      });
      if (signal?.aborted) onAbort();
    });
}

const UNKNOWN_AUTHORITY = /SELF_SIGNED|ISSUER_CERT|LEAF_SIGNATURE|UNTRUSTED/;
const NO_TLS = /^ERR_SSL_(?:WRONG_VERSION_NUMBER|HTTP_REQUEST)$/;

/** What went wrong, as OpenSSL and Node have it. */
interface TlsFault extends Error {
  readonly code?: string;
  /** OpenSSL's words; then `message` is a line of places in its source. */
  readonly reason?: string;
}

function tlsError(host: string, cause: TlsFault): NetworkError {
  const hint = hintFor(cause.code ?? '');
  return new NetworkError(`no secure connection to ${host}: ${reasonOf(cause)}`, {
    code: 'TLS_FAILED',
    ...(hint !== undefined && { hint }),
    cause,
  });
}

function reasonOf({ code = '', reason, message }: TlsFault): string {
  if (NO_TLS.test(code)) return 'it does not speak TLS';
  // Node's text lists these names, and the server wrote them: they would stand in front of a model.
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'its certificate is for other names';
  return code.startsWith('ERR_SSL_') ? (reason ?? message) : message;
}

function hintFor(code: string): string | undefined {
  if (NO_TLS.test(code)) return 'It may speak plain HTTP there: try http:// instead of https://.';
  if (!UNKNOWN_AUTHORITY.test(code)) return undefined;
  return 'If you trust this server, give the certificate of its authority as caBundle (--ca-bundle).';
}

function tooSlow(host: string): TimeoutError {
  return new TimeoutError(`${host} did not finish the TLS handshake in time`, { details: { phase: 'connect' } });
}
