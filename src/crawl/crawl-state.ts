import { createHash } from 'node:crypto';
import { kindOfBody } from '../page/body-kind.js';
import type { Page } from '../page/page.js';
import { type CrawlChanges, changeOfFailure, withChanges } from './crawl-changes.js';
import type { CrawlChange, CrawlEvent, CrawlFailure, CrawlLimit } from './crawl-event.js';
import type { Outcome } from './crawl-folder.js';
import { asLink, followedLinks } from './crawl-links.js';
import { factsOf, pageOutcome, redirectedLine, type Step } from './crawl-outcome.js';
import { discovered, newsTold, repeated } from './crawl-tellings.js';
import { type Expectations, withJudgement } from './expectations.js';
import type { Frontier } from './frontier.js';
import type { CrawlNews, Discovery, FoundLink, Handout, PageFacts, PageVerdict } from './frontier-events.js';
import type { JournalRecord } from './journal-record.js';
import { jsonLine } from './json-line.js';
import { PageFileNames } from './page-file.js';
import type { CrawlFacts } from './page-row.js';
import { mayPass } from './passing-failure.js';
import type { RobotsTags } from './robots-tags.js';

export interface StateOptions {
  readonly frontier: Frontier;
  readonly maxBytes?: number | undefined;
  readonly maxFailures?: number | undefined;
  /** Links marked `nofollow` are not followed. */
  readonly skipNofollow: boolean;
  /** No links are followed: the pages come from elsewhere. */
  readonly skipLinks: boolean;
  /** What an earlier crawl is compared by. */
  readonly changes?: CrawlChanges | undefined;
  readonly expectations?: Expectations | undefined;
  /** There is a folder to keep pages in. */
  readonly isKept: boolean;
  /** The journal keeps of a link what a scorer may look at. */
  readonly keepsLinkText: boolean;
}

/** A step that is not taken: a limit came first. */
const GIVEN_UP: Step = { events: [] };

/** A failure as it is met; where it was found is known here. */
export type MetFailure = Omit<CrawlFailure, 'type' | 'url' | 'depth' | 'from'>;

/**
 * Where a crawl stands, and what becomes of each page: judged by the frontier and counted against the limits in one go, so
 * that no two reads that end together both take the last place. Does no I/O; the same journal gives the same state.
 */
export class CrawlState {
  readonly frontier: Frontier;
  readonly #options: StateOptions;
  readonly #names = new PageFileNames();
  /** Of what waits, the page on which it was found. */
  readonly #foundOn = new Map<string, string>();
  readonly #leftAside = new Map<string, number>();
  #pages = 0;
  #failures = 0;
  #bytes = 0;
  #rendered = 0;
  #limit: CrawlLimit | undefined;
  /** Its sitemaps were read in an earlier run. */
  sitemapsRead = false;

  constructor(options: StateOptions) {
    this.#options = options;
    this.frontier = options.frontier;
  }

  /** The limit that ended the crawl, once one has. */
  get limit(): CrawlLimit | undefined {
    return this.#limit;
  }

