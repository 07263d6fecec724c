export interface SettleSettings {
  /** Quiet after the last sign of life on a page with scripts, twice that with little text. A page without any pays nothing. */
  readonly quietMs: number;
  /** When to take the page as it is. */
  readonly deadlineMs: number;
  /** Whether the page's clock may be made to run ahead. */
  readonly virtualTime: boolean;
}

/** How patient the verdict is; measured on pages that poll, hang, stream and start late. */
export const PATIENCE = {
  quietMs: 50,
  deadlineMs: 20_000,
  /** A silent request no longer holds back a page that has text. */
  silentRequestMs: 2_000,
  /** A request that trickles on without the text growing is a stream. */
  tricklingRequestMs: 8_000,
  /** The same when there is nothing but a skeleton: the answer is the page. */
  skeletonRequestMs: 15_000,
  /** A page without text or with only a loading sign may be waiting for its own timers, or for what lives beside it. */
  skeletonMs: 6_000,
  /** The same beside a worker, a socket or a stream, which shows no sign of what it does. */
  skeletonAliveMs: 10_000,
  /** A loading sign on a page that has text. */
  signMs: 2_000,
  /** The same when the clock ran ahead and nothing came: only what takes real time is left, as a database or a computation. */
  skeletonAheadMs: 1_500,
  signAheadMs: 500,
  /** Some pages show themselves when their last picture is there. */
  unloadedMs: 300,
  unloadedThinMs: 2_000,
  /** What a page does about a picture or a font that has come. */
  pictureAnswerMs: 30,
  /** What lives beside a page that has text gets so long to say something first. */
  aliveMs: 250,
  /** And beside one with little text and no sign of loading; a request that failed may be tried again meanwhile. */
  thinAliveMs: 2_000,
  /** A worker that computes; those of games and miners never stop. */
  workerComputingMs: 3_000,
  /** Programs run, and nothing is to be seen of it: they draw, or wait for channels, locks and frames. */
  stirMs: 150,
  /** The same where the page has a database, cache or files, which answer one question after the other. */
  storageMs: 1_000,
  /** And that much may lie between two answers. */
  storageAnswerMs: 75,
  /** By then a frame has been drawn, with which a transition ends that the clock has run past. */
  animationMs: 500,
  /** A number that counts up with the frames, or letters that come one by one; by then most have come to their end. */
  runningTextMs: 2_500,
  /** Clocks and carousels change for ever: without growth for so long, changes no longer count. */
  churnMs: 1_000,
  churnAheadMs: 300,
} as const;
