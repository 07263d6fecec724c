import { ClosingTabs } from './closing-tabs.js';
import { firstOf } from './first-of.js';
import { SessionCookies } from './session-cookies.js';
import type { Tab } from './tab.js';
import { TabTraces } from './tab-traces.js';
import { clockAheadMs } from './virtual-clock.js';

/** When a lane is given up for a fresh tab. */
export interface LaneLimits {
  readonly reads: number;
  /** Pages and frames: of each, Playwright keeps some 30 kB in this process until the tab is closed. */
  readonly documents: number;
  readonly ageMs: number;
  /** By which the time of day in its pages may be wrong: what is valid for five minutes must not look expired. */
  readonly clockAheadMs: number;
  /** Of its page's JavaScript and DOM heaps after a read. */
  readonly heapBytes: number;
}

/** A renderer keeps some of every page it has shown. */
export const LANE_LIMITS: LaneLimits = {
  reads: 100,
  documents: 300,
  ageMs: 600_000,
  clockAheadMs: 240_000,
  heapBytes: 200_000_000,
};

/** A page that does not let itself be left by then is closed with its tab. Some ten milliseconds are usual. */
const LEAVE_TIMEOUT_MS = 2_000;
/** Waiting longer for a lane to become empty is no better than a fresh tab, where there is room for one. */
const PATIENCE_MS = 150;
/** From here on garbage is collected: a renderer by itself lets a few times as much of pages that are gone pile up. */
const GARBAGE_BYTES = 10_000_000;

interface Lane {
  readonly site: string;
  readonly tab: Tab;
  readonly traces: TabTraces;
  readonly reads: number;
  readonly documents: number;
  readonly bornMs: number;
}

interface RestingLane {
  readonly site: string;
  /** Resolves when its last page is gone; to nothing when the lane is. */
  readonly empty: Promise<Lane | undefined>;
  /** It has. */
  isOver: boolean;
}

/**
 * Tabs that read one site each, one page after the other, within one session. A new page costs a renderer process, more
 * than most reads; between two reads a lane is emptied instead (see {@link TabTraces}), out of everybody's way.
 */
export class Lanes {
  readonly #room: number;
  readonly #limits: LaneLimits;
  readonly #cookies = new SessionCookies();
  readonly #working = new Map<Tab, Lane>();
  /** The longest idle first. */
  readonly #resting: RestingLane[] = [];
  /** Taken and not yet empty, or not yet open. */
  #awaited = 0;
  readonly #ending = new ClosingTabs();

  /** `room`: how many there may be, working and resting. */
  constructor(room: number, limits: LaneLimits = LANE_LIMITS) {
    this.#room = room;
    this.#limits = limits;
  }

  /** A tab that has read this site before, empty; nothing when there is none. Give it back with {@link rest}. */
  async take(site: string): Promise<Tab | undefined> {
    for (;;) {
      const patienceMs = this.#count < this.#room ? PATIENCE_MS : LEAVE_TIMEOUT_MS;
      const resting = this.#pick(site);
      if (resting === undefined) return undefined;
      this.#awaited += 1;
      const lane = await firstOf(resting.empty, patienceMs);
      this.#awaited -= 1;
      if (lane?.tab.isAlive()) {
        this.#working.set(lane.tab, lane);
        return lane.tab;
      }
      if (lane !== undefined) void this.#ending.add(lane.tab.close());
      else if (!resting.isOver) {
        this.#resting.push(resting);
        return undefined;
      }
    }
  }

  /** A fresh tab as a lane of this site, in the place of the one that has rested longest if need be. As {@link take}. */
  async open(site: string, openTab: () => Promise<Tab>): Promise<Tab> {
    this.#awaited += 1;
    try {
      await this.#makeRoom();
      const tab = await openTab();
      await this.#add(site, tab);
      return tab;
    } finally {
      this.#awaited -= 1;
    }
  }