  get counts() {
    const { frontier } = this;
    const { skipped, waiting, active } = frontier.counts();
    return {
      pages: this.#pages,
      failures: this.#failures,
      bytes: this.#bytes,
      rendered: this.#rendered,
      skipped: { ...skipped, ...Object.fromEntries(this.#leftAside) },
      traps: frontier.traps().length,
      queued: waiting,
      underWay: active,
      ...(this.#options.changes === undefined ? {} : { changes: this.#options.changes.counts }),
      ...(this.#options.expectations === undefined ? {} : { expectations: this.#options.expectations.totals }),
    };
  }

  seeded(urls: readonly string[]): Step {
    return { events: discovered(this.frontier.seeded(urls)) };
  }

  listed(urls: readonly string[], sitemap: string): Step {
    return { events: this.#met(this.frontier.listed(urls.map((url) => ({ url }))), sitemap) };
  }

  /** A page was read. Nothing is counted twice, and nothing beyond a limit: then there is no outcome. */
  read(handout: Handout, page: Page, tags: RobotsTags, fetchedAt: string): Step {
    const step = this.#take(handout, page, tags, fetchedAt);
    if (step === GIVEN_UP) return step;
    return withJudgement(step, this.#options.expectations?.ofPage(handout.url, page));
  }

  #take(handout: Handout, page: Page, { noindex, nofollow }: RobotsTags, fetchedAt: string): Step {
    const { skipLinks, skipNofollow } = this.#options;
    const links = nofollow || skipLinks ? [] : followedLinks(page, { skipNofollow });
    if (noindex) return this.leaveAside(handout, 'noindex', links);
    if (kindOfBody(page.mediaType, page.text) === 'binary') return this.leaveAside(handout, 'binary');
    const bytes = Buffer.byteLength(page.text);
    if (this.#bytes + bytes > (this.#options.maxBytes ?? Number.POSITIVE_INFINITY)) {
      this.#limit ??= 'max-bytes';
      return this.#giveUp(handout);
    }
    const facts = factsOf(page);
    const from = this.#foundOn.get(handout.key);
    const verdict = this.#finished(handout.key, facts);
    const events = this.#follow(verdict, links, page.url);
    const record = { type: 'page' as const, key: handout.key, url: handout.url, facts, links: this.#kept(links) };
    if (verdict.verdict !== 'page') {
      this.#options.changes?.met(handout.key);
      return {
        outcome: { record, ...redirectedLine(handout, page) },
        events: [...repeated(handout, verdict, { from, endedAt: page.url }), ...events],
      };
    }
    this.#count(bytes, page.rendered ?? false);
    const crawlFacts: CrawlFacts = {
      seq: this.#pages,
      url: handout.url,
      depth: verdict.depth,
      ...(from === undefined ? {} : { from }),
      fetchedAt,
      hash: `sha256:${createHash('sha256').update(page.text).digest('hex')}`,
      ...(verdict.nearDuplicateOf === undefined ? {} : { nearDuplicateOf: verdict.nearDuplicateOf }),
    };
    const told = { type: 'page' as const, ...crawlFacts, page };
    const change = this.#options.changes?.kept({ ...crawlFacts, key: handout.key });
    const changes = change === undefined ? [] : [change];
    if (!this.#options.isKept) return { events: [told, ...changes, ...events] };
    const file = this.#names.take(page.url);
    return {
      outcome: withChanges(pageOutcome(record, { facts: crawlFacts, page, file, bytes }), changes),
      events: [{ ...told, file }, ...changes, ...events],
    };
  }

  /** A page could not be read. Beyond the limit nothing is counted. */
  fail(handout: Handout, failure: MetFailure): Step {
    if (this.#limit !== undefined) return this.#giveUp(handout);
    const { key, url, depth } = handout;
    const from = this.#foundOn.get(key);
    const news = this.frontier.failed(key);
    this.#countFailure();
    const { page: _, ...told } = failure;
    const about = { url, depth, ...(from === undefined ? {} : { from }) };
    const { code, status } = failure;
    const changes = changeOfFailure(this.#options.changes, key, status);
    const outcome: Outcome = {
      record: { type: 'failure', key, url, code, ...(status === undefined ? {} : { status }) },
      lines: { failures: jsonLine({ ...about, ...told }) },
    };
    const step = {
      outcome: withChanges(outcome, changes),
      events: [{ type: 'failure' as const, ...about, ...failure }, ...changes, ...newsTold(news)],
    };
    return withJudgement(step, this.#options.expectations?.ofFailure(url, failure));
  }

  /** Beyond a limit a URL is as if it had not been read. */
  #giveUp({ key }: Handout): Step {
    this.frontier.released(key);
    return GIVEN_UP;
  }

  /** A page is not kept, for a reason that the frontier does not know; its links may be followed all the same. */
  leaveAside(handout: Handout, reason: string, links: readonly FoundLink[] = [], detail?: string): Step {
    const { key, url } = handout;
    const from = this.#foundOn.get(key);
    const news = this.#leave(key, reason);
    const events = [...newsTold(news), ...this.#met(this.frontier.discovered(links, key), url)];
    return {
      outcome: { record: { type: 'skipped', key, reason, links: this.#kept(links) } },
      events: [
        {
          type: 'skipped',
          url,
          reason,
          ...(from === undefined ? {} : { from }),
          ...(detail === undefined ? {} : { detail }),
        },
        ...events,
      ],
    };
  }

  /** What is no longer there, once a crawl has seen all that there is. */
  unmet(): readonly CrawlChange[] {
    return this.#options.changes?.unmet() ?? [];
  }

  /** Brings back what a journal tells. */
  replay(records: readonly JournalRecord[]): void {
    for (const record of records) this.#replayOne(record);
  }

  #replayOne(record: JournalRecord): void {
    const { changes } = this.#options;
    switch (record.type) {
      case 'start':
        this.seeded(record.seeds);
        return;
      case 'listed':
        this.listed(record.urls, '');
        return;
      case 'sitemaps':
        this.sitemapsRead = true;
        return;
      case 'page': {
        this.frontier.started(record.key);
        const verdict = this.#finished(record.key, record.facts);
        if (record.kept !== undefined) {
          this.#count(record.kept.bytes, record.kept.rendered);
          this.#names.mark(record.kept.file);
          changes?.kept({ ...record.kept, key: record.key, url: record.url });
        } else changes?.met(record.key);
        this.#follow(verdict, record.links.map(asLink), record.facts.finalUrl);
        return;
      }
      case 'failure':
        // It waits as if it had not been asked for.
        if (mayPass(record)) return;
        this.frontier.started(record.key);
        this.frontier.failed(record.key);
        this.#countFailure();
        changeOfFailure(changes, record.key, record.status);
        return;
      case 'skipped':
        this.frontier.started(record.key);
        this.#leave(record.key, record.reason);
        this.#met(this.frontier.discovered(record.links.map(asLink), record.key), record.key);
        return;
      case 'end':
        if (record.reason === 'complete') changes?.unmet();
        return;
      case 'resume':
        return;
    }
  }

  #leave(key: string, reason: string): CrawlNews {
    this.#leftAside.set(reason, (this.#leftAside.get(reason) ?? 0) + 1);
    this.#foundOn.delete(key);
    return this.frontier.failed(key);
  }

  #finished(key: string, facts: PageFacts): PageVerdict {
    this.#foundOn.delete(key);
    return this.frontier.finished(key, facts);
  }

  #count(bytes: number, rendered: boolean): void {
    this.#pages += 1;
    this.#bytes += bytes;
    if (rendered) this.#rendered += 1;
  }

  #countFailure(): void {
    this.#failures += 1;
    if (this.#failures >= (this.#options.maxFailures ?? Number.POSITIVE_INFINITY)) this.#limit ??= 'max-failures';
  }

  #kept(links: readonly FoundLink[]): (string | FoundLink)[] {
    return links.map((link) => (this.#options.keepsLinkText ? link : link.url));
  }

  #follow(verdict: PageVerdict, links: readonly FoundLink[], from: string): CrawlEvent[] {
    const met = verdict.follow ? this.#met(this.frontier.discovered(links, verdict.key), from) : [];
    return [...newsTold(verdict), ...met];
  }

  #met(discovery: Discovery, from: string): CrawlEvent[] {
    for (const { key, verdict } of discovery.links) {
      if (key !== undefined && (verdict === 'queued' || verdict === 'held')) this.#foundOn.set(key, from);
    }
    return discovered(discovery, from);
  }
}
