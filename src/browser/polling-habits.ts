/** What is known of one address: method, and URL without its query. */
interface Habit {
  sent: number;
  inFlight: number;
  lastSentMs: number;
  lastSentPageMs: number;
  /** Real duration of the last answer. */
  lastTookMs: number;
  lastEndedMs: number;
  /** Page time between the last two. */
  gapPageMs: number;
  /** When, by the page's clock, it was asked for again by a timer, since the text last grew. */
  returns: readonly number[];
}

/** An address that a timer has asked for again so often, with nothing new on the page, is being polled. */
const RETURNS_OF_A_POLL = 2;
/** How much more often than in real time a poll may be sent. */
const MOST_HASTE = 3;
/** And no more than so often, before the clock goes at true speed. */
const MOST_POLLS = 8;
/** However much the page grows: nobody waits for its hundredth instalment. */
const SENT_OF_A_POLL = 40;
/** A page's clock goes in steps of 0.1 ms, and may stand between question and answer. */
const CLOCK_STEP_MS = 1;
/** A request sent so soon after the last answer goes on with it; one sent later was sent by a timer. */
const SAME_BREATH_MS = 25;
const SAME_BREATH_PAGE_MS = 50;

/**
 * Which addresses a page asks again and again by a timer, and nothing comes of it. Times are milliseconds of one monotonic
 * clock, given by the caller; those of the page are by its own clock.
 */
export class PollingHabits {
  readonly #known = new Map<string, Habit>();

  clear(): void {
    this.#known.clear();
  }

  /** Gives whether it is a poll: nobody waits for its answer. */
  sent(key: string, pageMs: number, nowMs: number): boolean {
    const known = this.#known.get(key);
    if (known === undefined) {
      this.#known.set(key, {
        sent: 1,
        inFlight: 1,
        lastSentMs: nowMs,
        lastSentPageMs: pageMs,
        lastTookMs: 0,
        lastEndedMs: 0,
        gapPageMs: 0,
        returns: [],
      });
      return false;
    }
    const gapPageMs = pageMs - known.lastSentPageMs;
    const together = gapPageMs < SAME_BREATH_PAGE_MS;
    const goesOn =
      known.inFlight === 0 &&
      nowMs - known.lastEndedMs < SAME_BREATH_MS &&
      gapPageMs < known.lastTookMs + SAME_BREATH_PAGE_MS;
    if (!together && !goesOn) known.returns = [...known.returns, pageMs];
    known.sent += 1;
    known.gapPageMs = gapPageMs;
    known.lastSentMs = nowMs;
    known.lastSentPageMs = pageMs;
    known.inFlight += 1;
    return isPolled(known);
  }

  ended(key: string, nowMs: number): void {
    const habit = this.#known.get(key);
    if (habit === undefined) return;
    habit.inFlight -= 1;
    habit.lastTookMs = nowMs - habit.lastSentMs;
    habit.lastEndedMs = nowMs;
  }

  /** The text has grown at `pageMs`: what came back until then belongs to it. */
  grew(pageMs: number): void {
    for (const habit of this.#known.values()) {
      if (habit.sent < SENT_OF_A_POLL)
        habit.returns = habit.returns.filter((returnMs) => returnMs > pageMs + CLOCK_STEP_MS);
    }
  }

  isPoll(key: string): boolean {
    const known = this.#known.get(key);
    return known !== undefined && isPolled(known);
  }

  /** The most that a timer has asked again for one address. */
  get returns(): number {
    return Math.max(0, ...Array.from(this.#known.values(), ({ returns }) => returns.length));
  }

  /** Whether one is asked as often as a server may be in a read: a few times, or thrice as often as in real time. */
  areEnough(elapsedMs: number): boolean {
    return [...this.#known.values()].some(({ returns, sent, gapPageMs }) => {
      const most = Math.min(MOST_POLLS, Math.max(RETURNS_OF_A_POLL + 1, (elapsedMs / gapPageMs) * MOST_HASTE));
      return returns.length >= RETURNS_OF_A_POLL && sent >= most;
    });
  }
}

/** Method, and URL without its query: polls often carry a counter or a time there. */
export function habitKey(method: string, url: string): string {
  return `${method} ${url.split(/[?#]/, 1)[0] ?? url}`;
}

function isPolled({ returns, sent }: Habit): boolean {
  return returns.length >= RETURNS_OF_A_POLL || sent > SENT_OF_A_POLL;
}
