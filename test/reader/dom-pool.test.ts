import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DomPool } from '#src/reader/dom-pool.js';

/** Keeps a thread busy for many seconds: Turndown, Readability and jsdom on half a million elements. */
const ENDLESS = { name: 'html', input: { body: '<table><tr><td>x<p>y'.repeat(150_000), content: 'full' } } as const;
const QUICK = { name: 'plain', input: { body: '<p>quick' } } as const;

let pool: DomPool;

beforeEach(() => {
  pool = new DomPool({ size: 2, maxHeapMb: 512, patienceMs: 0, idleMs: 30_000 });
});

afterEach(async () => {
  await pool.close();
});

describe('a job', () => {
  it('runs in a thread and answers with plain data', async () => {
    expect(await pool.run(QUICK, { timeoutMs: 10_000 })).toMatchObject({ text: 'quick' });
  });

  it('ends at its deadline, its thread with it, and the next job gets a fresh one', async () => {
    await expect(pool.run(ENDLESS, { timeoutMs: 300 })).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(pool.size).toBe(0);
    expect(await pool.run(QUICK, { timeoutMs: 10_000 })).toMatchObject({ text: 'quick' });
  });

  it('ends when it is aborted, with the reason given', async () => {
    const controller = new AbortController();
    const reason = new Error('changed my mind');
    const job = pool.run(ENDLESS, { timeoutMs: 20_000, signal: controller.signal });
    controller.abort(reason);
    await expect(job).rejects.toBe(reason);
    expect(pool.size).toBe(0);
  });

  it('does not start when it is aborted before', async () => {
    const reason = new Error('no');
    await expect(pool.run(QUICK, { timeoutMs: 1_000, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(pool.size).toBe(0);
  });

  it('fails, and the process lives, when its thread runs out of memory', async () => {
    const small = new DomPool({ size: 1, maxHeapMb: 24, patienceMs: 0, idleMs: 30_000 });
    try {
      await expect(small.run(ENDLESS, { timeoutMs: 20_000 })).rejects.toMatchObject({ code: 'NO_CONTENT' });
      expect(await small.run(QUICK, { timeoutMs: 10_000 })).toMatchObject({ text: 'quick' });
    } finally {
      await small.close();
    }
  });

  it('fails when it throws, and its thread goes on', async () => {
    const broken = { name: 'pdf', input: { bytes: Uint8Array.from([1, 2, 3]) } } as const;
    await expect(pool.run(broken, { timeoutMs: 10_000 })).rejects.toMatchObject({ code: 'NO_CONTENT' });
    expect(pool.size).toBe(1);
  });
});

describe('the pool', () => {
  it('runs no more jobs at once than it has threads', async () => {
    const jobs = Array.from({ length: 6 }, () => pool.run(QUICK, { timeoutMs: 20_000 }));
    expect(pool.size).toBe(2);
    await Promise.all(jobs);
    expect(pool.size).toBe(2);
  });

  it('starts another thread only for a job that has waited long', async () => {
    const options = { size: 2, maxHeapMb: 512, idleMs: 30_000 };
    const patient = new DomPool({ ...options, patienceMs: 60_000 });
    const waiting = new DomPool({ ...options, patienceMs: 50 });
    try {
      await Promise.all(Array.from({ length: 6 }, () => patient.run(QUICK, { timeoutMs: 20_000 })));
      expect(patient.size).toBe(1);
      const endless = waiting.run(ENDLESS, { timeoutMs: 30_000 }).catch(() => 'ended');
      expect(await waiting.run(QUICK, { timeoutMs: 20_000 })).toMatchObject({ text: 'quick' });
      expect(waiting.size).toBe(2);
      await waiting.close();
      expect(await endless).toBe('ended');
    } finally {
      await Promise.all([patient.close(), waiting.close()]);
    }
  });

  it('takes jobs in the order they came', async () => {
    const single = new DomPool({ size: 1, maxHeapMb: 128, patienceMs: 0, idleMs: 30_000 });
    const done: number[] = [];
    const jobs = Array.from({ length: 5 }, async (_, index) => {
      await single.run(QUICK, { timeoutMs: 20_000 });
      done.push(index);
    });
    await Promise.all(jobs);
    await single.close();
    expect(done).toEqual([0, 1, 2, 3, 4]);
  });

  it('counts the wait for a thread into the deadline', async () => {
    const controller = new AbortController();
    const busy = [1, 2].map(() => pool.run(ENDLESS, { timeoutMs: 30_000, signal: controller.signal }));
    const results = Promise.allSettled(busy);
    await expect(pool.run(QUICK, { timeoutMs: 200 })).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(pool.size).toBe(2);
    controller.abort();
    await results;
  });

  it('ends idle threads after a while', async () => {
    const hasty = new DomPool({ size: 1, maxHeapMb: 128, patienceMs: 0, idleMs: 1 });
    await hasty.run(QUICK, { timeoutMs: 10_000 });
    await vi.waitFor(() => expect(hasty.size).toBe(0));
  });

  it('fails the jobs under way and those waiting when it is closed', async () => {
    const jobs = [ENDLESS, ENDLESS, QUICK].map((request) => pool.run(request, { timeoutMs: 20_000 }));
    const results = Promise.allSettled(jobs);
    await pool.close();
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(pool.size).toBe(0);
  });

  it('lets the process end by itself', async () => {
    const extract = new URL('../../dist/reader/extract.js', import.meta.url).href;
    const script = `const { extract } = await import(${JSON.stringify(extract)}); console.log((await extract('<p>bye')).markdown);`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      timeout: 15_000,
    });
    expect(stdout).toBe('bye\n');
  });
});
