import type { DomJobs } from './dom-jobs.js';
import { type DomJobOptions, DomPool } from './dom-pool.js';

let shared: DomPool | undefined;

/**
 * Runs a named job on HTML in a worker thread, so that no page, whatever it is made of, blocks the caller's event loop or
 * outlives its deadline. The threads are shared by the whole process, start when first needed, and do not keep it alive.
 *
 * @throws TimeoutError after `timeoutMs`; UsageError when the job does; ContentError `NO_CONTENT` when it fails otherwise;
 * `signal.reason` on abort.
 */
export async function runDomJob<Name extends keyof DomJobs>(
  name: Name,
  input: DomJobs[Name]['input'],
  options: DomJobOptions,
): Promise<DomJobs[Name]['output']> {
  return (await pool().run({ name, input }, options)) as DomJobs[Name]['output'];
}

/** Starts a thread beside whatever else a read is waiting for. */
export function prepareDomJobs(): void {
  pool().prepare();
}

function pool(): DomPool {
  shared ??= new DomPool({ size: 2, maxHeapMb: 512, patienceMs: 150, idleMs: 30_000 });
  return shared;
}
