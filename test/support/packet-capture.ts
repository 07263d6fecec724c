import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Starts the capture, runs the rest of the command line under it, and gives its exit status. */
const CAPTURE = `
folder=$1; shift
tcpdump -i any -n -U -Z root -w "$folder/packets" 'ip6 or arp or not tcp or tcp[tcpflags] & tcp-syn != 0' 2> "$folder/log" &
until grep -q listening "$folder/log"; do kill -0 $! || exit 98; sleep 0.1; done
"$@"; status=$?
sleep 1; kill $!; wait $!
exit $status`;

export function hasTcpdump(): boolean {
  return spawnSync('tcpdump', ['--version']).status === 0;
}

/** The command line that captures what `words` sends, into `folder`. Run it in a namespace where nobody else talks. */
export function captured(folder: string, words: readonly string[]): string[] {
  return ['sh', '-c', CAPTURE, 'sh', folder, ...words];
}

/** Where the canaries of the captured run note their ports. */
export function canaryLog(folder: string): string {
  return path.join(folder, 'canaries');
}

/** What a capture holds: how many connections were opened to our own listeners, and every packet that was none of that. */
export function readCapture(folder: string): { connections: number; strays: string[] } {
  const { stdout, status } = spawnSync('tcpdump', ['-n', '-t', '-r', path.join(folder, 'packets')], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  if (status !== 0) throw new Error('the capture cannot be read');
  const canaries = new Set(readFileSync(canaryLog(folder), 'utf8').split('\n'));
  return sortPackets(stdout.split('\n'), canaries);
}

const OPENING = /(?:^| )IP 127\.0\.0\.1\.\d+ > 127\.0\.0\.1\.(\d+): Flags \[S\]/;
const ANSWER = /(?:^| )IP 127\.0\.0\.1\.(\d+) > 127\.0\.0\.1\.\d+: Flags \[S\.\]/;

/** A connection to a port that answers and is not a canary's leads to the guard or to a page's server. Nothing else may be. */
export function sortPackets(
  lines: readonly string[],
  canaries: ReadonlySet<string>,
): { connections: number; strays: string[] } {
  const packets = lines.filter((line) => line.trim() !== '');
  const listeners = new Set(packets.flatMap((line) => ANSWER.exec(line)?.[1] ?? []));
  const isOurs = (line: string): boolean => {
    const port = (OPENING.exec(line) ?? ANSWER.exec(line))?.[1] ?? '';
    return listeners.has(port) && !canaries.has(port);
  };
  return {
    connections: packets.filter((line) => OPENING.test(line) && isOurs(line)).length,
    strays: packets.filter((line) => !isOurs(line)),
  };
}
