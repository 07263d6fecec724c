/** A crawl in Redis that any number of processes share. */
export interface RedisQueueOptions {
  /** `redis://` or `rediss://`, with user, password and number of the database where it has them. */
  readonly url: string;
  /** Processes that give the same name share one crawl. Default: made of the seeds and of the options that decide what is read. */
  readonly name?: string;
  /** How long Redis may be away before this process ends, in milliseconds. Default 300 000. */
  readonly lostMs?: number;
  /** After how long of silence a process counts as dead, and its pages are given to others, in milliseconds. Default 15 000. */
  readonly lockMs?: number;
  /** Of results that wait in Redis to be written, in bytes: beyond it no page is begun. Default 64 000 000. */
  readonly maxWaitingBytes?: number;
}
