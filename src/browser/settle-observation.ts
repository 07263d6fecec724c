import type { PageProbe } from '../page/probe-script.js';

/** A request that the page is waiting for. */
export interface PendingRequest {
  readonly url: string;
  readonly ageMs: number;
  /** Since it was sent or last brought bytes. */
  readonly silentMs: number;
}

/** How far the page's own clock has been made to run ahead. */
export interface HeadStart {
  /** Of page time, with this document. */
  readonly totalMs: number;
  /** Of it since the page was quiet, and still is. */
  readonly calmMs: number;
  /** The page's time passes only as it is granted. */
  readonly isVirtual: boolean;
}

/** What a page does with its process, where neither requests nor the document show it. */
export interface Work {
  /** A worker was asked something, and did not answer at once. */
  readonly workersSilent: boolean;
  /** The page's site has a database, a cache or files of its own in the browser. */
  readonly stores: boolean;
  /** Since programs were last seen to run in its main thread, while its clock did not run ahead. */
  readonly stirredAgoMs: number;
  /** How long they are known to rest: since the beginning of a while in which none ran, if none has been seen to since. */
  readonly restMs: number;
  /** How long something may be on its way to the page already, by how late it answers; 0 on a quiet machine. */
  readonly lateMs: number;
  /** How many times longer than on a quiet machine work takes that is seen to go on. */
  readonly slowness: number;
}

/** Everything the verdict rests on, at one moment. Milliseconds of real time, where nothing else is said. */
export interface Observation {
  /** Since the navigation began. */
  readonly elapsedMs: number;
  /** The document has been parsed. */
  readonly domReady: boolean;
  /** Everything that its markup names has arrived. */
  readonly loaded: boolean;
  /** Since the last picture or font came; 0 while one is on its way. */
  readonly looksAgoMs: number;
  /** Without event streams, sockets, media, images and polls. */
  readonly pending: readonly PendingRequest[];
  /** Since a request of that kind last began or ended, or the document was parsed. */
  readonly networkQuietMs: number;
  /** Since the visible text last grew by more than a counter's tick. */
  readonly growthQuietMs: number;
  /** What can bring text at any time: workers, sockets, streams. */
  readonly alive: readonly string[];
  /** Since the last of them came. */
  readonly aliveAgeMs: number;
  /** Since one of them came or spoke. */
  readonly aliveQuietMs: number;
  /** Requests for data that failed as busy servers and broken lines do, since the text last grew. */
  readonly failures: number;
  /** A timer asks the same address again and again, nothing comes of it, and it has asked often enough. */
  readonly polls: boolean;
  readonly ahead: HeadStart;
  /** The text changes with every frame that is drawn. */
  readonly textRuns: boolean;
  readonly work: Work;
  /** Absent as long as the page has not answered. */
  readonly probe?: PageProbe;
}

/** Time stands while a request is young; an older one is waited for with the clock going. */
export const STALL_MS = 100;
/** Text shorter than this is not yet a page. */
const THIN_TEXT = 200;

export function isYoung({ ageMs }: PendingRequest): boolean {
  return ageMs < STALL_MS;
}

export function isThin({ textLength }: PageProbe): boolean {
  return textLength < THIN_TEXT;
}

/** Since anything happened that could go on. */
export function stillnessOf({ growthQuietMs, networkQuietMs }: Observation): number {
  return Math.min(growthQuietMs, networkQuietMs);
}

/** The same, with only that part of the quiet which is not owed to the page being late. */
export function trusted(observation: Observation): Observation {
  const { networkQuietMs, growthQuietMs, aliveQuietMs, looksAgoMs, work } = observation;
  const { stirredAgoMs, lateMs } = work;
  return {
    ...observation,
    networkQuietMs: networkQuietMs - lateMs,
    growthQuietMs: growthQuietMs - lateMs,
    aliveQuietMs: aliveQuietMs - lateMs,
    looksAgoMs: looksAgoMs - lateMs,
    work: { ...work, stirredAgoMs: stirredAgoMs - lateMs },
  };
}

/** Whether no program is known to have run since the last news; a rest that began before was the one before it. */
export function isAtRest({ restMs }: Pick<Work, 'restMs'>, stillMs: number): boolean {
  return restMs > 0 && restMs <= stillMs;
}

/** Whether something may be going on that answers step by step in real time, whatever the page's clock says. */
export function takesRealTime({ work, alive, looksAgoMs }: Observation): boolean {
  const isNew = Math.min(work.stirredAgoMs, looksAgoMs) < STALL_MS;
  return work.stores || work.workersSilent || alive.length > 0 || isNew;
}
