import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { asUrl } from '../base/url.js';
import type { CrawlEnd } from './crawl-event.js';
import type { PageCommit, PageLinkIn } from './redis-commit.js';
import { type RedisConnection, spoilt } from './redis-connection.js';
import { REDIS_SCRIPTS, type RedisScript } from './redis-lua.js';
import { BEGUN, COMMITTED, COUNT, ENTERED, FED, LOOKED, META, PACED, RESULT, type RedisMeta } from './redis-values.js';

const SHA: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(REDIS_SCRIPTS).map(([name, source]) => [name, createHash('sha1').update(source).digest('hex')]),
);

/** Starts of one read: more, and it is the page that kills who reads it. */
const STARTS = 5;

/** What is to be read now, or why nothing will be any more. */
export interface Fed {
  readonly ended: CrawlEnd | '';
  /** Until a host is ready; absent where none is waited for. */
  readonly soonestMs: number | undefined;
  /** Nothing is handed out since too much waits to be written. */
  readonly isHeldUp: boolean;
  readonly jobs: readonly string[];
}

/** A read as BullMQ names it: the id of a URL, and how often it was handed out before. */
export interface Read {
  readonly id: string;
  readonly attempt: string;
}

/** What became of a page, and of what was written on it. */
export interface Committed {
  readonly verdict: z.infer<typeof COMMITTED>[0];
  readonly seq: number;
  readonly depth: number;
  readonly detail: string;
  readonly isNewTrap: boolean;
}

export interface Result extends z.infer<typeof RESULT> {
  readonly entry: string;
}

/** Steps of a crawl that is in Redis. Each is whole, whoever does it, and may be done again when its answer was lost. */
export class RedisCrawl {
  readonly connection: RedisConnection;
  /** Of all its keys. The braces keep them on one node of a cluster. */
  readonly prefix: string;
  readonly #signal: AbortSignal;

  constructor(connection: RedisConnection, name: string, signal: AbortSignal) {
    this.connection = connection;
    this.prefix = `pageward:{${name}}`;
    this.#signal = signal;
  }

