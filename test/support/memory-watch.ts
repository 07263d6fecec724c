import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from '@playwright/test';
import { browserProcesses } from './browser-rig.js';

setFlagsFromString('--expose-gc');
/** What `node --expose-gc` gives. */
export const collectGarbage: () => void = runInNewContext('gc');

const LOOK_EVERY_MS = 250;
/** What the process may take beside what it had: buffers on their way, a page of the largest size allowed, and the test's own servers. */
const OWN_PEAK_BYTES = 450e6;
/** What may be left of it on the heap and in buffers after a collection. */
const OWN_LEFT_BYTES = 20e6;
/** A renderer is ended at a gigabyte. It is looked at four times a second, and may grow by half a gigabyte a second. */
const RENDERER_PEAK_BYTES = 1.6e9;
const BROWSER_LEFT_BYTES = 250e6;

/** The most memory that this process and any renderer take while it looks, and what of it is left afterwards. */
export class MemoryWatch {
  readonly #rssBefore: number;
  readonly #heldBefore: number;
  readonly #browserBefore = browserBytes();
  #own = 0;
  #renderer = 0;
  readonly #timer = setInterval(() => this.#look(), LOOK_EVERY_MS);

  constructor() {
    this.#heldBefore = heldBytes();
    this.#rssBefore = process.memoryUsage.rss();
  }

  /** To be called after another read: what was left for the one before is gone by then. */
  async expectFlat(): Promise<void> {
    clearInterval(this.#timer);
    expect(this.#own - this.#rssBefore, 'bytes of this process at most').toBeLessThan(OWN_PEAK_BYTES);
    await expect
      .poll(() => heldBytes() - this.#heldBefore, 'bytes held after a collection')
      .toBeLessThan(OWN_LEFT_BYTES);
    if (process.platform !== 'linux') return;
    expect(this.#renderer, 'bytes of a renderer at most').toBeLessThan(RENDERER_PEAK_BYTES);
    const grown = (): number => browserBytes() - this.#browserBefore;
    await expect.poll(grown, 'bytes of the browser left').toBeLessThan(BROWSER_LEFT_BYTES);
  }

  #look(): void {
    this.#own = Math.max(this.#own, process.memoryUsage.rss());
    for (const { pid, command } of browserProcesses()) {
      if (command.includes('--type=renderer')) this.#renderer = Math.max(this.#renderer, residentBytes(pid));
    }
  }
}

/** Heap and buffers in use. Resident memory would not do: the allocator keeps what it once had. */
export function heldBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function browserBytes(): number {
  return browserProcesses().reduce((sum, { pid }) => sum + residentBytes(pid), 0);
}

function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4_096;
  } catch {
    return 0;
  }
}
