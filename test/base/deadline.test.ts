import { describe, expect, it } from 'vitest';
import { delay, withDeadline } from '#src/base/deadline.js';

const never = (): Promise<never> => new Promise(() => undefined);

describe('withDeadline', () => {
  it('returns what the work returns and leaves no timer', async () => {
    const before = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    await expect(withDeadline({ timeoutMs: 60_000, what: 'x' }, async () => 7)).resolves.toBe(7);
    expect(process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length).toBe(before);
  });

  it('ends work that does not listen, and aborts the signal it was given', async () => {
    let given: AbortSignal | undefined;
    const late = withDeadline({ timeoutMs: 5, what: 'reading x' }, (signal) => {
      given = signal;
      return never();
    });
    await expect(late).rejects.toMatchObject({
      code: 'TIMEOUT',
      retryable: true,
      message: 'reading x took longer than 5 ms',
    });
    expect(given?.aborted).toBe(true);
  });

  it("rejects with the caller's reason", async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const work = withDeadline({ timeoutMs: 0, what: 'x', signal: controller.signal }, never);
    controller.abort(reason);
    await expect(work).rejects.toBe(reason);
  });

  it('does not start when the caller has aborted already', async () => {
    let started = false;
    const work = withDeadline({ timeoutMs: 0, what: 'x', signal: AbortSignal.abort('no') }, async () => {
      started = true;
    });
    await expect(work).rejects.toBe('no');
    expect(started).toBe(false);
  });

  it('passes on the error of the work', async () => {
    const error = new Error('inner');
    await expect(withDeadline({ timeoutMs: 1_000, what: 'x' }, () => Promise.reject(error))).rejects.toBe(error);
  });
});

describe('delay', () => {
  it('ends at once when aborted', async () => {
    const controller = new AbortController();
    const waiting = delay(60_000, controller.signal);
    controller.abort('stop');
    await expect(waiting).rejects.toBe('stop');
  });
});
