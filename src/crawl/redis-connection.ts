import { EventEmitter } from 'node:events';
import type { Redis } from 'ioredis';
import { delay } from '../base/deadline.js';
import { messageOf, QueueError } from '../base/errors.js';
import { LIMITS } from '../base/limits.js';
import { invalidOption } from '../base/options.js';
import { asUrl, redactUrl } from '../base/url.js';
import { peerMissing } from './missing-peer.js';

/** Answers of a Redis that will do later what it does not do now. */
const NOT_NOW = /^(?:OOM|LOADING|BUSY|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|NOREPLICAS|UNKILLABLE|MISCONF) /;
/** What only a right URL, or the operator of that Redis, can mend. */
const NO_ENTRY = /^(?:WRONGPASS|NOAUTH|NOPERM)|invalid password|without any password/i;
/** A script of ours that fails has met a value that no script of ours has written. */
const SPOILT = /WRONGTYPE|user_script|Error running script|not an integer|not a float|script:/i;
const LOST = /Connection is closed|ECONN|EPIPE|Stream isn't writeable|Socket|ENOTFOUND|ENOENT|ETIMEDOUT|EAI_AGAIN/i;

export interface RedisConnectionOptions {
  /** How long Redis may be away before the crawl ends. */
  readonly lostMs?: number;
}

/**
 * The connection of one process to the Redis of its crawl. While Redis is away, commands wait for it; `down` and `up` tell so,
 * and `lost` that it was away for too long. Not for the guard: the operator names it, and no page can.
 */
export class RedisConnection extends EventEmitter<{ down: [string]; up: []; lost: [QueueError] }> {
  readonly client: Redis;
  /** Without its password. */
  readonly shownUrl: string;
  readonly #lostMs: number;
  #downSince: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #reason = 'the connection was closed';
  #isClosed = false;

  private constructor(client: Redis, shownUrl: string, { lostMs = LIMITS.queueLostMs }: RedisConnectionOptions) {
    super();
    this.client = client;
    this.shownUrl = shownUrl;
    this.#lostMs = lostMs;
  }

  /**
   * @throws UsageError `PEER_MISSING` where ioredis is not installed, `INVALID_OPTION` for a URL that is none; QueueError
   * `QUEUE_UNREACHABLE` when Redis does not answer or does not let us in.
   */
  static async open(url: string, options: RedisConnectionOptions = {}): Promise<RedisConnection> {
    checkRedisUrl(url);
    const { Redis } = await import('ioredis').catch((error: unknown) => {
      throw peerMissing('ioredis', error);
    });
    const client = new Redis(url, {
      lazyConnect: true,
      // BullMQ wants it so: a command waits for as long as Redis is away, and we end what waits too long.
      maxRetriesPerRequest: null,
      connectTimeout: LIMITS.connectTimeoutMs,
      retryStrategy: (attempt) => Math.min(2_000, 50 * 2 ** Math.min(attempt, 6)),
    });
    const connection = new RedisConnection(client, redactUrl(url), options);
    await connection.#connect();
    return connection;
  }

  /** The same to one command after another; what Redis cannot do now is asked again. */
  async ask<T>(command: (client: Redis) => Promise<T>, signal?: AbortSignal): Promise<T> {
    for (let pauseMs = 100; ; pauseMs = Math.min(2_000, pauseMs * 2)) {
      try {
        const answer = await command(this.client);
        this.#wentWell();
        return answer;
      } catch (error) {
        const message = messageOf(error);
        if (this.#isClosed || !NOT_NOW.test(message)) throw queueErrorOf(error, this.shownUrl);
        this.#goneWrong(message);
      }
      await delay(pauseMs, signal);
    }
  }

  /** Lets go of it, and leaves nothing open. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.removeAllListeners();
    this.client.disconnect();
  }

  async #connect(): Promise<void> {
    const { client } = this;
    let reason: unknown;
    client.on('error', (error: Error) => {
      reason = error;
      this.#reason = error.message;
    });
    try {
      await client.connect();
      await client.ping();
    } catch (error) {
      this.close();
      throw unreachable(reason ?? error, this.shownUrl);
    }
    client.on('close', () => this.#goneWrong(this.#reason));
    client.on('ready', () => this.#wentWell());
  }

  #goneWrong(reason: string): void {
    if (this.#isClosed || this.#downSince !== undefined) return;
    this.#downSince = Date.now();
    this.emit('down', reason);
    this.#timer = setTimeout(() => this.emit('lost', unreachable(new Error(reason), this.shownUrl)), this.#lostMs);
  }

  #wentWell(): void {
    if (this.#downSince === undefined || this.client.status !== 'ready') return;
    this.#downSince = undefined;
    clearTimeout(this.#timer);
    this.emit('up');
  }
}

/** @throws UsageError `INVALID_OPTION` */
function checkRedisUrl(url: string): void {
  const parsed = asUrl(url);
  if (parsed !== undefined && /^rediss?:$/.test(parsed.protocol)) return;
  const hint = 'Give redis://host:6379/0, or rediss:// for TLS.';
  throw invalidOption(`crawl: queue: must be a redis:// or rediss:// URL (got ${redactUrl(url)})`, 'queue', hint);
}

/** Any error of Redis or of a library that speaks with it, as one of ours. */
export function queueErrorOf(error: unknown, shownUrl: string): unknown {
  const message = messageOf(error);
  if (NO_ENTRY.test(message) || LOST.test(message)) return unreachable(error, shownUrl);
  return SPOILT.test(message) ? spoilt(`a script met a value that is not its own: ${message}`, shownUrl) : error;
}

/** What is in Redis is not what was put there. */
export function spoilt(what: string, shownUrl: string): QueueError {
  return new QueueError(`the crawl in ${shownUrl} cannot be read: ${what.slice(0, 300)}`, {
    code: 'QUEUE_CORRUPT',
    hint: 'Somebody else writes to its keys, or another version began it: take another --crawl-name, or another Redis.',
  });
}

function unreachable(error: unknown, shownUrl: string): QueueError {
  const message = messageOf(error);
  return new QueueError(`Redis cannot be reached at ${shownUrl}: ${message}`, {
    code: 'QUEUE_UNREACHABLE',
    hint: 'See that Redis runs and that the URL and its password are right; the same command goes on with the crawl.',
  });
}
