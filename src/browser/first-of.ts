import { LONGEST_TIMER_MS } from '../base/deadline.js';

/** The value, or `undefined` when the time is up first. Leaves no timer. */
export async function firstOf<T>(value: Promise<T>, withinMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    // Beyond this a timer fires at once.
    timer = setTimeout(resolve, Math.min(withinMs, LONGEST_TIMER_MS), undefined);
  });
  try {
    return await Promise.race([value, late]);
  } finally {
    clearTimeout(timer);
  }
}