  /** Begins it, unless somebody else has. */
  async open(fields: Readonly<Record<string, string | number>>, seeds: readonly PageLinkIn[]): Promise<boolean> {
    const pairs = Object.entries(fields).flat();
    return (await this.#run('open', COUNT, [...pairs, JSON.stringify(seeds)])) === 1;
  }

  async reopen(fields: Readonly<Record<string, string | number>>): Promise<void> {
    await this.#run('reopen', COUNT, Object.entries(fields).flat());
  }

  /** What was handed out longer than `againMs` ago comes again, in case BullMQ has never had it. */
  async feed(want: number, againMs: number): Promise<Fed> {
    const [ended, soonest, heldUp, ...jobs] = await this.#run('feed', FED, [want, againMs]);
    return { ended, soonestMs: soonest < 0 ? undefined : soonest, isHeldUp: heldUp === 1, jobs };
  }

  async look({ id, attempt }: Read) {
    const [start, tries = 0, depth = 0, url = '', from = ''] = await this.#run('look', LOOKED, [id, attempt]);
    if (start === undefined) return undefined;
    const { host } = asUrl(url) ?? {};
    if (host === undefined) throw spoilt('the URL of a page', this.connection.shownUrl);
    return { start, tries, depth, url, from, host };
  }

  async begin({ id, attempt }: Read, underWayMs: number) {
    const [answer, value, pace, now] = await this.#run('begin', BEGUN, [id, attempt, underWayMs, STARTS]);
    return { answer, value, pace, now };
  }

  async release({ id, attempt }: Read, start: number, tries: number): Promise<void> {
    await this.#run('release', COUNT, [id, attempt, start, tries]);
  }

  async discover(links: readonly PageLinkIn[], depth: number, from: string): Promise<void> {
    if (links.length > 0) await this.#run('discover', COUNT, [JSON.stringify(links), depth, from]);
  }

  /** `payload` is written of it, or `repeated` where it turns out to be another's page. */
  async commit(
    { id, attempt }: Read,
    start: number,
    facts: PageCommit,
    { payload, repeated }: { readonly payload: string; readonly repeated: string },
  ): Promise<Committed> {
    const args = [id, attempt, start, JSON.stringify(facts), payload, repeated];
    const [verdict, seq, depth, detail, trap] = await this.#run('commit', COMMITTED, args);
    return { verdict, seq, depth, detail, isNewTrap: trap === 1 };
  }

  async pace(host: string): Promise<{ readonly pace: string; readonly now: number }> {
    const [pace, now] = await this.#run('pace', PACED, [host]);
    return { pace, now };
  }

  /** Whether it was still the pace that the new one was reckoned from. */
  async setPace(host: string, was: string, is: string, aloneUntil: number): Promise<boolean> {
    return (await this.#run('setPace', COUNT, [host, was, is, Math.ceil(aloneUntil)])) === 1;
  }

  async setDelay(host: string, delayMs: number): Promise<void> {
    await this.#run('setDelay', COUNT, [host, delayMs]);
  }

  async enter(host: string, token: string, underWayMs: number) {
    const [wait, now, pace] = await this.#run('enter', ENTERED, [host, token, underWayMs]);
    return { wait, now, pace };
  }

  async leave(host: string, token: string): Promise<void> {
    await this.connection.ask((client) => client.zrem(this.key(`live:${host}`), token), this.#signal);
  }

  /** Whether something that one process does is this one's to do, for so long. */
  async lease(name: string, token: string, ms: number): Promise<boolean> {
    return (await this.#run('lease', COUNT, [name, token, ms])) === 1;
  }

  async yield(name: string, token: string): Promise<void> {
    await this.#run('yield', COUNT, [name, token]);
  }

  /** Results after one, or from the first; up to one, or to the last. */
  async results({ after = '', upTo = '+' }: { after?: string; upTo?: string }, most: number): Promise<Result[]> {
    const start = after === '' ? '-' : `(${after}`;
    const entries = await this.connection.ask(
      (client) => client.xrange(this.key('results'), start, upTo, 'COUNT', most),
      this.#signal,
    );
    return entries.map(([entry, pairs]) => ({ entry, ...this.#checked(RESULT, fieldsOf(pairs), 'a result') }));
  }

  /** These are on the disk, and need not be in Redis any more; the answer is no when another process writes now. */
  async acknowledge(token: string, bytes: number, entries: readonly string[]): Promise<boolean> {
    return (await this.#run('acknowledge', COUNT, [token, bytes, ...entries])) === 1;
  }

  async meta(): Promise<RedisMeta | undefined> {
    const hash = await this.connection.ask((client) => client.hgetall(this.key('meta')), this.#signal);
    return Object.keys(hash).length === 0 ? undefined : this.#checked(META, hash, 'its counts');
  }

  async mark(field: 'listed' | 'written'): Promise<void> {
    await this.connection.ask((client) => client.hset(this.key('meta'), field, '1'), this.#signal);
  }

  async skips(): Promise<Readonly<Record<string, number>>> {
    const hash = await this.connection.ask((client) => client.hgetall(this.key('skips')), this.#signal);
    return Object.fromEntries(Object.entries(hash).map(([reason, times]) => [reason, Number(times) || 0]));
  }

  async skipped(reasons: ReadonlyMap<string, number>): Promise<void> {
    const key = this.key('skips');
    for (const [reason, times] of reasons) {
      await this.connection.ask((client) => client.hincrby(key, reason, times), this.#signal);
    }
  }

  /** Takes away all of it but its counts, which stay for an hour: whoever comes late is told how it ended. */
  async clear(): Promise<void> {
    const { client } = this.connection;
    await client.expire(this.key('meta'), 3_600);
    await client.expire(this.key('skips'), 3_600);
    const kept = new Set([this.key('meta'), this.key('skips')]);
    const pattern = `${this.prefix.replace(/[*?[\]\\]/g, '\\$&')}:*`;
    for await (const keys of client.scanStream({ match: pattern, count: 1_000 })) {
      const gone = keys.filter((key: string) => !kept.has(key));
      if (gone.length > 0) await client.unlink(...gone);
    }
  }

  key(name: string): string {
    return `${this.prefix}:${name}`;
  }

  async #run<T>(name: RedisScript, shape: z.ZodType<T>, args: readonly (string | number)[]): Promise<T> {
    const prefix = this.key('');
    const answer = await this.connection.ask(async (client) => {
      try {
        return await client.evalsha(SHA[name] ?? '', 1, prefix, ...args);
      } catch (error) {
        // A Redis that was started anew knows none of them.
        if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
        return await client.eval(REDIS_SCRIPTS[name], 1, prefix, ...args);
      }
    }, this.#signal);
    return this.#checked(shape, answer, `the answer of ${name}`);
  }

  #checked<T>(shape: z.ZodType<T>, value: unknown, what: string): T {
    const result = shape.safeParse(value);
    if (result.success) return result.data;
    const [issue] = result.error.issues;
    throw spoilt(
      `${what} ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is not valid'}`,
      this.connection.shownUrl,
    );
  }
}

function fieldsOf(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.flatMap((name, index) => (index % 2 === 0 ? [[name, pairs[index + 1] ?? ''] as const] : [])),
  );
}
