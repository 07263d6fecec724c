import { readdirSync, readFileSync } from 'node:fs';

/**
 * Megabytes resident in every process that descends from `ancestor`, itself left out. On Linux only.
 *
 * @param {number} ancestor
 */
export function residentMb(ancestor) {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        const field = (label) => Number(new RegExp(`^${label}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? 0);
        return [{ pid: Number(name), parent: field('PPid'), kilobytes: field('VmRSS') }];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
  const family = new Set([ancestor]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const { pid, parent } of processes) if (family.has(parent)) family.add(pid);
  }
  family.delete(ancestor);
  return processes.filter(({ pid }) => family.has(pid)).reduce((sum, { kilobytes }) => sum + kilobytes, 0) / 1_024;
}
