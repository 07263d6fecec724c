import { spawn, spawnSync } from 'node:child_process';

/**
 * A network of one's own: loopback, one link to nowhere and a route over it, so that whatever is sent to whomever stays
 * here and can be watched. IPv6 off on the link: the kernel itself would talk on it.
 */
const SET_UP = `
ip link set lo up && ip link add near type veth peer name away || exit 99
for link in near away; do echo 1 > /proc/sys/net/ipv6/conf/$link/disable_ipv6; ip link set $link arp off up; done
ip addr add 10.99.0.2/24 dev near && ip route add default via 10.99.0.1 || exit 99
exec "$@"`;

const ISOLATE = [
  'unshare',
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']),
  ...['--net', '--', 'sh', '-c', SET_UP, 'sh'],
];

/** Whether this system lets us have a network namespace, and has the tools for it. */
export function hasNetworkNamespaces(): boolean {
  const [command = '', ...args] = [...ISOLATE, 'true'];
  return process.platform === 'linux' && spawnSync(command, args).status === 0;
}

/** Runs a command in a network namespace of its own. */
export function runIsolated(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ status: number | null; output: string }> {
  const [command = '', ...args] = [...ISOLATE, ...words];
  // Playwright's own variables would make a Playwright inside believe that it is a worker of the one outside.
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(?:TEST_|PW_|PLAYWRIGHT_|PWTEST_|NODE_OPTIONS)/.test(name),
  );
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: { ...Object.fromEntries(inherited), PAGEWARD_TEST_ISOLATED: '1', ...env },
    });
    let output = '';
    const take = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', reject).on('close', (status) => resolve({ status, output }));
  });
}
