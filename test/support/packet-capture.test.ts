import { describe, expect, it } from 'vitest';
import { sortPackets } from './packet-capture.js';

const opening = (port: number) =>
  `lo    In  IP 127.0.0.1.40000 > 127.0.0.1.${port}: Flags [S], seq 1, win 65495, length 0`;
const answer = (port: number) => `lo    In  IP 127.0.0.1.${port} > 127.0.0.1.40000: Flags [S.], seq 1, ack 2, length 0`;
const sort = (...lines: string[]) => sortPackets(lines, new Set(['20000']));

describe('the sorting of captured packets', () => {
  it('knows a connection to one of our listeners', () => {
    expect(sort(opening(41000), answer(41000), '')).toEqual({ connections: 1, strays: [] });
  });

  it.each([
    ['a connection to a canary', [opening(20000), answer(20000)]],
    ['a try at a port where nobody listens', [opening(9222)]],
    ['a connection to another address', ['near  Out IP 10.99.0.2.40000 > 10.99.0.7.80: Flags [S], seq 1, length 0']],
    ['a question to DNS', ['near  Out IP 10.99.0.2.40000 > 10.99.0.1.53: 1+ A? secret.internal.corp. (38)']],
    ['a datagram on loopback', ['lo    In  IP 127.0.0.1.40000 > 127.0.0.1.41000: UDP, length 20']],
    ['anything of IPv6', ['lo    In  IP6 ::1.40000 > ::1.41000: Flags [S], seq 1, length 0']],
  ])('finds %s', (_, lines) => {
    expect(sort(opening(41000), answer(41000), ...lines).strays).toEqual(lines);
  });
});
