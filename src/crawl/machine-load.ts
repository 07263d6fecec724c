import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, freemem, totalmem } from 'node:os';
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { MachineLoad } from './concurrency.js';

const RESOLUTION_MS = 20;
const NANOSECONDS_A_MS = 1e6;

interface CpuTimes {
  readonly busy: number;
  readonly all: number;
}

/** Tells how the machine did since it was last asked. Stop it: it holds a timer. */
export class MachineWatch {
  readonly #lag: IntervalHistogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  #cpu = cpuTimes();

  constructor() {
    this.#lag.enable();
  }

  look(): MachineLoad {
    const lagMs = Math.max(0, this.#lag.percentile(90) / NANOSECONDS_A_MS - RESOLUTION_MS);
    this.#lag.reset();
    const now = cpuTimes();
    const passed = now.all - this.#cpu.all;
    const cpu = passed > 0 ? (now.busy - this.#cpu.busy) / passed : 0;
    this.#cpu = now;
    return { cpu, memory: memoryShare(), lagMs: Number.isFinite(lagMs) ? lagMs : 0 };
  }

  stop(): void {
    this.#lag.disable();
  }
}

/** Processors that this process may use. */
export function processors(): number {
  return availableParallelism();
}

function cpuTimes(): CpuTimes {
  let [busy, all] = [0, 0];
  for (const { times } of cpus()) {
    const total = times.user + times.nice + times.sys + times.irq + times.idle;
    all += total;
    busy += total - times.idle;
  }
  return { busy, all };
}

/** Of the container's memory, where it has a limit of its own; else of the machine's. */
function memoryShare(): number {
  const limit = numberIn('/sys/fs/cgroup/memory.max');
  const used = numberIn('/sys/fs/cgroup/memory.current');
  if (limit !== undefined && used !== undefined && limit < totalmem()) {
    // Files that the system keeps in memory only until somebody else needs it.
    return Math.max(0, used - (inactiveFileBytes() ?? 0)) / limit;
  }
  const available = availableBytes() ?? freemem();
  return 1 - available / totalmem();
}

function numberIn(file: string): number | undefined {
  const value = Number(textOf(file).trim() || Number.NaN);
  return Number.isFinite(value) ? value : undefined;
}

function inactiveFileBytes(): number | undefined {
  const [, bytes] = /^inactive_file (\d+)$/m.exec(textOf('/sys/fs/cgroup/memory.stat')) ?? [];
  return bytes === undefined ? undefined : Number(bytes);
}

/** What could be had without swapping, which is more than what is free. */
function availableBytes(): number | undefined {
  const [, kilobytes] = /^MemAvailable:\s+(\d+) kB$/m.exec(textOf('/proc/meminfo')) ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024;
}

/** Empty where there is no such file. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
