import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The TCP ports that a process listens on, by what Linux says of it. */
export function listeningPorts(pid: number): number[] {
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
      } catch {
        // It has closed it meanwhile.
        return [];
      }
    }),
  );
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === '0A' && sockets.has(inode ?? ''))
      .map(([, local = '']) => Number.parseInt(local.split(':')[1] ?? '', 16)),
  );
}
