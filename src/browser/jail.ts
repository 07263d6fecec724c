import { readlink } from 'node:fs/promises';
import { BrowserError } from '../base/errors.js';
import { type JailBridge, openJailBridge } from '../guard/jail-bridge.js';
import { browserEnvironment } from './browser-environment.js';

/** `auto`: on wherever the system allows it, and on Linux a warning where not. `required`: no browser without it. */
export type JailMode = 'auto' | 'required' | 'off';

/**
 * A network namespace with a loopback interface of its own and nothing else. What runs inside can reach the sockets that
 * the bridge has opened there, and no address of any network: the kernel has no route for it to take.
 */
export interface Jail {
  readonly bridge: JailBridge;
  /** The beginning of a command line that runs inside. */
  readonly enter: readonly string[];
  /** Whether that process is inside. */
  holds(pid: number): Promise<boolean>;
}

/** The words that make the process an ordinary user in a user namespace of its own. Needs util-linux. */
export const AS_ORDINARY_USER = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'] as const;

// Slim systems have no iproute2; perl-base belongs to every Debian. 0x8913 and 0x8914 are SIOCGIFFLAGS and SIOCSIFFLAGS.
const LOOPBACK_BY_PERL = `perl -e '
  socket(S, 2, 2, 0) or die;
  my $request = pack("a16 s x14", "lo", 0);
  ioctl(S, 0x8913, $request) or die;
  ioctl(S, 0x8914, pack("a16 s x14", "lo", 1 | unpack("x16 s", $request))) or die'`;

/** Runs inside, before anything else does: what is missing is better known now than when the browser starts. */
const PREPARE = `
command -v nsenter >/dev/null || { echo 'nsenter is missing' >&2; exit 1; }
{ ip link set lo up || ifconfig lo up || ${LOOPBACK_BY_PERL}; } 2>/dev/null || { echo 'no loopback' >&2; exit 1; }
${AS_ORDINARY_USER.join(' ')} sh -c : || exit 1
exec "$@"`;

/** What is wrong by what was said, and its cure. The first that fits counts. */
const FAULTS: readonly { readonly said: RegExp; readonly reason: string; readonly cure: string }[] = [
  { said: /unshare ENOENT/, reason: 'unshare is missing', cure: 'Install util-linux.' },
  { said: /nsenter is missing/, reason: 'nsenter is missing', cure: 'Install util-linux.' },
  {
    said: /no loopback/,
    reason: 'neither ip nor ifconfig nor perl is here to bring its loopback interface up',
    cure: 'Install iproute2.',
  },
  {
    said: /(?:unrecognized|invalid|unknown) option/i,
    reason: 'this unshare is not the one of util-linux, and too simple',
    cure: 'Install util-linux.',
  },
  {
    said: /unshare: unshare failed|unshare: .*(?:permitted|denied)/,
    reason: 'this system does not allow user namespaces',
    cure: 'Allow them: sysctl user.max_user_namespaces above 0, kernel.unprivileged_userns_clone=1, kernel.apparmor_restrict_unprivileged_userns=0; for a container, a seccomp profile with unshare, setns and mount.',
  },
];

/**
 * Makes a jail, empty.
 *
 * @throws BrowserError `BROWSER_LAUNCH` with what is missing and its cure.
 */
export async function openJail(): Promise<Jail> {
  if (process.platform !== 'linux') {
    throw unavailable('only Linux has network namespaces', 'Leave the jail out, or run Pageward in a Linux container.');
  }
  const bridge = await openJailBridge({
    command: ['unshare', '--user', '--net', '--map-root-user', '--', 'sh', '-c', PREPARE, 'sh'],
    env: browserEnvironment(process.env),
  }).catch((error: unknown) => {
    throw explained(error);
  });
  const [own, inside] = await Promise.all([networkNamespace(process.pid), networkNamespace(bridge.pid)]);
  if (own === undefined || inside === undefined || own === inside) {
    await bridge.close();
    throw unavailable('this system gives it no network of its own', 'Report this with the output of `uname -a`.');
  }
  return {
    bridge,
    enter: ['nsenter', '--user', '--preserve-credentials', '--net', `--target=${bridge.pid}`, '--'],
    holds: async (pid) => (await networkNamespace(pid)) === inside,
  };
}

/** Names the namespace; `undefined` when that process is gone or not ours to ask about. */
function networkNamespace(pid: number): Promise<string | undefined> {
  return readlink(`/proc/${pid}/ns/net`).catch(() => undefined);
}

function explained(error: unknown): unknown {
  if (!(error instanceof BrowserError)) return error;
  const fault = FAULTS.find(({ said }) => said.test(error.message));
  return fault === undefined ? error : unavailable(fault.reason, fault.cure, error);
}

function unavailable(reason: string, hint: string, cause?: unknown): BrowserError {
  return new BrowserError(`The browser cannot be put in a jail: ${reason}`, { code: 'BROWSER_LAUNCH', hint, cause });
}
