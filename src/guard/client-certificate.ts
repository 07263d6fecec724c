import { readFile } from 'node:fs/promises';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { UsageError } from '../base/errors.js';

/**
 * A certificate that shows a server who we are, as Playwright names its parts: `cert` and `key` in PEM, or both in one `pfx`
 * (PKCS #12), each as bytes or as the path of a file.
 */
export interface ClientCertificate {
  /** The only origin that it is shown to: `https://intranet.example:8443`. */
  origin: string;
  cert?: Uint8Array;
  certPath?: string;
  key?: Uint8Array;
  keyPath?: string;
  pfx?: Uint8Array;
  pfxPath?: string;
  /** Of the key or the pfx. */
  passphrase?: string;
}

/** What TLS needs of a client certificate. */
export type CertificateParts = Pick<SecureContextOptions, 'cert' | 'key' | 'pfx' | 'passphrase'>;

/**
 * Reads client certificates, each for its origin.
 *
 * @throws UsageError `INVALID_OPTION` for a file that cannot be read, or parts that TLS cannot use together. Quotes none of it.
 */
export async function readClientCertificates(
  certificates: readonly ClientCertificate[],
): Promise<ReadonlyMap<string, CertificateParts>> {
  return new Map(
    await Promise.all(
      certificates.map(
        async (certificate) => [new URL(certificate.origin).origin, await partsOf(certificate)] as const,
      ),
    ),
  );
}

async function partsOf(certificate: ClientCertificate): Promise<CertificateParts> {
  const { origin, passphrase } = certificate;
  const [cert, key, pfx] = await Promise.all([
    certificate.cert ?? readPart(origin, certificate.certPath),
    certificate.key ?? readPart(origin, certificate.keyPath),
    certificate.pfx ?? readPart(origin, certificate.pfxPath),
  ]);
  const parts = {
    ...(cert === undefined ? {} : { cert: Buffer.from(cert) }),
    ...(key === undefined ? {} : { key: Buffer.from(key) }),
    ...(pfx === undefined ? {} : { pfx: Buffer.from(pfx) }),
    ...(passphrase === undefined ? {} : { passphrase }),
  };
  try {
    createSecureContext(parts);
    return parts;
  } catch (cause) {
    throw fault(`the certificate for ${origin} cannot be used`, cause);
  }
}

async function readPart(origin: string, path: string | undefined): Promise<Uint8Array | undefined> {
  if (path === undefined) return undefined;
  try {
    return await readFile(path);
  } catch (cause) {
    throw fault(`cannot read ${path}, for ${origin}`, cause);
  }
}

function fault(what: string, cause: unknown): UsageError {
  return new UsageError(`clientCertificates: ${what}`, {
    code: 'INVALID_OPTION',
    hint: 'Give cert and key in PEM, or a pfx, and the passphrase if there is one.',
    details: { option: 'clientCertificates' },
    cause,
  });
}
