import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The TCP ports that a process listens on, by what Linux says of it. None when it has ended. */
export function listeningPorts(pid: number): number[] {
  const sockets = new Set(namesIn(`/proc/${pid}/fd`).flatMap((fd) => socketOf(`/proc/${pid}/fd/${fd}`)));
  return ['tcp', 'tcp6'].flatMap((table) =>
    linesOf(`/proc/${pid}/net/${table}`)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === '0A' && sockets.has(inode ?? ''))
      .map(([, local = '']) => Number.parseInt(local.split(':')[1] ?? '', 16)),
  );
}

function namesIn(folder: string): string[] {
  return unlessGone(() => readdirSync(folder), []);
}

function socketOf(file: string): string[] {
  const [, inode] = /^socket:\[(\d+)\]$/.exec(unlessGone(() => readlinkSync(file), '')) ?? [];
  return inode === undefined ? [] : [inode];
}

function linesOf(file: string): string[] {
  return unlessGone(() => readFileSync(file, 'utf8'), '').split('\n');
}

function unlessGone<T>(look: () => T, otherwise: T): T {
  try {
    return look();
  } catch {
    return otherwise;
  }
}
