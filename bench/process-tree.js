import { readdirSync, readFileSync } from 'node:fs';

/**
 * Megabytes resident in a process and all its descendants. On Linux only.
 *
 * @param {number} ancestor
 * @returns {{ tree: number, root: number, renderers: number, cpuMs: Map<number, number> }} of all, of the ancestor itself, how
 *   many renderers are among them, and the milliseconds of processor that each process has taken
 */
export function treeMemory(ancestor) {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        const field = (label) => Number(new RegExp(`^${label}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? 0);
        const isRenderer = readFileSync(`/proc/${name}/cmdline`, 'latin1').includes('--type=renderer');
        return [
          { pid: Number(name), parent: field('PPid'), mb: field('VmRSS') / 1_024, cpuMs: cpuMs(name), isRenderer },
        ];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
  const pids = new Set([ancestor]);
  for (let size = 0; size !== pids.size; ) {
    size = pids.size;
    for (const { pid, parent } of processes) if (pids.has(parent)) pids.add(pid);
  }
  const family = processes.filter(({ pid }) => pids.has(pid));
  return {
    tree: family.reduce((sum, { mb }) => sum + mb, 0),
    root: family.find(({ pid }) => pid === ancestor)?.mb ?? 0,
    renderers: family.filter(({ isRenderer }) => isRenderer).length,
    cpuMs: new Map(family.map(({ pid, cpuMs: ms }) => [pid, ms])),
  };
}

/** In the unit of all the systems that Linux runs on: a hundredth of a second. */
const TICK_MS = 10;

function cpuMs(pid) {
  // The second field, a name in parentheses, may hold spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Megabytes resident in every process that descends from `ancestor`, itself left out. @param {number} ancestor */
export function residentMb(ancestor) {
  const { tree, root } = treeMemory(ancestor);
  return tree - root;
}
