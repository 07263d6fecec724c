import { withRoom } from './column.js';
import type { Fingerprint } from './fingerprint.js';

/** Bits in which the wordings of two like texts differ at most. */
const DISTANCE = 3;
/** Two wordings that differ in three bits are alike in one at least of four bands. */
const BANDS = 4;
const BAND_BITS = 16;
/**
 * Of texts that share a band, so many are looked at, the newest first: what a page costs must not grow with the
 * crawl.
 */
const LOOKED_AT = 128;
/** Of texts that differ more in length one is no copy of the other. */
const LENGTH_RATIO = 0.9;
/** Shorter texts have too few phrases for bits to tell them apart. */
const LEAST_WORDS = 40;

/**
 * Finds among the texts kept so far one that is nearly the same. Looking and keeping take the same time however many
 * there are. Texts are named by whole numbers.
 */
export class NearDuplicates {
  #names = new Int32Array(0);
  #highs = new Uint32Array(0);
  #lows = new Uint32Array(0);
  #lengths = new Int32Array(0);
  #count = 0;
  /**
   * Chains of the texts that fall into one slot by one band: the newest of each, + 1, and the one before each text
   * and band.
   */
  #newest = new Int32Array(BANDS * 64);
  #before = new Int32Array(0);

  /** The newest text that differs from this one in a few phrases only. */
  find({ simhash, words }: Fingerprint): number | undefined {
    if (words < LEAST_WORDS) return undefined;
    const { high, low } = halvesOf(simhash);
    for (let band = 0; band < BANDS; band += 1) {
      let entry = this.#newest[this.#slotOf(band, high, low)] ?? 0;
      for (let looked = 0; entry > 0 && looked < LOOKED_AT; looked += 1) {
        const text = Math.floor((entry - 1) / BANDS);
        if (this.#isNear(text, high, low, words)) return this.#names[text];
        entry = this.#before[entry - 1] ?? 0;
      }
    }
    return undefined;
  }

  /**
   * Keeps a text for later ones to be compared with. One that is like a kept one need not be kept: that one stands
   * for it.
   */
  add(name: number, { simhash, words }: Fingerprint): void {
    if (words < LEAST_WORDS) return;
    const text = this.#count;
    this.#count += 1;
    const { high, low } = halvesOf(simhash);
    this.#names = withRoom(this.#names, this.#count);
    this.#highs = withRoom(this.#highs, this.#count);
    this.#lows = withRoom(this.#lows, this.#count);
    this.#lengths = withRoom(this.#lengths, this.#count);
    this.#before = withRoom(this.#before, this.#count * BANDS);
    this.#names[text] = name;
    this.#highs[text] = high;
    this.#lows[text] = low;
    this.#lengths[text] = words;
    if (this.#count * BANDS <= this.#newest.length) this.#chain(text);
    else this.#rechain();
  }

  #isNear(text: number, high: number, low: number, words: number): boolean {
    const length = this.#lengths[text] ?? 0;
    if (Math.min(length, words) < Math.max(length, words) * LENGTH_RATIO) return false;
    return distance({ high: this.#highs[text] ?? 0, low: this.#lows[text] ?? 0 }, { high, low }) <= DISTANCE;
  }

  #chain(text: number): void {
    const [high = 0, low = 0] = [this.#highs[text], this.#lows[text]];
    for (let band = 0; band < BANDS; band += 1) {
      const slot = this.#slotOf(band, high, low);
      this.#before[text * BANDS + band] = this.#newest[slot] ?? 0;
      this.#newest[slot] = text * BANDS + band + 1;
    }
  }

  #rechain(): void {
    this.#newest = new Int32Array(this.#newest.length * 2);
    for (let text = 0; text < this.#count; text += 1) this.#chain(text);
  }

  #slotOf(band: number, high: number, low: number): number {
    const half = band < 2 ? high : low;
    const bits = (band % 2 === 0 ? half : half >>> BAND_BITS) & 0xffff;
    // Odd factors spread the sixteen bits over as many slots as there are.
    return (Math.imul(bits * BANDS + band, 0x9e3779b1) >>> 0) % this.#newest.length;
  }
}

function halvesOf(simhash: string): { high: number; low: number } {
  return { high: Number.parseInt(simhash.slice(0, 8), 16) >>> 0, low: Number.parseInt(simhash.slice(8), 16) >>> 0 };
}

/** In how many bits two hashes differ. */
function distance(one: { high: number; low: number }, other: { high: number; low: number }): number {
  return ones(one.high ^ other.high) + ones(one.low ^ other.low);
}

function ones(bits: number): number {
  let left = bits >>> 0;
  let count = 0;
  for (; left !== 0; count += 1) left = (left & (left - 1)) >>> 0;
  return count;
}
