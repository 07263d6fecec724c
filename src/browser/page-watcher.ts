import { delay } from '../base/deadline.js';
import type { DraftWish, PageLook } from '../page/look-script.js';
import type { Readiness } from '../page/page.js';
import type { PageProbe } from '../page/probe-script.js';
import { firstOf } from './first-of.js';
import type { FrameTargets } from './frame-targets.js';
import { HeadStartRecord } from './head-start.js';
import { PageActivity } from './page-activity.js';
import { PageProber } from './page-probe.js';
import { PageWork, SHORTEST_REST_MS } from './page-work.js';
import { Disturbance, strideMs } from './run-ahead.js';
import { RunningText } from './running-text.js';
import { REST_SHARE } from './settle-blocks.js';
import { isAtRest, type Observation } from './settle-observation.js';
import { PATIENCE } from './settle-patience.js';
import { mayRunAhead } from './settle-verdict.js';
import type { Tab } from './tab.js';
import { TextGrowth } from './text-growth.js';
import { VirtualClock } from './virtual-clock.js';
import type { LoadEvent } from './wait-condition.js';

type Milestone = 'nothing' | LoadEvent;
const MILESTONES: readonly Milestone[] = ['nothing', 'commit', 'domcontentloaded', 'load'];

const CHANGE_PAUSE_MS = 15;

/** Follows a page while it loads, and tells what the verdict needs. */
export class PageWatcher {
  readonly clock: VirtualClock;
  readonly #activity: PageActivity;
  readonly #prober: PageProber;
  readonly #work: PageWork;
  readonly #startedMs = performance.now();
  #reached: Milestone = 'nothing';
  #loadedMs = 0;
  readonly #growth = new TextGrowth(this.#startedMs);
  readonly #ahead = new HeadStartRecord();
  #lookedAtMs = 0;
  readonly #text = new RunningText();
  #change: Promise<unknown> | undefined;
  #wake: () => void = () => undefined;
  readonly #disturbance = new Disturbance();

