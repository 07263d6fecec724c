import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { UsageError } from '../base/errors.js';

/**
 * The PEM text of a `caBundle` option, which is that text or the path of a file with it.
 *
 * @throws UsageError `INVALID_OPTION` when the file cannot be read.
 */
export async function readCaBundle(caBundle: string): Promise<string> {
  if (caBundle.includes('-----BEGIN')) return caBundle;
  try {
    return await readFile(caBundle, 'utf8');
  } catch (cause) {
    throw new UsageError(`caBundle: cannot read ${caBundle}`, {
      code: 'INVALID_OPTION',
      hint: 'Give PEM text or the path of a readable PEM file.',
      details: { option: 'caBundle' },
      cause,
    });
  }
}

/**
 * The certificates of a bundle, each in PEM.
 *
 * @throws UsageError `INVALID_OPTION` when there is none, or one that cannot be read.
 */
export function certificatesIn(pem: string): readonly string[] {
  const certificates = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    if (certificates.length === 0) throw new TypeError('there is no certificate in it');
    // Node passes over what it cannot read; the operator would wonder why nothing is trusted.
    for (const certificate of certificates) new X509Certificate(certificate);
    return certificates;
  } catch (cause) {
    throw new UsageError('caBundle must be certificates in PEM', { code: 'INVALID_OPTION', cause });
  }
}
