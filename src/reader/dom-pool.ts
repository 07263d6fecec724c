import { Worker } from 'node:worker_threads';
import { LONGEST_TIMER_MS } from '../base/deadline.js';
import { ContentError, TimeoutError, UsageError } from '../base/errors.js';
import { ownFile } from '../guard/own-file.js';
import type { JobAnswer, JobRequest } from './dom-worker.js';

export interface DomPoolOptions {
  /** Threads at most. */
  readonly size: number;
  /** Heap of a thread in megabytes; a job that needs more ends its thread, not the process. */
  readonly maxHeapMb: number;
  /** Another thread, some 60 MB, is started only for a job that has waited so long: one is enough for pages of the usual size. */
  readonly patienceMs: number;
  /** An idle thread is ended after this long; until then it does not keep the process alive. */
  readonly idleMs: number;
}

export interface DomJobOptions {
  signal?: AbortSignal | undefined;
  /** Time for the job, its wait for a free thread included. */
  timeoutMs: number;
}

interface Job {
  readonly request: JobRequest;
  readonly cameMs: number;
  settle(answer: JobAnswer): void;
  fail(error: unknown): void;
}

interface Thread {
  readonly worker: Worker;
  job: Job | undefined;
  idleTimer: NodeJS.Timeout | undefined;
}

/**
 * Runs jobs on threads of their own, first come, first served. JavaScript that hangs cannot be interrupted but by ending
 * its thread, which is what happens to a job that is aborted or late; the next job gets a fresh thread.
 *
 * Making one throws UsageError `PACKAGE_BUNDLED` where the program of the threads is missing.
 */
export class DomPool {
  readonly #options: DomPoolOptions;
  readonly #threads = new Set<Thread>();
  readonly #waiting: Job[] = [];
  readonly #program = ownFile('./dom-worker.js', import.meta.url);
  #patience: NodeJS.Timeout | undefined;

  constructor(options: DomPoolOptions) {
    this.#options = options;
  }

  /** Threads alive, idle ones included. */
  get size(): number {
    return this.#threads.size;
  }

  /**
   * @throws TimeoutError when the deadline passes; UsageError when the job does; ContentError `NO_CONTENT` when it fails
   * otherwise or its thread runs out of memory; `signal.reason` on abort.
   */
  run(request: JobRequest, { signal, timeoutMs }: DomJobOptions): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = () => this.#abandon(job, signal?.reason);
      const onDeadline = () =>
        this.#abandon(job, new TimeoutError(`reading the page took longer than ${timeoutMs} ms`));
      const deadline = setTimeout(onDeadline, Math.min(timeoutMs, LONGEST_TIMER_MS));
      const release = () => {
        clearTimeout(deadline);
        signal?.removeEventListener('abort', onAbort);
      };
      const job: Job = {
        request,
        cameMs: performance.now(),
        settle: (answer) => {
          release();
          if ('misuse' in answer) reject(new UsageError(answer.misuse.message, answer.misuse));
          else if ('error' in answer) reject(unreadable(answer.error));
          else resolve(answer.output);
        },
        fail: (error) => {
          release();
          reject(error);
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(job);
      this.#next();
    });
  }

  /** Starts a thread ahead of the first job, so that it is up when the job comes. Does not keep the process alive. */
  prepare(): void {
    if (this.#threads.size === 0) this.#rest(this.#start());
  }

  /** Ends all threads; jobs under way fail. */
  async close(): Promise<void> {
    clearTimeout(this.#patience);
    const threads = [...this.#threads];
    for (const job of this.#waiting.splice(0)) job.fail(unreadable('the pool was closed'));
    await Promise.all(threads.map((thread) => this.#end(thread, unreadable('the pool was closed'))));
  }

  #next(): void {
    if (this.#waiting.length === 0) return;
    const idle = [...this.#threads].find((thread) => thread.job === undefined);
    const thread = idle ?? (this.#mayStart() ? this.#start() : undefined);
    const job = thread === undefined ? undefined : this.#waiting.shift();
    if (thread === undefined || job === undefined) return;
    clearTimeout(thread.idleTimer);
    thread.job = job;
    thread.worker.ref();
    thread.worker.postMessage(job.request);
  }

  #mayStart(): boolean {
    if (this.#threads.size === 0) return true;
    if (this.#threads.size >= this.#options.size) return false;
    const leftMs = this.#options.patienceMs - (performance.now() - (this.#waiting[0]?.cameMs ?? 0));
    if (leftMs <= 0) return true;
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => this.#next(), leftMs).unref();
    return false;
  }

  #start(): Thread {
    const worker = new Worker(this.#program, {
      resourceLimits: { maxOldGenerationSizeMb: this.#options.maxHeapMb },
      // What a library prints about a page must not end up among a program's results. Not read: that would keep the
      // process alive.
      stdout: true,
      stderr: true,
      env: {},
      execArgv: [],
    });
    const thread: Thread = { worker, job: undefined, idleTimer: undefined };
    worker.on('message', (answer: JobAnswer) => this.#finish(thread, answer));
    worker.on('error', (error) => void this.#end(thread, unreadable(String(error))));
    worker.on('exit', () => void this.#end(thread, unreadable('its thread ended')));
    this.#threads.add(thread);
    return thread;
  }

  #finish(thread: Thread, answer: JobAnswer): void {
    const { job } = thread;
    if (!this.#threads.has(thread)) return;
    thread.job = undefined;
    this.#rest(thread);
    job?.settle(answer);
    this.#next();
  }

  #rest(thread: Thread): void {
    thread.worker.unref();
    thread.idleTimer = setTimeout(() => void this.#end(thread, undefined), this.#options.idleMs).unref();
  }

  #abandon(job: Job, reason: unknown): void {
    const place = this.#waiting.indexOf(job);
    if (place >= 0) this.#waiting.splice(place, 1);
    const thread = [...this.#threads].find((thread) => thread.job === job);
    if (thread === undefined) job.fail(reason);
    else void this.#end(thread, reason);
  }

  async #end(thread: Thread, reason: unknown): Promise<void> {
    if (!this.#threads.delete(thread)) return;
    clearTimeout(thread.idleTimer);
    thread.job?.fail(reason);
    this.#next();
    await thread.worker.terminate();
  }
}

function unreadable(why: string): ContentError {
  return new ContentError(`the page could not be read: ${why.slice(0, 300)}`, { code: 'NO_CONTENT' });
}
