import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export function hasOpenssl(): boolean {
  return spawnSync('openssl', ['version']).status === 0;
}

/** A certificate whose issuer is not sent along, and which says that it, and all about it, lies below `base`. */
export async function orphanCertificate(name: string, base: string): Promise<{ key: string; cert: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pageward-test-'));
  const openssl = (...words: string[]): Buffer => execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  await writeFile(
    path.join(folder, 'extensions'),
    `subjectAltName=DNS:${name}\nextendedKeyUsage=serverAuth
authorityInfoAccess=caIssuers;URI:${base}/issuer.crt,OCSP;URI:${base}/ocsp\ncrlDistributionPoints=URI:${base}/list.crl\n`,
  );
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-subj',
    '/CN=Nobody',
    '-days',
    '2',
    '-keyout',
    'issuer.key',
    '-out',
    'issuer.pem',
  );
  openssl('req', ...newKey, '-subj', `/CN=${name}`, '-keyout', 'key.pem', '-out', 'request.pem');
  openssl(
    ...['x509', '-req', '-in', 'request.pem', '-CA', 'issuer.pem', '-CAkey', 'issuer.key', '-CAcreateserial'],
    ...['-days', '2', '-extfile', 'extensions', '-out', 'cert.pem'],
  );
  const read = (file: string): Promise<string> => readFile(path.join(folder, file), 'utf8');
  const certificate = { key: await read('key.pem'), cert: await read('cert.pem') };
  await rm(folder, { recursive: true });
  return certificate;
}