  /** Takes the tab back after a read, whatever became of it. */
  rest(tab: Tab): void {
    const lane = this.#working.get(tab);
    if (lane === undefined) return;
    this.#working.delete(tab);
    const resting: RestingLane = {
      site: lane.site,
      isOver: false,
      empty: this.#emptied(lane).then((empty) => {
        resting.isOver = true;
        if (empty === undefined) this.#drop(resting);
        return empty;
      }),
    };
    this.#resting.push(resting);
  }

  async close(): Promise<void> {
    for (const resting of this.#resting.splice(0)) this.#end(resting);
    await this.#ending.dwindle(0);
  }

  get #count(): number {
    return this.#working.size + this.#resting.length + this.#awaited;
  }

  /** Also waits while as many are being closed as there may be: a machine too slow to close them does not open more. */
  async #makeRoom(): Promise<void> {
    while (this.#count > this.#room) {
      const oldest = this.#resting.shift();
      if (oldest === undefined) break;
      this.#end(oldest);
    }
    await this.#ending.dwindle(this.#room);
  }

  async #add(site: string, tab: Tab): Promise<void> {
    try {
      const [traces] = await Promise.all([TabTraces.follow(tab), this.#cookies.handOver(site, tab)]);
      this.#working.set(tab, { site, tab, traces, reads: 0, documents: 0, bornMs: performance.now() });
    } catch (error) {
      await tab.close();
      throw error;
    }
  }

  /** The last one that is empty already, else the first that will be. */
  #pick(site: string): RestingLane | undefined {
    const found =
      this.#resting.findLast((resting) => resting.site === site && resting.isOver) ??
      this.#resting.find((resting) => resting.site === site);
    if (found !== undefined) this.#drop(found);
    return found;
  }

  #end({ empty }: RestingLane): void {
    void this.#ending.add(empty.then((lane) => lane?.tab.close()));
  }

  #drop(resting: RestingLane): void {
    const index = this.#resting.indexOf(resting);
    if (index >= 0) this.#resting.splice(index, 1);
  }

  /** The lane for its next read, or nothing: then its tab is being closed. */
  async #emptied(lane: Lane): Promise<Lane | undefined> {
    const renewed = await firstOf(this.#renewed(lane), LEAVE_TIMEOUT_MS);
    if (renewed === undefined) void this.#ending.add(lane.tab.close());
    return renewed;
  }

  async #renewed(lane: Lane): Promise<Lane | undefined> {
    try {
      await this.#cookies.keep(lane.site, lane.tab);
      if (this.#isWorn(lane)) return undefined;
      await lane.traces.remove();
      if ((await keptBytes(lane.tab)) > this.#limits.heapBytes) return undefined;
      const tab = await lane.tab.renew();
      // Refused for some milliseconds after the page was left.
      await tab.cdp.send('Page.resetNavigationHistory');
      const documents = lane.documents + lane.traces.documents;
      return { ...lane, tab, traces: await TabTraces.follow(tab), reads: lane.reads + 1, documents };
    } catch {
      // It cannot be told from the outside what is still in there.
      return undefined;
    }
  }

  #isWorn({ tab, traces, reads, documents, bornMs }: Lane): boolean {
    const most = this.#limits;
    if (reads + 1 >= most.reads || documents + traces.documents >= most.documents) return true;
    return performance.now() - bornMs > most.ageMs || clockAheadMs(tab) > most.clockAheadMs;
  }
}

/** Of the JavaScript and DOM heaps of an empty tab. */
async function keptBytes(tab: Tab): Promise<number> {
  const bytes = await heapBytes(tab);
  if (bytes < GARBAGE_BYTES) return bytes;
  await tab.cdp.send('HeapProfiler.collectGarbage');
  return heapBytes(tab);
}

async function heapBytes({ cdp }: Tab): Promise<number> {
  const { usedSize, ...heap } = await cdp.send('Runtime.getHeapUsage');
  return usedSize + (heap.embedderHeapUsedSize ?? 0);
}