  /** `over` ends all waiting: the read has its answer, or none. */
  constructor(tab: Tab, over: AbortSignal) {
    this.#activity = new PageActivity(
      tab,
      {
        newDocument: (origin) => this.#onNewDocument(origin),
        parsed: () => this.#onParsed(),
        loaded: () => this.#onLoaded(),
        idle: () => this.#wake(),
        disturbed: () => this.#disturbance.happened(),
        frameExpired: (sessionId) => this.clock.expired(sessionId),
      },
      over,
    );
    this.#prober = new PageProber(tab, this.#activity);
    this.clock = new VirtualClock(tab, this.#activity.targets, over);
    this.#work = new PageWork(tab, this.#activity.targets, () => this.#onWorkerFree());
    over.addEventListener('abort', () => this.#rouse(), { once: true });
  }

  /** Must be done before the page goes anywhere, or its workers and frames go unseen. */
  async start(): Promise<void> {
    await Promise.all([this.#activity.targets.start(), this.#work.start()]);
  }

  get domReady(): boolean {
    return this.hasReached('domcontentloaded');
  }

  /** What of the page lives in other processes. */
  get targets(): FrameTargets {
    return this.#activity.targets;
  }

  /** Whether the document that the frame now shows has come so far. */
  hasReached(milestone: LoadEvent): boolean {
    return MILESTONES.indexOf(this.#reached) >= MILESTONES.indexOf(milestone);
  }

  get mayRunAhead(): boolean {
    return mayRunAhead(this.observation(undefined));
  }

  get elapsedMs(): number {
    return performance.now() - this.#startedMs;
  }

  /** What follows is to settle anew, as after a click: the page gets all of its head start again. */
  startOver(): void {
    this.#ahead.startOver();
  }

  /** The page, with this reason for taking it. */
  readiness(reason: Readiness['reason'], pending: readonly string[]): Readiness {
    const { elapsedMs } = this;
    return {
      reason,
      pending,
      growth: this.#growth.lengths,
      elapsedMs: Math.round(elapsedMs),
      ...(this.clock.isVirtual ? { virtualMs: Math.round(elapsedMs + this.#ahead.gainedMs) } : {}),
    };
  }

  /** Looks at the page from inside. `undefined` when it does not answer in time or its document went away. */
  async look(withinMs: number, wish?: DraftWish): Promise<PageLook | undefined> {
    const askedMs = performance.now();
    const looked = Promise.all([this.#prober.look(wish), this.#work.look()]);
    const [look] = (await firstOf(
      looked.catch(() => undefined),
      withinMs,
    )) ?? [undefined];
    if (look === undefined) return undefined;
    const probe = this.#prober.upToDate(look.probe);
    const nowMs = performance.now();
    const { changes } = probe;
    this.#text.looked({ changes, askedMs, atMs: nowMs, ranAhead: this.#ahead.ranAtMs > this.#lookedAtMs });
    this.#lookedAtMs = nowMs;
    const hasGrown = this.#growth.looked(probe.textLength, () => this.#ahead.whenChanged(probe.unchangedMs, nowMs));
    if (hasGrown) this.#activity.network.grew(this.#work.pageMs - probe.unchangedMs);
    return { ...look, probe };
  }

  observation(probe: PageProbe | undefined): Observation {
    const nowMs = performance.now();
    const { network, life } = this.#activity;
    return {
      elapsedMs: Math.round(nowMs - this.#startedMs),
      domReady: this.domReady,
      loaded: this.hasReached('load'),
      looksAgoMs: network.looksAgoMs(nowMs),
      pending: network.pending(nowMs),
      networkQuietMs: network.quietMs(nowMs),
      growthQuietMs: nowMs - this.#growth.grewAtMs,
      alive: life.kinds,
      aliveAgeMs: life.ageMs(nowMs),
      aliveQuietMs: life.quietMs(nowMs),
      failures: network.failures,
      polls: network.polls(nowMs),
      ahead: { ...this.#ahead.seen(this.#newsAtMs(nowMs)), isVirtual: this.clock.isVirtual },
      textRuns: this.#text.runs,
      work: this.#work.state(nowMs),
      ...(probe === undefined ? {} : { probe }),
    };
  }

  /**
   * Lets page time pass as fast as the page can, in strides: what must not be fast-forwarded shows in requests, and those
   * are heard of between two strides for certain. Gives whether all of it passed; it does not when something speaks
   * against going on, or after `withinMs` of our time.
   */
  async runAhead(pageMs: number, withinMs = Number.POSITIVE_INFINITY): Promise<boolean> {
    const { network } = this.#activity;
    const wasParsed = this.domReady;
    const nowMs = performance.now();
    this.#ahead.begins(nowMs, this.#newsAtMs(nowMs));
    const stop = new AbortController();
    const disturbed = this.#disturbance.during(network, { stop: stop.signal, withinMs });
    try {
      for (let leftMs = pageMs; leftMs > 0; ) {
        const ignoringNetwork = network.hasIdleRequests;
        const grantMs = Math.min(leftMs, strideMs(this.#ahead.totalMs, network));
        const startedMs = performance.now();
        if (!(await this.clock.runAhead(grantMs, disturbed, ignoringNetwork))) {
          // Of a page that has just been parsed the clock may run on until its next order.
          if (wasParsed || !this.domReady) void this.clock.hold();
          return false;
        }
        leftMs -= grantMs;
        this.#ahead.passed(grantMs, { tookMs: performance.now() - startedMs, isParsed: wasParsed });
        if (wasParsed && ignoringNetwork && network.isPending) return false;
      }
      return true;
    } finally {
      stop.abort();
    }
  }

  /**
   * Lets a page that has run ahead be quiet for a moment in real time, and then run again: most are done by then. The
   * moment is good for something else `meanwhile`.
   */
  async runAgainWhenQuiet(quietMs: number, pageMs: number, meanwhile: () => Promise<unknown>): Promise<void> {
    const { network } = this.#activity;
    const leftMs = (): number => {
      const nowMs = performance.now();
      return quietMs + this.#work.lateMs - Math.min(network.quietMs(nowMs), nowMs - this.#ahead.ranAtMs);
    };
    if (leftMs() > 0) {
      this.clock.pace();
      await meanwhile();
    }
    const restMs = Math.max(SHORTEST_REST_MS, leftMs() - quietMs * (1 - REST_SHARE));
    if (leftMs() > restMs) await this.news(restMs, false);
    const rest = { restMs: await this.#work.restMs() };
    if (leftMs() > 0 && !isAtRest(rest, network.quietMs(performance.now()))) await this.news(leftMs(), false);
    if (!network.isPending) await this.runAhead(pageMs);
  }

  /**
   * Waits until the time is up or the network or the parser has news; with `orChange`, or the document changes. Gives
   * whether nothing came.
   */
  async news(withinMs: number, orChange: boolean): Promise<boolean> {
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    if (orChange) {
      this.#change ??= this.#prober
        .nextChange()
        .catch(() => undefined)
        .finally(() => {
          this.#change = undefined;
        });
    }
    const isNews = Promise.race([woken, ...(orChange ? [this.#change] : [])]).then((): true => true);
    const wait = (): Promise<true | undefined> => firstOf(isNews, withinMs);
    // A page may change without a pause, and every look costs.
    const [came] = await (orChange
      ? Promise.all([wait(), delay(CHANGE_PAUSE_MS)])
      : Promise.all([this.#work.during(wait)]));
    return came === undefined;
  }

  #newsAtMs(nowMs: number): number {
    return Math.max(nowMs - this.#activity.network.quietMs(nowMs), this.#growth.grewAtMs, this.#loadedMs);
  }

  #onNewDocument(origin: string): void {
    const isFirst = this.#reached === 'nothing';
    this.#reached = 'commit';
    this.#growth.newDocument();
    this.#ahead.startOver();
    this.#prober.newDocument();
    this.#work.newDocument(origin);
    // A clock already driven need not be stopped for the document that it was to bring.
    if (!isFirst) {
      this.#disturbance.happened();
      // Should it come from another renderer, nobody answers for the old one.
      this.clock.expired('');
    }
    this.#wake();
  }

  /** What it worked out is on its way to the page. */
  #onWorkerFree(): void {
    const nowMs = performance.now();
    if (nowMs - this.#newsAtMs(nowMs) < PATIENCE.workerComputingMs) this.#activity.life.spoke(nowMs);
    this.#wake();
  }

  #onParsed(): void {
    if (this.domReady) return;
    this.#reached = 'domcontentloaded';
    this.#growth.parsed(performance.now());
    this.#rouse();
  }

  #onLoaded(): void {
    this.#onParsed();
    if (this.#reached !== 'load') this.#loadedMs = performance.now();
    this.#reached = 'load';
    this.#wake();
  }

  #rouse(): void {
    this.#disturbance.happened();
    this.#wake();
  }
}
