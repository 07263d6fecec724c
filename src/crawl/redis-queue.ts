import type { Queue, Worker } from 'bullmq';
import { peerMissing } from './missing-peer.js';
import { queueErrorOf, type RedisConnection } from './redis-connection.js';

/** What became of a read: it has ended, or its host is not ready for so long. */
export type ReadEnding = { readonly againInMs: number } | undefined;

export interface ReadQueueOptions {
  readonly prefix: string;
  readonly concurrency: number;
  /** For so long BullMQ believes in a process that it hears nothing of. */
  readonly lockMs: number;
  /** Must not reject, but where the crawl in this process is at its end. */
  readonly read: (job: string) => Promise<ReadEnding>;
  readonly onError: (error: unknown) => void;
}

const QUEUE = 'reads';

/**
 * The reads that may begin now, in BullMQ: any process takes one, and one whose process dies is given to another. Only what a host
 * is ready for is ever put here, so that a host with many pages is in nobody's way.
 */
export class ReadQueue {
  readonly #queue: Queue;
  readonly #worker: Worker;
  #underWay = 0;

  private constructor(queue: Queue, worker: Worker) {
    this.#queue = queue;
    this.#worker = worker;
  }

  /** @throws UsageError `PEER_MISSING` */
  static async open(connection: RedisConnection, options: ReadQueueOptions): Promise<ReadQueue> {
    const { Queue, Worker, DelayedError } = await import('bullmq').catch((error: unknown) => {
      throw peerMissing('bullmq', error);
    });
    const { prefix, concurrency, lockMs, read, onError } = options;
    const told = (error: unknown) => onError(queueErrorOf(error, connection.shownUrl));
    const queue = new Queue(QUEUE, {
      connection: connection.client,
      prefix,
      streams: { events: { maxLen: 100 } },
      defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
      skipMetasUpdate: true,
      // What it would print, `redisDangers` tells.
      skipVersionCheck: true,
    });
    // Each tells by itself when Redis is away; the connection tells it once.
    queue.on('error', () => undefined);
    const mine: { opened: ReadQueue | undefined } = { opened: undefined };
    const worker = new Worker(
      QUEUE,
      async (job, token) => {
        const { opened } = mine;
        if (opened !== undefined) opened.#underWay += 1;
        try {
          const ending = await read(job.id ?? '').catch((error: unknown) => {
            told(error);
            throw error;
          });
          if (ending === undefined) return;
          // Where that fails, the read is put here again.
          await job.moveToDelayed(Date.now() + ending.againInMs, token);
          throw new DelayedError();
        } finally {
          if (opened !== undefined) opened.#underWay -= 1;
        }
      },
      {
        connection: connection.client,
        prefix,
        concurrency,
        autorun: false,
        lockDuration: lockMs,
        stalledInterval: lockMs,
        // A page that kills who reads it is told by the crawl itself.
        maxStalledCount: 1_000_000,
        drainDelay: 1,
        skipVersionCheck: true,
      },
    );
    worker.on('error', () => undefined);
    const opened = new ReadQueue(queue, worker);
    mine.opened = opened;
    worker.run().catch(told);
    return opened;
  }

  get concurrency(): number {
    return this.#worker.concurrency;
  }

  set concurrency(concurrency: number) {
    if (this.#worker.concurrency !== concurrency) this.#worker.concurrency = concurrency;
  }

  /** Reads in this process. */
  get underWay(): number {
    return this.#underWay;
  }

  /** Puts reads there, unless they are there already. */
  async put(jobs: readonly string[]): Promise<void> {
    if (jobs.length === 0) return;
    await this.#queue.addBulk(jobs.map((jobId) => ({ name: 'read', data: {}, opts: { jobId } })));
  }

  /** Takes no more, and resolves when what was under way here has ended. */
  async close(force: boolean): Promise<void> {
    await this.#worker.close(force).catch(() => undefined);
    await this.#queue.close().catch(() => undefined);
  }
}
