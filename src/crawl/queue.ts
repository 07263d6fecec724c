import PQueue from 'p-queue';

/** The reads of a crawl in this process: so many at a time, and the number may change while it runs. */
export class CrawlQueue {
  readonly #queue: PQueue;

  constructor(concurrency: number) {
    this.#queue = new PQueue({ concurrency });
  }

  get concurrency(): number {
    return this.#queue.concurrency;
  }

  set concurrency(concurrency: number) {
    this.#queue.concurrency = concurrency;
  }

  /** Begun or about to be. */
  get underWay(): number {
    return this.#queue.pending + this.#queue.size;
  }

  /** Whether another read would begin at once. */
  get hasRoom(): boolean {
    return this.underWay < this.concurrency;
  }

  /** `work` must not reject. */
  add(work: () => Promise<void>): void {
    void this.#queue.add(work);
  }

  /** Resolves when nothing is under way. */
  idle(): Promise<void> {
    return this.#queue.onIdle();
  }
}
