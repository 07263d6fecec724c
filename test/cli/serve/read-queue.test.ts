import { expect, it } from 'vitest';
import { QueueFull, ReadQueue } from '#src/cli/serve/read-queue.js';

interface Held {
  readonly done: Promise<string>;
  readonly started: Promise<void>;
  finish(): void;
}

function hold(queue: ReadQueue, { signal = new AbortController().signal, waitMs = 0 } = {}): Held {
  let finish = (): void => undefined;
  let start = (): void => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  const done = queue.run({ signal, waitMs }, async () => {
    start();
    await finished;
    return 'done';
  });
  done.catch(() => undefined);
  return { done, started, finish };
}

it('lets so many run, so many wait, and sends the rest away at once', async () => {
  const queue = new ReadQueue({ concurrency: 2, queue: 1 });
  const [one, two, three] = [hold(queue), hold(queue), hold(queue)];
  await one.started;
  await expect(hold(queue).done).rejects.toBeInstanceOf(QueueFull);
  expect([queue.inFlight, queue.queued]).toEqual([2, 1]);
  one.finish();
  await three.started;
  expect([queue.inFlight, queue.queued]).toEqual([2, 0]);
  two.finish();
  three.finish();
  expect(await Promise.all([one.done, two.done, three.done])).toEqual(['done', 'done', 'done']);
  expect([queue.inFlight, queue.queued]).toEqual([0, 0]);
});

it('has no waiting room where there is to be none', async () => {
  const queue = new ReadQueue({ concurrency: 1, queue: 0 });
  const one = hold(queue);
  await expect(hold(queue).done).rejects.toBeInstanceOf(QueueFull);
  one.finish();
  await one.done;
  const next = hold(queue);
  next.finish();
  expect(await next.done).toBe('done');
});

it('forgets whoever gives up while waiting, with their reason', async () => {
  const queue = new ReadQueue({ concurrency: 1, queue: 5 });
  const one = hold(queue);
  const leaving = new AbortController();
  const two = hold(queue, { signal: leaving.signal });
  leaving.abort(new Error('gone'));
  await expect(two.done).rejects.toThrow('gone');
  expect([queue.inFlight, queue.queued]).toEqual([1, 0]);
  one.finish();
  await one.done;
  expect(queue.inFlight).toBe(0);
});

it('sends away whoever has waited as long as a read may take', async () => {
  const queue = new ReadQueue({ concurrency: 1, queue: 5 });
  const one = hold(queue);
  await expect(hold(queue, { waitMs: 5 }).done).rejects.toBeInstanceOf(QueueFull);
  expect([queue.inFlight, queue.queued]).toEqual([1, 0]);
  one.finish();
  await one.done;
});

it('gives the turn back when the work fails', async () => {
  const queue = new ReadQueue({ concurrency: 1, queue: 0 });
  const { signal } = new AbortController();
  await expect(queue.run({ signal, waitMs: 0 }, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(queue.inFlight).toBe(0);
});
