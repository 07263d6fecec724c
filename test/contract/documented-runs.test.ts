import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROUTER } from '../documents/internet.js';
import { documentedBlocks, ROOT } from '../support/documented-blocks.js';
import { PUBLIC } from '../support/guard-lab.js';

/** A network of one's own, with an address that is public, and its own way of asking for names. */
const SET_UP = `
ip link set lo up && ip addr add ${PUBLIC}/32 dev lo || exit 99
mount --bind "$1" /etc/resolv.conf && shift && exec "$@"`;
const ISOLATE = [
  'unshare',
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']),
  ...['--net', '--mount', '--', 'sh', '-c', SET_UP, 'sh'],
];

let folder = '';
let resolvers = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pageward-documents-'));
  resolvers = path.join(folder, 'resolv.conf');
  await writeFile(resolvers, `nameserver ${ROUTER}\n`);
});
afterAll(() => rm(folder, { recursive: true }));

it('every block of code in the README and the documentation runs as it is printed', { timeout: 600_000 }, async ({
  skip,
}) => {
  const [command = '', ...isolate] = ISOLATE;
  const canIsolate = spawnSync(command, [...isolate, resolvers, 'true']).status === 0;
  const lacks = ['certutil', 'openssl', 'redis-server'].filter((name) => spawnSync('which', [name]).status !== 0);
  if (!canIsolate || lacks.length > 0) {
    const reason = `needs network and mount namespaces, and ${lacks.join(', ') || 'nothing else'}`;
    // Where everything is to be tested, that is a failure.
    expect(process.env.CI, reason).toBeUndefined();
    return skip(reason);
  }
  const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
  const words = [vitest, 'run', '-c', path.join(ROOT, 'test/documents/documents.config.ts')];
  const child = spawn(command, [...isolate, resolvers, process.execPath, ...words], {
    cwd: ROOT,
    env: { ...process.env, NO_COLOR: '1', VITEST: undefined, VITEST_POOL_ID: undefined, VITEST_WORKER_ID: undefined },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const [status] = await once(child, 'close');
  expect(status, output).toBe(0);
  expect(output).toMatch(new RegExp(`Tests +${documentedBlocks(['ts', 'js', 'sh']).length} passed`));
});
