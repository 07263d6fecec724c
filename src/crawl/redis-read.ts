import { LIMITS } from '../base/limits.js';
import { kindOfBody } from '../page/body-kind.js';
import type { Page } from '../page/page.js';
import type { PageReader } from '../reader/reader.js';
import type { CrawlEvent, CrawlFailure } from './crawl-event.js';
import type { MetFailure } from './crawl-state.js';
import { HashIndex } from './hash-index.js';
import {
  failureCommit,
  type LeftAside,
  type LinkRules,
  type PageCommit,
  type PageLinkIn,
  skippedCommit,
} from './redis-commit.js';
import type { Committed, Read, RedisCrawl } from './redis-crawl.js';
import type { ReadEnding } from './redis-queue.js';
import { failurePayload, hashOf, pagePayload, repeatedPayload, skippedPayload } from './redis-result.js';
import type { RedisTurns } from './redis-turns.js';
import type { RobotsFiles } from './robots-file.js';
import { robotsTagsOf } from './robots-tags.js';
import { type Visit, type VisitOptions, visit } from './visit.js';

export interface RedisReadsOptions {
  readonly crawl: RedisCrawl;
  readonly rules: LinkRules;
  readonly turns: RedisTurns;
  readonly robots: RobotsFiles | undefined;
  readonly productToken: string;
  readonly reader: PageReader;
  readonly visit: Omit<VisitOptions, 'reader' | 'signal'>;
  readonly retries: number;
  readonly skipNofollow: boolean;
  readonly skipLinks: boolean;
  /** What is told of a page is written somewhere too. */
  readonly isKept: boolean;
  readonly signal: AbortSignal;
  readonly tell: (event: CrawlEvent) => void;
  readonly onHost: (host: string) => void;
}

/** A read as it was handed out. */
interface Handed extends Read {
  readonly start: number;
  readonly tries: number;
  readonly depth: number;
  readonly url: string;
  readonly from: string;
  readonly host: string;
}

/** Over and above what a read may take: it is believed to be under way for no longer. */
const GRACE_MS = 60_000;
const ENDLESS_MS = 3_600_000;

/** Reads the pages that one process of a crawl in Redis is given, and tells what came of them once Redis has it. */
export class RedisReads {
  readonly #options: RedisReadsOptions;
  /** Told in this process, so that each is told once. */
  readonly #toldAside = new HashIndex();

  constructor(options: RedisReadsOptions) {
    this.#options = options;
  }

  /** Rejects by the signal, and where nothing can be read or kept any more. */
  async read(job: string): Promise<ReadEnding> {
    const { crawl, robots, turns, signal, visit: settings } = this.#options;
    const [id = '', attempt = ''] = job.split('.');
    const looked = await crawl.look({ id, attempt });
    // Somebody else has done it, or it was taken back.
    if (looked === undefined) return undefined;
    const handed = { id, attempt, ...looked };
    try {
      const file = await robots?.fileFor(handed.url, signal);
      if (file?.crawlDelayMs !== undefined) await turns.tellDelay(handed.url, file.crawlDelayMs);
      const verdict = file?.judge(handed.url);
      if (file !== undefined && verdict !== undefined && !verdict.allowed) {
        return await this.#refused(handed, file, verdict.line);
      }
      const underWayMs = settings.timeoutMs === 0 ? ENDLESS_MS : settings.timeoutMs + GRACE_MS;
      const { answer, value, pace, now } = await crawl.begin({ id, attempt }, underWayMs);
      if (answer === 'gone') return undefined;
      if (answer === 'wait') return { againInMs: value };
      if (answer === 'go') return await this.#visit({ ...handed, start: value }, now);
      const { code, message, retryable } =
        answer === 'alone'
          ? turns.leftAlone(handed.host, pace, now)
          : { code: 'WORKER_LOST', message: `every process that read it has died`, retryable: false };
      await this.#fail({ ...handed, start: value }, { code, message, retryable });
    } catch (error) {
      if (!signal.aborted) throw error;
      await crawl.release(handed, handed.start, 0);
    }
    return undefined;
  }

