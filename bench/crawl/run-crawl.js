import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { treeMemory } from '../process-tree.js';

const SAMPLE_MS = 200;

/**
 * Runs one contestant over a site.
 *
 * @param {string} file its program
 * @param {object} job
 * @returns {Promise<{ pages: number, complete: number, ms: number, peakMb: number, cpuMs: number }>} `cpuMs`: of processor, in
 *   all processes
 */
export async function runCrawl(file, job) {
  const child = spawn(process.execPath, [file, JSON.stringify(job)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let peakMb = 0;
  const cpuMs = new Map();
  const sampling = setInterval(() => {
    if (child.pid === undefined) return;
    const sample = treeMemory(child.pid);
    peakMb = Math.max(peakMb, sample.tree);
    for (const [pid, ms] of sample.cpuMs) cpuMs.set(pid, ms);
  }, SAMPLE_MS);
  let result;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('{"pages":')) result = JSON.parse(line);
  }
  clearInterval(sampling);
  if (result === undefined) throw new Error(`${file} came to no end`);
  return { ...result, peakMb, cpuMs: [...cpuMs.values()].reduce((sum, ms) => sum + ms, 0) };
}
