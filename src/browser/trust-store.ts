import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { certificatesIn } from '../guard/ca-bundle.js';
import { runCommand } from './run-command.js';

/** A home directory in which a browser finds certificate authorities to trust besides its own. */
export interface TrustStore {
  /** To be laid over the browser's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** That the authorities could not be given to it, and why. */
  readonly warnings: readonly string[];
  /** Removes it. */
  close(): Promise<void>;
}

const CERTUTIL_TIMEOUT_MS = 10_000;

/**
 * Makes one. On Linux, Chromium (a headless shell too) trusts the authorities in the NSS database of its home directory;
 * nothing else about certificates changes: names and dates are checked as ever. The database can only be written by NSS's
 * own `certutil`, since its entries are signed. The home is a new one: authorities that this user has in a database of
 * their own do not count then, and neither do fonts in `~/.fonts`.
 *
 * @param caBundle in PEM; without one the browser's environment stays what it is.
 * @throws UsageError `INVALID_OPTION` when there is no certificate in it.
 */
export async function openTrustStore(
  caBundle: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<TrustStore> {
  if (caBundle === undefined) return nothing([]);
  const certificates = certificatesIn(caBundle);
  if (process.platform !== 'linux') return nothing(['here it takes its authorities from the system']);
  const home = await mkdtemp(path.join(tmpdir(), 'pageward-home-'));
  const close = () => rm(home, { recursive: true, force: true });
  try {
    const fault = await fillDatabase(home, certificates);
    if (fault === undefined) return { env: { ...usualFolders(env), HOME: home }, warnings: [], close };
    await close();
    return nothing([`that takes certutil (Debian: libnss3-tools, Fedora: nss-tools), and ${fault}`]);
  } catch (error) {
    await close();
    throw error;
  }
}

function nothing(reasons: readonly string[]): TrustStore {
  const warnings = reasons.map((reason) => `The browser does not trust caBundle: ${reason}.`);
  return { env: {}, warnings, close: async () => undefined };
}

async function fillDatabase(home: string, certificates: readonly string[]): Promise<string | undefined> {
  const folder = path.join(home, '.pki', 'nssdb');
  await mkdir(folder, { recursive: true });
  const certutil = async (...args: string[]) => {
    const { ok, reason } = await runCommand('certutil', ['-d', `sql:${folder}`, ...args], {
      timeoutMs: CERTUTIL_TIMEOUT_MS,
    });
    return ok ? undefined : reason;
  };
  let fault = await certutil('-N', '--empty-password');
  for (const [index, certificate] of certificates.entries()) {
    if (fault !== undefined) return fault;
    const name = `authority-${index}`;
    const file = path.join(home, `${name}.pem`);
    await writeFile(file, certificate);
    // `C`: trusted to vouch for servers, and for nothing else.
    fault = await certutil('-A', '-t', 'C,,', '-n', name, '-i', file);
  }
  return fault;
}

/** Where settings, caches and fonts are looked for while the home is another. */
function usualFolders({ HOME: home, ...env }: Readonly<Record<string, string | undefined>>): Record<string, string> {
  if (home === undefined) return {};
  return {
    XDG_CONFIG_HOME: env['XDG_CONFIG_HOME'] ?? path.join(home, '.config'),
    XDG_CACHE_HOME: env['XDG_CACHE_HOME'] ?? path.join(home, '.cache'),
    XDG_DATA_HOME: env['XDG_DATA_HOME'] ?? path.join(home, '.local', 'share'),
  };
}