  async #visit(handed: Handed, startedAt: number): Promise<undefined> {
    const { crawl, turns, reader, signal, visit: settings, retries } = this.#options;
    this.#options.onHost(handed.host);
    let visited: Visit;
    try {
      visited = await visit(handed.url, { ...settings, reader, signal });
    } catch (error) {
      await crawl.release(handed, handed.start, 0);
      throw error;
    }
    // Before the page counts as read: its end lets the next begin.
    await turns.learn(handed.host, startedAt, visited.pace);
    if (visited.kind === 'broken') {
      await crawl.release(handed, handed.start, 0);
      throw visited.error;
    }
    if (visited.kind === 'page') await this.#page(handed, visited.page);
    else if (visited.later && handed.tries < retries) await crawl.release(handed, handed.start, 1);
    else await this.#fail(handed, visited.failure);
    return undefined;
  }

  async #page(handed: Handed, page: Page): Promise<void> {
    const { rules, robots, productToken, skipLinks, isKept, tell } = this.#options;
    const { url, from } = handed;
    const now = Date.now();
    const { noindex, nofollow } =
      robots === undefined ? { noindex: false, nofollow: false } : robotsTagsOf(page, productToken, now);
    const fault = rules.faultOf(url, page.url);
    if (fault !== undefined) return this.#skip(handed, fault, { detail: page.url });
    if (kindOfBody(page.mediaType, page.text) === 'binary') return this.#skip(handed, 'binary');
    const { wanted, aside } = rules.sort(nofollow || skipLinks ? [] : this.#followed(page), handed.depth + 1);
    await this.#tellAside(aside, page.url);
    const links = await this.#lastLinks(wanted, handed.depth + 1, page.url);
    if (noindex) return this.#skip(handed, 'noindex', { links, at: page.url });
    const fetchedAt = new Date(now).toISOString();
    const commit = rules.commitOf(rules.named(url) ?? [handed.id, url, handed.host], page, links);
    const payload = isKept ? pagePayload(this.#keyOf(url), page, fetchedAt) : '';
    const { verdict, seq, depth, detail, isNewTrap } = await this.#commit(handed, commit, payload);
    const found = from === '' ? {} : { from };
    if (verdict === 'page') {
      tell({ type: 'page', seq, url, depth, ...found, fetchedAt, hash: hashOf(page.text), page });
    } else if (verdict === 'duplicate' || verdict === 'outside') {
      const reason = verdict === 'outside' ? detail : 'duplicate';
      tell({ type: 'skipped', url, reason, ...found, ...(page.url !== url && { detail: page.url }) });
    }
    if (isNewTrap) tell({ type: 'trap', kind: 'same-content', pattern: page.url, examples: [url], count: 1 });
  }

  /** Of many links all but the last go ahead of their page: that they are known does no harm, should it never come. */
  async #lastLinks(links: readonly PageLinkIn[], depth: number, from: string): Promise<PageLinkIn[]> {
    let rest = [...links];
    while (rest.length > LIMITS.queueLinks) {
      await this.#options.crawl.discover(rest.slice(0, LIMITS.queueLinks), depth, from);
      rest = rest.slice(LIMITS.queueLinks);
    }
    return rest;
  }

  async #refused(
    handed: Handed,
    { state, reason }: { readonly state: string; readonly reason?: string },
    line: number | undefined,
  ): Promise<undefined> {
    if (state === 'unreachable') {
      const message = `its robots.txt cannot be had: ${reason ?? 'no answer'}`;
      await this.#fail(handed, { code: 'REFUSED_ROBOTS', message, retryable: true });
      return;
    }
    const detail = line === undefined ? reason : `line ${line} of its robots.txt`;
    await this.#skip(handed, 'robots', detail === undefined ? {} : { detail });
  }

  async #skip(
    handed: Handed,
    reason: string,
    { detail, links = [], at = '' }: { detail?: string; links?: readonly PageLinkIn[]; at?: string } = {},
  ): Promise<void> {
    const payload = this.#options.isKept ? skippedPayload(this.#keyOf(handed.url), reason) : '';
    const { verdict } = await this.#commit(handed, skippedCommit(reason, at, links), payload);
    if (verdict !== 'skipped') return;
    const { url, from } = handed;
    const found = from === '' ? {} : { from };
    this.#options.tell({ type: 'skipped', url, reason, ...found, ...(detail !== undefined && { detail }) });
  }

  async #fail(handed: Handed, failure: MetFailure): Promise<void> {
    const { url, depth, from } = handed;
    const told: Omit<CrawlFailure, 'type'> = { url, depth, ...(from !== '' && { from }), ...failure };
    const payload = this.#options.isKept ? failurePayload(this.#keyOf(url), failure) : '';
    const { verdict } = await this.#commit(handed, failureCommit(), payload);
    if (verdict === 'failure') this.#options.tell({ type: 'failure', ...told });
  }

  #commit(handed: Handed, commit: PageCommit, payload: string): Promise<Committed> {
    const repeated = this.#options.isKept ? repeatedPayload(this.#keyOf(handed.url), commit.at) : '';
    return this.#options.crawl.commit(handed, handed.start, { ...commit, depth: handed.depth }, { payload, repeated });
  }

  async #tellAside(aside: readonly LeftAside[], from: string): Promise<void> {
    const counts = new Map<string, number>();
    for (const { url, reason, detail } of aside) {
      if (!this.#toldAside.add(url)) continue;
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
      this.#options.tell({ type: 'skipped', url, reason, from, ...(detail !== undefined && { detail }) });
    }
    await this.#options.crawl.skipped(counts);
  }

  #followed({ links = [] }: Page) {
    return links.filter(({ rel = '' }) => !this.#options.skipNofollow || !/\bnofollow\b/.test(rel));
  }

  #keyOf(url: string): string {
    return this.#options.rules.keyed(url)?.key ?? url;
  }
}
