import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { residentMb } from '../process-tree.js';

/** How often the memory of a process tree is looked at. */
const SAMPLE_MS = 200;

/**
 * Runs one contestant: a program that takes the job as its first line of input, says `ready` when it has read the warm-up
 * page, reads all pages once it is told `go`, and says a line of JSON for each: `{ name, ms, text }` or `{ name, ms, error }`.
 *
 * @param {string[]} command
 * @param {{ job: object, env: Record<string, string> }} options
 */
export async function runContestant([program, ...args], { job, env }) {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = new Map();
  let peakMb = 0;
  let startedAt = 0;
  let endedAt = 0;
  const sampling = setInterval(() => {
    if (startedAt > 0) peakMb = Math.max(peakMb, residentMb(process.pid));
  }, SAMPLE_MS);
  child.stdin.on('error', () => {});
  child.stdin.write(`${JSON.stringify(job)}\n`);
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'ready') {
      startedAt = performance.now();
      child.stdin.write('go\n');
    } else if (line.startsWith('{"name":')) {
      const answer = JSON.parse(line);
      answers.set(answer.name, answer);
      endedAt = performance.now();
    }
  }
  clearInterval(sampling);
  if (endedAt === 0) throw new Error(`${[program, ...args].join(' ')} read nothing`);
  return { totalMs: endedAt - startedAt, peakMb, answers };
}
