import { parentPort } from 'node:worker_threads';
import { UsageError } from '../base/errors.js';
import { documentParser } from './document-parser.js';
import { DOM_JOBS } from './dom-jobs.js';
import { warmUp } from './warm-up.js';

/** What the pool sends to a thread, one at a time. */
export interface JobRequest {
  readonly name: keyof typeof DOM_JOBS;
  readonly input: unknown;
}

/** What the thread answers. Errors do not cross threads: `misuse` is what a UsageError was made of. */
export type JobAnswer =
  | { readonly output: unknown }
  | { readonly error: string }
  | { readonly misuse: ReturnType<UsageError['toJSON']> };

// A thread starts while a page is still on its way; what most jobs need is loaded meanwhile. No job begins before that:
// on Node 20 jsdom cannot `require` parse5 while it is being imported.
const ready = documentParser('light');
let isIdle = true;
void ready.then(() => warmUp(() => isIdle)).catch(() => undefined);

parentPort?.on('message', async ({ name, input }: JobRequest) => {
  isIdle = false;
  parentPort?.postMessage(await answer(name, input));
});

async function answer(name: keyof typeof DOM_JOBS, input: unknown): Promise<JobAnswer> {
  try {
    await ready;
    const job = DOM_JOBS[name] as (input: unknown) => unknown;
    return { output: await job(input) };
  } catch (error) {
    return error instanceof UsageError ? { misuse: error.toJSON() } : { error: String(error) };
  }
}
