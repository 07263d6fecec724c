import { spawnSync } from 'node:child_process';

/**
 * Runs this program again in a network namespace in which nothing but loopback exists, and ends with it: what peers and
 * their browser want from elsewhere stays here.
 *
 * @param {string} file of the program
 * @param {Record<string, string>} env added
 */
export function runAgainOnLoopbackOnly(file, env) {
  const user = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
  const isolate = [...user, '--net', '--', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
  const command = [process.execPath, file, ...process.argv.slice(2)];
  const { status, error } = spawnSync('unshare', [...isolate, ...command], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (error) console.error(`Peers run only where nothing but loopback exists: ${error.message}`);
  process.exit(status ?? 1);
}
